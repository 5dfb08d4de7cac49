/** A button that asks before it does what cannot be undone: the spec's prompt, with the name of the thing above it. */
import { Button, type ButtonProps, Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { useConfirmed } from './use-confirmed.ts'

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

export function ConfirmButton({ name, prompt, action, onConfirm, children, ...rest }: ConfirmButtonProps) {
  const { isBusy, button, dialog } = useConfirmed(onConfirm)
  return (
    <>
      <Button
        {...rest}
        {...button}
        leftSection={isBusy ? <Loader size={14} color="currentColor" aria-hidden /> : rest.leftSection}
      >
        {children}
      </Button>
      <ConfirmDialog {...dialog} name={name} prompt={prompt} action={action} />
    </>
  )
}
