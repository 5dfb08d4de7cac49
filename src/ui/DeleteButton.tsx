/** What deletes the thing of its row: quiet there, asked about, and busy until it is done. */
import { Loader } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import card from './Card.module.css'
import { ConfirmDialog } from './ConfirmDialog.tsx'

interface DeleteButtonProps {
  readonly name: string
  readonly prompt: string
  /** What goes with it. */
  readonly note?: string | undefined
  readonly disabled: boolean
  /** Why it cannot be pressed, where that is not plain to see. */
  readonly title?: string | undefined
  readonly onDelete: () => Promise<void>
}

export function DeleteButton({ name, prompt, note, disabled, title, onDelete }: DeleteButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const [isGoing, setGoing] = useState(false)
  return (
    <>
      <button
        type="button"
        className={`${card.icon} ${card.danger}`}
        aria-label={`Delete ${name}`}
        title={title ?? `Delete ${name}`}
        disabled={disabled}
        // Disabled it would lose the focus, and nobody gives it back where the deletion is refused.
        aria-disabled={isGoing}
        onClick={() => isGoing || setOpen(true)}
      >
        {isGoing ? (
          <Loader size={16} color="currentColor" aria-hidden />
        ) : (
          <IconTrash size={18} stroke={1.5} aria-hidden />
        )}
      </button>
      <ConfirmDialog
        opened={isOpen}
        name={name}
        prompt={prompt}
        note={note}
        action="Delete"
        onClose={() => setOpen(false)}
        onConfirm={() => {
          setOpen(false)
          setGoing(true)
          void onDelete().finally(() => setGoing(false))
        }}
      />
    </>
  )
}
