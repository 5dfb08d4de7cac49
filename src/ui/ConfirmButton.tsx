/** A button that asks before it does what cannot be undone: the spec's prompt, with the name of the thing above it. */
import { Button, type ButtonProps, Loader } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from './ConfirmDialog.tsx'

interface ConfirmButtonProps extends ButtonProps {
  /** What it is about: the title of the prompt. */
  readonly name: string
  /** Word for word (spec §5). */
  readonly prompt: string
  /** On the button that does it. */
  readonly action: string
  /** A promise: busy until it settles, and pressed again it asks nothing. */
  readonly onConfirm: () => unknown
  readonly 'aria-label'?: string
  /** Why it cannot be pressed, where it cannot. */
  readonly title?: string | undefined
  readonly children: ReactNode
}

export function ConfirmButton({ name, prompt, action, onConfirm, children, ...button }: ConfirmButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button
        {...button}
        leftSection={isBusy ? <Loader size={14} color="currentColor" aria-hidden /> : button.leftSection}
        // Disabled it would lose the focus, and nobody gives it back where it is refused.
        aria-disabled={isBusy || undefined}
        onClick={() => isBusy || setOpen(true)}
      >
        {children}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        name={name}
        prompt={prompt}
        action={action}
        onClose={close}
        onConfirm={() => {
          close()
          const work = onConfirm()
          if (!(work instanceof Promise)) return
          setBusy(true)
          void work.finally(() => setBusy(false))
        }}
      />
    </>
  )
}
