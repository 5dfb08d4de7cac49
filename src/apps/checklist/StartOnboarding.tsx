/** Button that gives a checklist to a person who has none. */
import { useState } from 'react'
import { startOnboarding } from '#contract/apps/checklist.ts'
import { send } from '#src/api/call.ts'
import { useConnection } from '#src/api/connection.ts'
import { queryClient } from '#src/api/query-client.ts'
import { focusAfter } from '#src/lib/focus-after.ts'
import { repeatKeys } from '#src/lib/repeat-keys.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { focusTitle } from '#src/screen/Page.tsx'
import { BusyButton } from '#src/ui/BusyButton.tsx'
import classes from './PersonCard.module.css'
import { checklists } from './queries.ts'

const NO_TODOS = 'There are no onboarding todos for their department yet.'

export function StartOnboarding({ id, name }: { id: number; name: string }) {
  const { online } = useConnection()
  const [keys] = useState(repeatKeys)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)

  async function start(): Promise<void> {
    const focus = focusAfter()
    setBusy(true)
    setError(null)
    try {
      const tasks = await send(startOnboarding, { params: { id }, headers: keys.headers('start') })
      keys.forget()
      if (tasks?.length === 0) setError(NO_TODOS)
      await queryClient.invalidateQueries({ queryKey: checklists.key })
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(false)
    }
    // The button was either removed or disabled while busy, so it no longer has the focus.
    focus(focusTitle)
  }

  return (
    <div className={classes.start}>
      <p>{name || 'This person'} has no checklist yet.</p>
      <ErrorAlert error={error} />
      <BusyButton busy={busy} disabled={!online} onClick={() => void start()}>
        Start onboarding
      </BusyButton>
      {!online && <p className="quiet">You are offline. It can be started once the portal is back.</p>}
    </div>
  )
}
