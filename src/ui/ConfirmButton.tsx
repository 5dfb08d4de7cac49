/** A button that asks before it does something that cannot be undone: the spec's prompt under the thing's name. */
import { Button, type ButtonProps, Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { useConfirmed } from './use-confirmed.ts'

interface ConfirmButtonProps extends ButtonProps {
  /** The name of the thing, which is the title of the prompt. */
  readonly name: string
  /** The spec's prompt, word for word (spec §5). */
  readonly prompt: string
  /** The label of the confirming button. */
  readonly action: string
  /** Whether confirming deletes or takes away something. */
  readonly isDestructive?: boolean
  /** If it returns a promise, the button is busy until that settles, and asks nothing when pressed. */
  readonly onConfirm: () => unknown
  readonly 'aria-label'?: string
  /** Why the button is disabled, if it is. */
  readonly title?: string | undefined
  readonly children: ReactNode
}

export function ConfirmButton({
  name,
  prompt,
  action,
  isDestructive,
  onConfirm,
  children,
  ...rest
}: ConfirmButtonProps) {
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
      <ConfirmDialog {...dialog} name={name} prompt={prompt} action={action} isDestructive={isDestructive} />
    </>
  )
}
