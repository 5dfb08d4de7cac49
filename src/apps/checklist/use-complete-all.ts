/** Checks all open tasks of a checklist, for the first time or after a refusal. */
import { useEffect, useState } from 'react'
import { announce } from '#src/lib/announce.ts'
import { focusAfter } from '#src/lib/focus-after.ts'
import { useMyChanges } from '#src/offline/use-my-changes.ts'
import { focusTitle } from '#src/screen/Page.tsx'
import { entityOf, isAll, type Owner, completeAll as send } from './changes.ts'
import { isRefused } from './use-checklist.ts'

/**
 * Announces the change once it is kept on the device, and takes that back if the server refuses it. `failure` is the
 * reason it was not kept.
 */
export function useCompleteAll() {
  const [failure, setFailure] = useState<unknown>(null)
  const [entity, setEntity] = useState<string | null>(null)
  const change = useMyChanges().rows.findLast((row) => row.entity === entity && isAll(row))
  const isTakenBack = change !== undefined && isRefused(change)
  useEffect(() => {
    if (isTakenBack) announce('')
  }, [isTakenBack])

  function completeAll(owner: Owner, repeats?: string): void {
    const focus = focusAfter()
    setFailure(null)
    setEntity(entityOf(owner.id))
    // The pressed button is gone, and the focus with it.
    send(owner, repeats).then(() => {
      focus(focusTitle)
      announce('All tasks are marked as complete.')
    }, setFailure)
  }
  return { completeAll, failure }
}
