/** Asks before a form with unsaved changes is left: by a link, another tab of its page, the back button, the closing of the tab or signing out. */
import { type BlockerFn, type HistoryLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { holdUnsaved } from '#src/lib/unsaved.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { isBackTaken } from './RouterBack.tsx'

const PROMPT = 'What you changed here is not saved. Leave all the same?'

interface LeaveDialogProps {
  readonly opened: boolean
  /** Where it is about something else than what was changed. */
  readonly prompt?: string | undefined
  readonly onLeave: () => void
  readonly onStay: () => void
}

/** The question itself: also for a form in a dialog that is being closed. */
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
 * Somebody has said so: of several forms on a page one asks, for all of them. Until they are gone, or the step has led back
 * to them.
 */
let isLeaving = false

interface Step {
  readonly action: Parameters<BlockerFn>[0]['action']
  readonly next: HistoryLocation
}

const isSamePage = (here: HistoryLocation, next: HistoryLocation, within: string | undefined) =>
  here.pathname === next.pathname &&
  (!within || new URLSearchParams(here.search).get(within) === new URLSearchParams(next.search).get(within))

interface UnsavedChangesProps {
  readonly isDirty: () => boolean
  readonly prompt?: string
  /** The part of the address's search that says which tab is shown: the form is gone with its tab. */
  readonly within?: string
}

/**
 * `isDirty` is asked in the moment of leaving. A guard that leads away (rights taken, signed out) is not held up. The step
 * is undone before the question is asked, and taken again on “Leave”: the address is that of the page one looks at, and
 * the back button closes the question as it closes every other.
 */
export function UnsavedChanges({ isDirty, prompt, within }: UnsavedChangesProps) {
  const router = useRouter()
  const [step, setStep] = useState<Step | null>(null)
  const hold = useRef<BlockerFn>(() => false)
  hold.current = ({ action, currentLocation, nextLocation }) => {
    if (isLeaving || isSamePage(currentLocation, nextLocation, within) || !isDirty()) return false
    // Of a form in a dialog the dialog asks; and one that is asked stays by it.
    if (action === 'BACK' && isBackTaken()) return false
    // One more while the question is open, by a notification: it is asked of that one then.
    setStep({ action, next: nextLocation })
    return true
  }
  const asked = useRef(isDirty)
  asked.current = isDirty
  useEffect(() => holdUnsaved(() => asked.current()), [])
  useEffect(() => {
    const stay = () => {
      isLeaving = false
    }
    const stop = router.subscribe('onResolved', stay)
    // Of a document that the step has led out of, and that comes back as it was.
    window.addEventListener('pageshow', stay)
    return () => {
      stop()
      window.removeEventListener('pageshow', stay)
      stay()
    }
  }, [router])
  // Not by the router's hook, which knows no state of the next step: what it says of the list that one came from.
  useEffect(
    () =>
      router.history.block({
        blockerFn: (step) => hold.current(step),
        enableBeforeUnload: () => asked.current(),
      }),
    [router],
  )

  function leave(): void {
    if (!step) return
    const { action, next } = step
    isLeaving = true
    setStep(null)
    if (action === 'BACK') router.history.back()
    else if (action === 'FORWARD') router.history.forward()
    else void router.navigate({ href: next.href, state: next.state, replace: action === 'REPLACE' })
  }

  return <LeaveDialog opened={step !== null} prompt={prompt} onLeave={leave} onStay={() => setStep(null)} />
}
