/** Shows the last day of a leaving person and lets an admin change it; the due dates of open tasks move with it. */
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { startOffboarding } from '#contract/apps/checklist.ts'
import { send } from '#src/api/call.ts'
import { useCompanyDay } from '#src/api/company-day.ts'
import { useConnection } from '#src/api/connection.ts'
import { queryClient } from '#src/api/query-client.ts'
import { repeatKeys } from '#src/lib/repeat-keys.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { BusyButton } from '#src/ui/BusyButton.tsx'
import { BusyFields } from '#src/ui/BusyFields.tsx'
import { dayText } from './due.ts'
import classes from './Leaving.module.css'
import { checklists } from './queries.ts'

function Change({ id, lastDay, onDone }: { id: number; lastDay: string; onDone: () => void }) {
  const [keys] = useState(repeatKeys)
  const [day, setDay] = useState(lastDay)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => void field.current?.focus(), [])

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    setBusy(true)
    setError(null)
    try {
      const body = { lastDay: day }
      await send(startOffboarding, { params: { id }, body, headers: keys.headers('last day', body) })
      await queryClient.invalidateQueries({ queryKey: checklists.key })
      onDone()
    } catch (problem) {
      setError(problem)
      setBusy(false)
    }
  }

  return (
    <form noValidate className={classes.change} onSubmit={(event) => void submit(event)}>
      <ErrorAlert error={error} />
      <BusyFields busy={busy}>
        <TextInput
          ref={field}
          type="date"
          label="Last day"
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
      </BusyFields>
      <BusyButton type="submit" busy={busy} disabled={day === ''}>
        Save
      </BusyButton>
      <Button variant="default" disabled={busy} onClick={onDone}>
        Cancel
      </Button>
    </form>
  )
}

export function LastDay({ id, lastDay, isOver }: { id: number; lastDay: string; isOver: boolean }) {
  const { online } = useConnection()
  const today = useCompanyDay()
  const [isChanging, setChanging] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasChanging = useRef(false)
  useEffect(() => {
    // The form is unmounted and the focus with it, so the focus returns to the button.
    if (wasChanging.current && !isChanging) button.current?.focus()
    wasChanging.current = isChanging
  }, [isChanging])
  if (isChanging) return <Change id={id} lastDay={lastDay} onDone={() => setChanging(false)} />
  return (
    <p className={classes.lastDay}>
      Last day: <time dateTime={lastDay}>{dayText(lastDay, today)}</time>
      {!isOver && (
        <Button ref={button} size="compact-sm" variant="subtle" disabled={!online} onClick={() => setChanging(true)}>
          Change<span className="visually-hidden"> the last day</span>
        </Button>
      )}
    </p>
  )
}
