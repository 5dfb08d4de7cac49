/** The form for the kinds of notifications on all of the person's devices; offers only kinds they have a right to. */
import { Checkbox, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SessionUser } from '#contract/apps/accounts.ts'
import { KINDS, type Kind, MAX_CHOSEN_SOURCES, setWanted, type Wanted } from '#contract/apps/notifications.ts'
import { send } from '#src/api/call.ts'
import { queryClient } from '#src/api/query-client.ts'
import { fieldErrors } from '#src/forms/form-errors.ts'
import { setUntouched, useServerValues } from '#src/forms/server-values.ts'
import { threeWayMerge } from '#src/forms/three-way-merge.ts'
import { usePersistedSubmit } from '#src/forms/use-persisted-submit.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { UnsavedChanges } from '#src/screen/UnsavedChanges.tsx'
import { BusyButton } from '#src/ui/BusyButton.tsx'
import { SourcesField } from '#src/ui/SourcesField.tsx'
import classes from './Notifications.module.css'
import { notifications, sources } from './queries.ts'
import { mayReceive } from './wanted.ts'

const HINTS: Readonly<Partial<Record<Kind, string>>> = {
  breakOver: 'For break types with a planned length',
  moodDue: 'On the last day of the week, if yours has not been sent',
  tasks: 'When one is due or overdue',
}

interface WantedFormProps {
  readonly me: SessionUser
  readonly wanted: Wanted
  /** A kind is chosen, but no device is turned on. */
  readonly isUnheard: boolean
  readonly online: boolean
  readonly onSaved: (wanted: Wanted) => void
}

function Sources(props: ReturnType<ReturnType<typeof useForm<Wanted>>['getInputProps']>) {
  const { data = [] } = useQuery(sources)
  return (
    <SourcesField
      label={KINDS.etlFailures.label}
      description="For these data sources, at most once an hour per step"
      placeholder="Choose data sources"
      data={data}
      maxTags={MAX_CHOSEN_SOURCES}
      {...props}
    />
  )
}

export function WantedForm({ me, wanted, isUnheard, online, onSaved }: WantedFormProps) {
  const may = (kind: Kind) => mayReceive(me, kind)
  const [saved, setSaved] = useState(false)
  const mine = (all: Wanted): Wanted => ({ ...all, etlSources: may('etlFailures') ? all.etlSources : [] })
  const form = useForm<Wanted>({
    initialValues: mine(wanted),
    validate: (values) => fieldErrors(setWanted.body, values),
    onValuesChange: () => setSaved(false),
  })
  const { submit, busy, error, onInvalid } = usePersistedSubmit(form, async (values) => {
    // Read before the fetch, with which choices made on another device replace the form's initial values.
    const before = form.getInitialValues()
    const { wanted: now } = await queryClient.fetchQuery({ ...notifications, staleTime: 0 })
    // `mine` drops sources whose right the person has lost: they have no field, and the server would refuse the body.
    const stored = await send(setWanted, { body: mine(threeWayMerge(before, values, now)) })
    onSaved(stored)
    setUntouched(form, values, mine(stored))
    setSaved(true)
  })
  useServerValues(form, mine(wanted))
  return (
    <form noValidate className={classes.part} onSubmit={form.onSubmit(submit, onInvalid)}>
      <ErrorAlert error={error} />
      <UnsavedChanges isDirty={() => form.isDirty()} />
      <fieldset className={classes.kinds}>
        <legend>Tell me about</legend>
        {(['breakOver', 'moodDue', 'tasks'] as const).filter(may).map((kind) => (
          <Checkbox
            key={kind}
            label={KINDS[kind].label}
            description={HINTS[kind]}
            {...form.getInputProps(kind, { type: 'checkbox' })}
          />
        ))}
        {may('etlFailures') && <Sources {...form.getInputProps('etlSources')} />}
      </fieldset>
      <div className={classes.buttons}>
        <BusyButton type="submit" busy={busy} disabled={!online}>
          Save Choices
        </BusyButton>
        <div role="status">
          <Text size="sm" c="dimmed">
            {saved && 'Saved.'}
          </Text>
          {isUnheard && (
            <Text size="sm" c="dimmed">
              Notifications are not on for any of your devices yet.
            </Text>
          )}
        </div>
      </div>
    </form>
  )
}
