/** Asks before a form with unsaved changes is left: by a link, the back button, the closing of the tab or signing out. */
import { useBlocker, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
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

interface Step {
  readonly action: string
  readonly next: { readonly pathname: string; readonly search: object }
}

/**
 * `isDirty` is asked in the moment of leaving. A guard that leads away (rights taken, signed out) is not held up. The step
 * is undone before the question is asked, and taken again on “Leave”: the address is that of the page one looks at, and
 * the back button closes the question as it closes every other.
 */
export function UnsavedChanges({ isDirty }: { isDirty: () => boolean }) {
  const router = useRouter()
  const [step, setStep] = useState<Step | null>(null)
  const isLeaving = useRef(false)
  useBlocker({
    shouldBlockFn: ({ action, current, next }) => {
      if (isLeaving.current || step || current.pathname === next.pathname || !isDirty()) return false
      setStep({ action, next })
      return true
    },
    enableBeforeUnload: isDirty,
  })
  const asked = useRef(isDirty)
  asked.current = isDirty
  useEffect(() => holdUnsaved(() => asked.current()), [])

  function leave(): void {
    if (!step) return
    const { action, next } = step
    isLeaving.current = true
    setStep(null)
    if (action === 'BACK') router.history.back()
    else if (action === 'FORWARD') router.history.forward()
    else void router.navigate({ to: next.pathname, search: next.search, replace: action === 'REPLACE' })
  }

  return <LeaveDialog opened={step !== null} onLeave={leave} onStay={() => setStep(null)} />
}
