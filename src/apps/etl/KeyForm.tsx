/** Form that creates an API key, with a name and the data sources it may report for. */
import { NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { createApiKey, MAX_KEY_SOURCES } from '#contract/apps/etl.ts'
import type { AnswerOf, BodyIn } from '#contract/call.ts'
import { send } from '#src/api/call.ts'
import { fieldErrors } from '#src/forms/form-errors.ts'
import { usePersistedSubmit } from '#src/forms/use-persisted-submit.ts'
import { ErrorAlert } from '#src/shell/ErrorAlert.tsx'
import { UnsavedChanges } from '#src/shell/UnsavedChanges.tsx'
import { BusyButton } from '#src/ui/BusyButton.tsx'
import { SourcesField } from '#src/ui/SourcesField.tsx'
import { type OutcomePart, useFailure } from '#src/ui/use-outcome.ts'
import classes from './Keys.module.css'
import { dataSources } from './queries.ts'

const SCOPES = [
  { value: 'all', label: 'All data sources' },
  { value: 'some', label: 'Only these data sources' },
] as const

interface FormValues {
  readonly name: string
  readonly scope: (typeof SCOPES)[number]['value']
  readonly sources: string[]
}

const bodyOf = ({ name, scope, sources }: FormValues): BodyIn<typeof createApiKey> =>
  scope === 'all' ? { name } : { name, sources }

interface KeyFormProps extends OutcomePart {
  readonly online: boolean
  readonly onMade: (made: AnswerOf<typeof createApiKey>) => Promise<void>
}

export function KeyForm({ online, onMade, ...part }: KeyFormProps) {
  const { data: known = [] } = useQuery(dataSources)
  const form = useForm<FormValues>({
    initialValues: { name: '', scope: 'all', sources: [] },
    validate: (values) => fieldErrors(createApiKey.body, bodyOf(values)),
  })
  const { submit, busy, error, onInvalid } = usePersistedSubmit(form, async (values: FormValues) => {
    part.say('')
    await onMade(await send(createApiKey, { body: bodyOf(values) }))
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
