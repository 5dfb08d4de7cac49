/** What deletes the thing of its row: quiet there, asked about, and busy until it is done. */
import { useState } from 'react'
import { ConfirmButton } from './ConfirmButton.tsx'

interface DeleteButtonProps {
  readonly name: string
  readonly prompt: string
  readonly disabled: boolean
  readonly onDelete: () => Promise<void>
}

export function DeleteButton({ name, prompt, disabled, onDelete }: DeleteButtonProps) {
  const [isGoing, setGoing] = useState(false)
  return (
    <ConfirmButton
      name={name}
      prompt={prompt}
      action="Delete"
      aria-label={`Delete ${name}`}
      variant="subtle"
      color="gray"
      size="sm"
      px="xs"
      fw={500}
      loading={isGoing}
      disabled={disabled}
      onConfirm={() => {
        setGoing(true)
        void onDelete().finally(() => setGoing(false))
      }}
    >
      Delete
    </ConfirmButton>
  )
}
