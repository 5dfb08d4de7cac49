/** Checks all open tasks of a checklist, for the first time or after a refusal. */
import { useState } from 'react'
import { announce } from '#src/lib/announce.ts'
import { focusAfter } from '#src/lib/focus-after.ts'
import { focusTitle } from '#src/shell/Page.tsx'
import { type Owner, completeAll as send } from './changes.ts'

/** Announces the change once it is kept on the device; `failure` is the reason it was not. */
export function useCompleteAll() {
  const [failure, setFailure] = useState<unknown>(null)
  function completeAll(owner: Owner, repeats?: string): void {
    const focus = focusAfter()
    setFailure(null)
    // The pressed button is gone, and the focus with it.
    send(owner, repeats).then(() => {
      focus(focusTitle)
      announce('All tasks are marked as complete.')
    }, setFailure)
  }
  return { completeAll, failure }
}
