/** Says on the user edit screen that the user is deactivated, and how they get back in. */
import { Alert } from '@mantine/core'
import { IconUserOff } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { BusyButton } from '#src/ui/BusyButton.tsx'
import classes from './UserEditPage.module.css'

interface DeactivatedNoteProps {
  readonly name: string
  /**
   * The user was deactivated in this form just now: the note takes the focus of the button, which is disabled by then.
   */
  readonly isNew: boolean
  readonly busy: boolean
  readonly onUndo: () => void
}

export function DeactivatedNote({ name, isNew, busy, onUndo }: DeactivatedNoteProps) {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isNew) note.current?.focus()
  }, [isNew])
  return (
    <Alert
      ref={note}
      tabIndex={-1}
      variant="light"
      color="gray"
      className={classes.note}
      title={`${name} is deactivated and cannot sign in.`}
      icon={<IconUserOff size={20} stroke={1.5} aria-hidden />}
    >
      Choose a department and press Update to let them back in. “No department” lets them back in as well. Permissions
      must be granted again.
      {isNew && (
        <BusyButton variant="default" size="compact-sm" className={classes.undo} busy={busy} onClick={onUndo}>
          Undo
        </BusyButton>
      )}
    </Alert>
  )
}
