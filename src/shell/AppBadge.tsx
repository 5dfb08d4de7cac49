/** The badge on the app's icon: the number of waiting or refused changes plus the person's own overdue tasks. */
import { useEffect } from 'react'
import { session, useMe } from '#src/api/session.ts'
import { useOverdueTasks } from '#src/apps/checklist/use-my-tasks.ts'
import { unsettled } from '#src/offline/my-changes.ts'
import { noteOverdue } from '#src/offline/outbox-actions.ts'
import { useMyChanges } from '#src/offline/use-my-changes.ts'

/** Sets or clears the badge. Browsers show it on installed apps only. */
function setBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return
  void (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => {})
}

/** Tells the service worker the number of overdue tasks: it sets the badge when it sends changes with no page open. */
const tellWorker = (overdue: number): void => void noteOverdue(overdue).catch(() => {})

export function AppBadge() {
  const { _id: me } = useMe()
  const open = unsettled(useMyChanges()).length
  const overdue = useOverdueTasks()
  useEffect(() => setBadge(open + (overdue ?? 0)), [open, overdue])
  // While this window does not know the number yet, the one stored by another window stays.
  useEffect(() => {
    if (overdue !== undefined) tellWorker(overdue)
  }, [overdue])
  // After sign-out, so that the next person does not see a number that is not theirs. On the wall, which has no frame
  // either, the person is still signed in.
  useEffect(
    () => () => {
      if (session.get()?._id === me) return
      setBadge(0)
      tellWorker(0)
    },
    [me],
  )
  return null
}
