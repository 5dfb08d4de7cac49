/** The fields of a todo, for a new one and for one that is edited. All are required (spec §5). */
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { departments } from '#src/api/departments.ts'
import { sentenceOf } from '#src/api/problem.ts'

export const DIRECTIONS = [
  { value: 'onboarding', label: 'Onboarding' },
  { value: 'offboarding', label: 'Offboarding' },
]

export interface TodoValues {
  empType: string
  customMessage: string
  moreInfo: string
  isOffboarding: boolean
}

export function TodoFields({ form }: { form: UseFormReturnType<TodoValues> }) {
  const { data, error } = useQuery(departments)
  const names = (data ?? []).map(({ empType }) => empType)
  const { empType } = form.values
  // What a todo has is offered also before the list is there.
  const choices = empType === '' || names.includes(empType) ? names : [empType, ...names]
  return (
    <>
      <NativeSelect
        label="Employee Type"
        data={[{ value: '', label: 'Select...' }, ...choices]}
        description={!data && error ? sentenceOf(error) : undefined}
        {...form.getInputProps('empType')}
      />
      <TextInput label="Todo" autoComplete="off" {...form.getInputProps('customMessage')} />
      <Textarea
        label="Details"
        rows={6}
        resize="vertical"
        description="Addresses that begin with http:// or https:// become links."
        {...form.getInputProps('moreInfo')}
      />
    </>
  )
}
