/** Asks before a form with unsaved changes is left: by a link, the back button, the closing of the tab or signing out. */
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { holdUnsaved } from '#src/lib/unsaved.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'

interface LeaveDialogProps {
  readonly opened: boolean
  readonly onLeave: () => void
  readonly onStay: () => void
}

/** The question itself: also for a form in a dialog that is being closed. */
export function LeaveDialog({ opened, onLeave, onStay }: LeaveDialogProps) {
  return (
    <ConfirmDialog
      opened={opened}
      name="Unsaved changes"
      prompt="What you changed here is not saved. Leave all the same?"
      action="Leave"
      cancel="Stay"
      onConfirm={onLeave}
      onClose={onStay}
    />
  )
}

/** `isDirty` is asked in the moment of leaving. A guard that leads away (rights taken, signed out) is not held up. */
export function UnsavedChanges({ isDirty }: { isDirty: () => boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isDirty(),
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  const asked = useRef(isDirty)
  asked.current = isDirty
  useEffect(() => holdUnsaved(() => asked.current()), [])
  return <LeaveDialog opened={status === 'blocked'} onLeave={() => proceed?.()} onStay={() => reset?.()} />
}
