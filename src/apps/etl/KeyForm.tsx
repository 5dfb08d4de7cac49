/** Form that creates an API key, with a name and the data sources it may report for. */
import { NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { createApiKey, MAX_KEY_SOURCES } from '#contract/apps/etl.ts'
import type { AnswerOf, BodyIn } from '#contract/call.ts'
import { send } from '#src/api/call.ts'
import { Conflict, Unreachable } from '#src/api/problem.ts'
import { queryClient } from '#src/api/query-client.ts'
import { fieldErrors } from '#src/forms/form-errors.ts'
import { usePersistedSubmit } from '#src/forms/use-persisted-submit.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { UnsavedChanges } from '#src/screen/UnsavedChanges.tsx'
import { BusyButton } from '#src/ui/BusyButton.tsx'
import { SourcesField } from '#src/ui/SourcesField.tsx'
import { type OutcomePart, useFailure } from '#src/ui/use-outcome.ts'
import classes from './Keys.module.css'
import { apiKeys, dataSources } from './queries.ts'

const SCOPES = [
  { value: 'all', label: 'All data sources' },
  { value: 'some', label: 'Only these data sources' },
] as const

interface KeyValues {
  readonly name: string
  readonly scope: (typeof SCOPES)[number]['value']
  readonly sources: string[]
}

const bodyOf = ({ name, scope, sources }: KeyValues): BodyIn<typeof createApiKey> =>
  scope === 'all' ? { name } : { name, sources }

const LOST = 'No answer arrived. If the key is in the list below all the same, revoke it: it cannot be shown any more.'

const existsAlready = (name: string) =>
  `There is a key named “${name}” already. If it was never shown, revoke it below. Press Create Key again for another.`

interface KeyFormProps extends OutcomePart {
  readonly online: boolean
  readonly onMade: (made: AnswerOf<typeof createApiKey>) => Promise<void>
}

export function KeyForm({ online, onMade, ...part }: KeyFormProps) {
  const { data: known = [] } = useQuery(dataSources)
  const form = useForm<KeyValues>({
    initialValues: { name: '', scope: 'all', sources: [] },
    validate: (values) => fieldErrors(createApiKey.body, bodyOf(values)),
  })
  /** The last name of which the person was told that it exists. */
  const warnedName = useRef<string | null>(null)
  const { submit, busy, error, onInvalid } = usePersistedSubmit(form, async (values) => {
    part.setOutcome('')
    const body = bodyOf(values)
    // The answer is a secret, which no idempotency key can repeat: a name that exists may be the key of a lost answer.
    const name = body.name.trim()
    const list = await queryClient.fetchQuery({ ...apiKeys, staleTime: 0 })
    if (warnedName.current !== name && list.some((each) => each.name === name)) {
      warnedName.current = name
      throw new Conflict(existsAlready(name))
    }
    warnedName.current = null
    const made = await send(createApiKey, { body }).catch((problem: unknown) => {
      void queryClient.invalidateQueries({ queryKey: apiKeys.queryKey })
      throw problem instanceof Unreachable ? new Unreachable(LOST) : problem
    })
    await onMade(made)
  })
  const failure = useFailure(error, part)
  return (
    <form noValidate className={classes.form} onSubmit={form.onSubmit(submit, onInvalid)}>
      <ErrorAlert error={failure} />
      <TextInput
        label="Name"
        aria-required
        description="What uses it, for example “Airflow production”"
        autoComplete="off"
        className={classes.field}
        {...form.getInputProps('name')}
      />
      <NativeSelect
        label="May report for"
        description="If the key leaks, it can do no more than this"
        className={classes.field}
        data={[...SCOPES]}
        {...form.getInputProps('scope')}
      />
      {form.values.scope === 'some' && (
        <SourcesField
          label="Data sources"
          aria-required
          description="Choose, or type the name of one that has not reported yet and press Enter"
          className={classes.wide}
          data={known.map(({ name }) => name)}
          maxTags={MAX_KEY_SOURCES}
          {...form.getInputProps('sources')}
        />
      )}
      <BusyButton type="submit" busy={busy} disabled={!online}>
        Create Key
      </BusyButton>
      <UnsavedChanges within="tab" isDirty={() => form.isDirty()} />
    </form>
  )
}
