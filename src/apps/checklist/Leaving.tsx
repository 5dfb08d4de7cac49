/** The offboarding panel of a leaving person: remaining tasks, last day, deactivation and undo. */
import { useState } from 'react'
import { cancelOffboarding } from '#contract/apps/checklist.ts'
import { send } from '#src/api/call.ts'
import { useConnection } from '#src/api/connection.ts'
import { deactivateUser } from '#src/api/permissions.ts'
import { useIsOther } from '#src/api/portal-config.ts'
import { queryClient } from '#src/api/query-client.ts'
import { useMe } from '#src/api/session.ts'
import { focusAfter } from '#src/lib/focus-after.ts'
import { repeatKeys } from '#src/lib/repeat-keys.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { focusTitle } from '#src/screen/Page.tsx'
import { ConfirmButton } from '#src/ui/ConfirmButton.tsx'
import { LastDay } from './LastDay.tsx'
import classes from './Leaving.module.css'
import type { ListedUser } from './people-columns.tsx'
import { checklists } from './queries.ts'
import type { SeenTask } from './use-checklist.ts'

const deactivation = (name: string) =>
  `This removes all permissions, admin rights and the department of ${name} and signs them out everywhere. They can be let back in on their user page.`
const stay = (name: string) =>
  `${name} is no longer marked as leaving, and the offboarding tasks that nobody has checked are removed.`

/** `tasks`: all tasks of the checklist, onboarding included. */
export function Leaving({ person, tasks }: { person: ListedUser; tasks: readonly SeenTask[] }) {
  const me = useMe()
  const { online } = useConnection()
  const isOther = useIsOther()
  const [keys] = useState(repeatKeys)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const { id, name } = person
  const left = tasks.filter(({ isOffboarding, isChecked }) => isOffboarding && !isChecked).length
  const isWaiting = tasks.some((task) => task.isWaiting)

  async function run(act: () => Promise<unknown>): Promise<void> {
    const focus = focusAfter()
    setBusy(true)
    setError(null)
    try {
      await act()
      keys.forget()
    } catch (problem) {
      setError(problem)
    } finally {
      await queryClient.invalidateQueries({ queryKey: checklists.key })
      setBusy(false)
    }
    // The button was either removed or disabled while busy, so it no longer has the focus.
    focus(focusTitle)
  }

  const deactivate = () => deactivateUser(id, keys.headers('deactivate'))
  const undo = () => send(cancelOffboarding, { params: { id }, headers: keys.headers('undo') })

  const sentence = person.deactivated
    ? `${name} is deactivated and cannot sign in.`
    : left > 0
      ? `${name} is leaving: ${left} offboarding ${left === 1 ? 'task' : 'tasks'} to go.`
      : `${name} is leaving, and every offboarding task is done.`
  const canDeactivate = left === 0 && !isWaiting && !person.deactivated && id !== me._id

  return (
    <section className={classes.leaving} aria-label="Offboarding">
      <div>
        <p className={classes.sentence}>{sentence}</p>
        {person.lastDay && <LastDay id={id} lastDay={person.lastDay} isOver={person.deactivated ?? false} />}
      </div>
      <ErrorAlert error={error} />
      <div className={classes.actions}>
        {!person.deactivated && !isOther && (
          <ConfirmButton
            name={name}
            prompt={stay(name)}
            action="Undo offboarding"
            variant="default"
            loading={busy}
            disabled={!online || isWaiting}
            onConfirm={() => void run(undo)}
          >
            Undo offboarding
          </ConfirmButton>
        )}
        {canDeactivate && (
          <ConfirmButton
            name={name}
            prompt={deactivation(name)}
            action="Deactivate"
            isDestructive
            loading={busy}
            disabled={!online}
            onConfirm={() => void run(deactivate)}
          >
            Deactivate now
          </ConfirmButton>
        )}
      </div>
    </section>
  )
}
