/** Asks before a form with unsaved changes is left, by a link, the back button or the closing of the tab. */
import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from './ConfirmDialog.tsx'

/** `isDirty` is asked in the moment of leaving. A guard that leads away (rights taken, signed out) is not held up. */
export function UnsavedChanges({ isDirty }: { isDirty: () => boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isDirty(),
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      opened={status === 'blocked'}
      name="Unsaved changes"
      prompt="What you changed here is not saved. Leave all the same?"
      action="Leave"
      cancel="Stay"
      onConfirm={() => proceed?.()}
      onClose={() => reset?.()}
    />
  )
}
