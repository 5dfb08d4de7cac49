/** A button that asks before it does what cannot be undone: the spec's prompt, with the name of the thing above it. */
import { Button, type ButtonProps } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from './ConfirmDialog.tsx'

interface ConfirmButtonProps extends ButtonProps {
  /** What it is about: the title of the prompt. */
  readonly name: string
  /** Word for word (spec §5). */
  readonly prompt: string
  /** On the button that does it. */
  readonly action: string
  readonly onConfirm: () => void
  readonly 'aria-label'?: string
  /** Why it cannot be pressed, where it cannot. */
  readonly title?: string | undefined
  readonly children: ReactNode
}

export function ConfirmButton({ name, prompt, action, onConfirm, children, ...button }: ConfirmButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)}>
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
          onConfirm()
        }}
      />
    </>
  )
}
