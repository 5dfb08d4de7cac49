/**
 * Admin form and list of how often a source or task is expected to run. Overdue runs are shown as late above the failed
 * steps.
 */
import { NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { deleteExpectation, type Expectation, setExpectation } from '#contract/apps/etl.ts'
import { send } from '#src/api/call.ts'
import { useConnection } from '#src/api/connection.ts'
import { Unreachable } from '#src/api/problem.ts'
import { queryClient } from '#src/api/query-client.ts'
import { sendDeletion } from '#src/api/send-deletion.ts'
import { fieldErrors } from '#src/forms/form-errors.ts'
import { setUntouched } from '#src/forms/server-values.ts'
import { usePersistedSubmit } from '#src/forms/use-persisted-submit.ts'
import { countText } from '#src/lib/count-text.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { UnsavedChanges } from '#src/screen/UnsavedChanges.tsx'
import { BusyButton } from '#src/ui/BusyButton.tsx'
import { ConfirmButton } from '#src/ui/ConfirmButton.tsx'
import { Loading } from '#src/ui/Loading.tsx'
import { type OutcomePart, useFailure, useOutcome } from '#src/ui/use-outcome.ts'
import { useRemoval } from '#src/ui/use-removal.ts'
import { expectationTitle } from './expectation-title.ts'
import classes from './Keys.module.css'
import { dataSources, expectations, late } from './queries.ts'

const NEEDS_NETWORK = 'The list of expected runs needs the network. It is not kept on this device.'
const REMOVE = 'Are you sure you want to stop expecting this?'
const ANY = 'Any task'

const UNITS = { minutes: 1, hours: 60, days: 1_440 } as const
type Unit = keyof typeof UNITS

/** Formats minutes in the largest unit that needs no fraction. */
function inWords(minutes: number): string {
  const unit: Unit = minutes % UNITS.days === 0 ? 'days' : minutes % UNITS.hours === 0 ? 'hours' : 'minutes'
  const count = minutes / UNITS[unit]
  return count === 1 ? unit.slice(0, -1) : `${countText(count)} ${unit}`
}

async function refresh(): Promise<void> {
  await Promise.all([expectations, late].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })))
}

interface ExpectationValues {
  readonly dataSource: string
  readonly taskName: string
  readonly every: string
  readonly unit: Unit
  readonly grace: string
}

/** Parses digits only. Anything else is NaN, which the contract refuses. */
const countOf = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN)

const bodyOf = ({ dataSource, taskName, every, unit, grace }: ExpectationValues) => ({
  dataSource,
  taskName,
  everyMinutes: countOf(every) * UNITS[unit],
  graceMinutes: countOf(grace),
})

const FIELDS = { everyMinutes: 'every', graceMinutes: 'grace' }

function ExpectationForm({ online, ...part }: OutcomePart & { readonly online: boolean }) {
  const { setOutcome } = part
  const { data: sources = [] } = useQuery(dataSources)
  const form = useForm<ExpectationValues>({
    initialValues: { dataSource: '', taskName: '', every: '1', unit: 'days', grace: '30' },
    validate: (values) => {
      const { everyMinutes, graceMinutes, ...rest } = fieldErrors(setExpectation.body, bodyOf(values))
      return {
        ...rest,
        ...(everyMinutes ? { every: everyMinutes } : {}),
        ...(graceMinutes ? { grace: graceMinutes } : {}),
      }
    },
  })
  const { submit, busy, error, onInvalid } = usePersistedSubmit(
    form,
    async (values) => {
      setOutcome('')
      const made = await send(setExpectation, { body: bodyOf(values) })
      setUntouched(form, values, form.getInitialValues())
      await refresh()
      setOutcome(`${expectationTitle(made)} is expected every ${inWords(made.everyMinutes)}.`)
    },
    { rename: FIELDS },
  )
  const failure = useFailure(error, part)
  const source = sources.find(({ name }) => name === form.values.dataSource)
  return (
    <form noValidate className={classes.form} onSubmit={form.onSubmit(submit, onInvalid)}>
      <ErrorAlert error={failure} />
      <NativeSelect
        label="Data Source"
        aria-required
        className={classes.field}
        data={[{ value: '', label: 'Select...' }, ...sources.map(({ name }) => name)]}
        {...form.getInputProps('dataSource')}
        onChange={(event) => form.setValues({ dataSource: event.currentTarget.value, taskName: '' })}
      />
      <NativeSelect
        label="Task"
        className={classes.field}
        data={[{ value: '', label: ANY }, ...(source?.totalSteps ?? [])]}
        {...form.getInputProps('taskName')}
      />
      <div className={classes.terms}>
        <TextInput
          label="Every"
          aria-required
          inputMode="numeric"
          className={classes.number}
          {...form.getInputProps('every')}
        />
        <NativeSelect aria-label="Unit" data={Object.keys(UNITS)} {...form.getInputProps('unit')} />
        <TextInput
          label="Grace (min)"
          aria-required
          inputMode="numeric"
          className={classes.number}
          {...form.getInputProps('grace')}
        />
        <BusyButton type="submit" busy={busy} disabled={!online}>
          Expect
        </BusyButton>
      </div>
      <UnsavedChanges within="tab" isDirty={() => form.isDirty()} />
    </form>
  )
}

export function Expectations() {
  const { online } = useConnection()
  const { data, error } = useQuery(expectations)
  const sources = useQuery(dataSources)
  const isOutOfReach = !data && (!online || error instanceof Unreachable)
  // Offline, no expectation can be added anyway, so the missing sources are not reported.
  const noSources = sources.data || sources.error instanceof Unreachable ? null : sources.error
  const { outcome, partOf } = useOutcome()
  const { heading, refusal, remove } = useRemoval(partOf('list'), refresh)
  // Other servers may not have expectations.
  if (data === null) return null

  const expectNoLonger = (expectation: Expectation) =>
    remove(
      () => sendDeletion(deleteExpectation, expectation._id),
      `${expectationTitle(expectation)} is expected no longer.`,
    )

  return (
    <section className={classes.keys} aria-labelledby="expectations">
      <div>
        <h2 id="expectations" ref={heading} tabIndex={-1}>
          Expected Runs
        </h2>
        <p className={classes.hint}>
          Whatever does not run as often as expected is shown as late above the failed steps.
        </p>
      </div>
      <ErrorAlert error={refusal ?? (data || isOutOfReach ? null : error) ?? noSources} />
      <ExpectationForm online={online} {...partOf('form')} />
      <p className={classes.said} role="status">
        {online ? outcome : 'You are offline. This can be changed once the portal is back.'}
      </p>
      {isOutOfReach && <p className={classes.hint}>{NEEDS_NETWORK}</p>}
      {data
        ? data.length > 0 && (
            <ul className={classes.list}>
              {data.map((expectation) => (
                <li key={expectation._id} className={classes.key}>
                  <span className={classes.name}>{expectationTitle(expectation)}</span>
                  <span className={classes.used}>
                    Every {inWords(expectation.everyMinutes)}
                    {expectation.graceMinutes > 0 && `, late after ${inWords(expectation.graceMinutes)} more`}
                  </span>
                  <ConfirmButton
                    name={expectationTitle(expectation)}
                    prompt={REMOVE}
                    action="Remove"
                    isDestructive
                    variant="default"
                    size="compact-sm"
                    disabled={!online}
                    aria-label={`Remove ${expectationTitle(expectation)}`}
                    onConfirm={() => expectNoLonger(expectation)}
                  >
                    Remove
                  </ConfirmButton>
                </li>
              ))}
            </ul>
          )
        : !error && !isOutOfReach && <Loading />}
    </section>
  )
}
