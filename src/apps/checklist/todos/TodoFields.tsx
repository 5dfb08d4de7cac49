/** The fields of a todo, shared by the forms that add and edit one. The texts are required (spec §5). */
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { OWNERS } from '#contract/apps/checklist.ts'
import { departments } from '#src/api/departments.ts'
import { useIsOther } from '#src/api/portal-config.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { OWNER_WORDS } from '../due.ts'
import classes from '../FormPage.module.css'
import type { TodoValues } from './todo-form.ts'

export const DIRECTIONS = [
  { value: 'onboarding', label: 'Onboarding' },
  { value: 'offboarding', label: 'Offboarding' },
]

const OWNER_CHOICES = OWNERS.map((value) => ({ value, label: OWNER_WORDS[value] }))
const SIDES = [
  { value: 'before', label: 'before the last day' },
  { value: 'after', label: 'after the last day' },
]

type Form = UseFormReturnType<TodoValues>

/**
 * The days until the task is due. Only offboarding has a choice between before and after: the days of onboarding count
 * from the first day on.
 */
function Due({ form, isOffboarding }: { form: Form; isOffboarding: boolean }) {
  const field = (
    <TextInput
      label={isOffboarding ? 'Due (days)' : 'Due after (days)'}
      inputMode="numeric"
      autoComplete="off"
      placeholder="Never"
      description={isOffboarding ? undefined : 'From the day a person’s checklist starts.'}
      {...form.getInputProps('dueDays')}
    />
  )
  if (!isOffboarding) return field
  return (
    <div className={classes.due}>
      {field}
      <NativeSelect aria-label="Before or after the last day" data={SIDES} {...form.getInputProps('dueSide')} />
    </div>
  )
}

export function TodoFields({ form, isOffboarding }: { form: Form; isOffboarding: boolean }) {
  const isOther = useIsOther()
  const { data, error } = useQuery(departments)
  const names = (data ?? []).map(({ empType }) => empType)
  const { empType } = form.values
  // Offers the todo's own department even before the departments are loaded.
  const choices = empType === '' || names.includes(empType) ? names : [empType, ...names]
  return (
    <>
      {/* Not under the field: nothing can be added without a department. */}
      <ErrorAlert error={data ? null : error} />
      <NativeSelect
        label="Employee Type"
        aria-required
        data={[{ value: '', label: 'Select...' }, ...choices]}
        {...form.getInputProps('empType')}
      />
      <TextInput label="Todo" aria-required autoComplete="off" {...form.getInputProps('customMessage')} />
      <Textarea
        label="Details"
        aria-required
        rows={6}
        resize="vertical"
        description="Addresses that begin with http:// or https:// become links."
        {...form.getInputProps('moreInfo')}
      />
      {!isOther && (
        <>
          <Due form={form} isOffboarding={isOffboarding} />
          <NativeSelect label="Who does it" data={OWNER_CHOICES} {...form.getInputProps('owner')} />
        </>
      )}
    </>
  )
}
