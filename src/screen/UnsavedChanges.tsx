/**
 * Asks before a form with unsaved changes is left: by a link, another tab of its page, the back button, closing the
 * browser tab, or signing out.
 */
import { type BlockerFn, type HistoryLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { registerUnsaved } from '#src/lib/unsaved.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { isBackTaken } from './RouterBack.tsx'

const PROMPT = 'What you changed here is not saved. Leave anyway?'

interface LeaveDialogProps {
  readonly opened: boolean
  /** Overrides the default question. */
  readonly prompt?: string | undefined
  readonly onLeave: () => void
  readonly onStay: () => void
}

/** The question itself; also used for a form in a dialog that is being closed. */
export function LeaveDialog({ opened, prompt = PROMPT, onLeave, onStay }: LeaveDialogProps) {
  return (
    <ConfirmDialog
      opened={opened}
      name="Unsaved changes"
      prompt={prompt}
      action="Leave"
      cancel="Stay"
      onConfirm={onLeave}
      onClose={onStay}
    />
  )
}

/**
 * Whether the person has chosen “Leave”: of several forms on a page only one asks, for all of them. Reset when the
 * forms unmount, the navigation settles or the page comes back.
 */
let isLeaving = false

interface BlockedNavigation {
  readonly action: Parameters<BlockerFn>[0]['action']
  readonly next: HistoryLocation
}

const isSamePage = (here: HistoryLocation, next: HistoryLocation, within: string | undefined) =>
  here.pathname === next.pathname &&
  (!within || new URLSearchParams(here.search).get(within) === new URLSearchParams(next.search).get(within))

interface UnsavedChangesProps {
  readonly isDirty: () => boolean
  readonly prompt?: string
  /** The search parameter that says which tab of the page is shown: leaving that tab removes the form. */
  readonly within?: string
}

/**
 * Blocks navigation while `isDirty()`, which is called at the moment of leaving. A guard's redirect (rights revoked,
 * signed out) is not blocked. The navigation is undone before the question is asked and repeated on “Leave”: so the
 * address is that of the visible page, and the back button closes the question as it closes any dialog.
 */
export function UnsavedChanges({ isDirty, prompt, within }: UnsavedChangesProps) {
  const router = useRouter()
  const [blocked, setBlocked] = useState<BlockedNavigation | null>(null)
  const isAnyDirty = useEffectEvent(isDirty)
  const block = useEffectEvent<BlockerFn>(({ action, currentLocation, nextLocation }) => {
    if (isLeaving || isSamePage(currentLocation, nextLocation, within) || !isDirty()) return false
    // The back button closes an open dialog: the dialog asks about a form in it, and an open question is closed.
    if (action === 'BACK' && isBackTaken()) return false
    // A second navigation while the question is open, from a notification, replaces the first.
    setBlocked({ action, next: nextLocation })
    return true
  })
  useEffect(() => registerUnsaved(() => isAnyDirty()), [])
  useEffect(() => {
    const stay = () => {
      isLeaving = false
    }
    const stop = router.subscribe('onResolved', stay)
    // The navigation left this document, and the browser has restored it from its cache.
    window.addEventListener('pageshow', stay)
    return () => {
      stop()
      window.removeEventListener('pageshow', stay)
      stay()
    }
  }, [router])
  // Not by the router's hook, which drops the history state of the next location: the state holds the list's search.
  useEffect(
    () =>
      router.history.block({
        blockerFn: (step) => block(step),
        enableBeforeUnload: () => isAnyDirty(),
      }),
    [router],
  )

  function leave(): void {
    if (!blocked) return
    const { action, next } = blocked
    isLeaving = true
    setBlocked(null)
    if (action === 'BACK') router.history.back()
    else if (action === 'FORWARD') router.history.forward()
    else void router.navigate({ href: next.href, state: next.state, replace: action === 'REPLACE' })
  }

  return <LeaveDialog opened={blocked !== null} prompt={prompt} onLeave={leave} onStay={() => setBlocked(null)} />
}
