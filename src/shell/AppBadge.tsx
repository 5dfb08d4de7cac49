/** The number on the app's icon: changes that wait or were refused, and tasks of one's own that are overdue. */
import { useEffect } from 'react'
import { useOverdueTasks } from '#src/apps/checklist/use-my-tasks.ts'
import { noteOverdue, unsettled } from '#src/offline/my-changes.ts'
import { useMyChanges } from '#src/offline/use-my-changes.ts'

/** Installed apps alone show it. */
function setBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return
  void (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => {})
}

/** It sends while no page is open, and sets the number then. */
const tellWorker = (overdue: number): void => void noteOverdue(overdue).catch(() => {})

export function AppBadge() {
  const open = unsettled(useMyChanges()).length
  const overdue = useOverdueTasks()
  useEffect(() => setBadge(open + (overdue ?? 0)), [open, overdue])
  // Until it is known here, another window's word stands.
  useEffect(() => {
    if (overdue !== undefined) tellWorker(overdue)
  }, [overdue])
  // Nobody signed in: no number for the next person to wonder about.
  useEffect(
    () => () => {
      setBadge(0)
      tellWorker(0)
    },
    [],
  )
  return null
}
