/** A form in place of what it edits, in one line: Save sends it, Cancel or Escape leaves everything as it was. */
import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { BusyButton } from '#src/ui/BusyButton.tsx'
import { BusyFields } from '#src/ui/BusyFields.tsx'
import card from '#src/ui/Card.module.css'
import { ErrorAlert } from './ErrorAlert.tsx'
import { UnsavedChanges } from './UnsavedChanges.tsx'

interface InPlaceFormProps {
  readonly online: boolean
  readonly busy: boolean
  readonly error: unknown
  /** Whether anything was typed that closing would lose. */
  readonly isDirty: () => boolean
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Returns the ref of the field that has the focus, with its whole text selected, as the form opens. */
export function useFirstField(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  return field
}

export function InPlaceForm({ online, busy, error, isDirty, onSubmit, onClose, children }: InPlaceFormProps) {
  return (
    <>
      <form
        noValidate
        className={card.line}
        onSubmit={onSubmit}
        onKeyDown={(event) => {
          // While composing, an input method uses Escape itself.
          if (event.key === 'Escape' && !event.nativeEvent.isComposing && !busy) onClose()
        }}
      >
        <ErrorAlert error={error} />
        <div className={card.field}>
          <BusyFields busy={busy}>{children}</BusyFields>
          <BusyButton type="submit" busy={busy} disabled={!online}>
            Save
          </BusyButton>
          <Button variant="default" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
      {/* Outside the form: a key that closes this question would close the form too. */}
      <UnsavedChanges isDirty={isDirty} />
    </>
  )
}
