/** The icon button that deletes a row's thing: asks first, and is busy until the deletion is done. */
import { Loader } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import card from './Card.module.css'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { useConfirmed } from './use-confirmed.ts'

interface DeleteButtonProps {
  readonly name: string
  readonly prompt: string
  /** What else is deleted with it. */
  readonly note?: string | undefined
  readonly disabled: boolean
  /** Why the button is disabled, if that is not obvious. */
  readonly title?: string | undefined
  readonly onDelete: () => Promise<void>
}

export function DeleteButton({ name, prompt, note, disabled, title, onDelete }: DeleteButtonProps) {
  const { isBusy, button, dialog } = useConfirmed(onDelete)
  return (
    <>
      <button
        {...button}
        type="button"
        className={`${card.icon} ${card.danger}`}
        aria-label={`Delete ${name}`}
        title={title ?? `Delete ${name}`}
        disabled={disabled}
      >
        {isBusy ? (
          <Loader size={16} color="currentColor" aria-hidden />
        ) : (
          <IconTrash size={18} stroke={1.5} aria-hidden />
        )}
      </button>
      <ConfirmDialog {...dialog} name={name} prompt={prompt} note={note} action="Delete" isDestructive />
    </>
  )
}
