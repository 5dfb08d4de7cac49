/** The fields for the employee of the month and the reason (spec §2). */
import { Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { SearchSelect } from '#src/ui/SearchSelect.tsx'
import { colleagues } from './queries.ts'
import classes from './ReportForm.module.css'
import type { ReportValues } from './report-values.ts'

const GONE = 'Somebody who is no longer here'
const CHOOSE_ANEW = 'Please choose somebody else, or nobody.'

interface NomineeFieldsProps {
  readonly form: UseFormReturnType<ReportValues>
  /** Whether the vote is for oneself and was refused. The form's single message explains it. */
  readonly isRefused: boolean
}

export function NomineeFields({ form, isRefused }: NomineeFieldsProps) {
  const { data, error, isPending } = useQuery(colleagues)
  const value = form.values.nominatedEmployee
  const choices = useMemo(() => {
    const people = (data ?? []).map(({ _id, name }) => ({ value: String(_id), label: name }))
    const isKnown = !value || !data || people.some((person) => person.value === value)
    return isKnown ? people : [{ value, label: GONE }, ...people]
  }, [data, value])
  const isGone = choices[0]?.label === GONE
  return (
    <div className={classes.nominee}>
      <ErrorAlert error={data ? null : error} />
      <SearchSelect
        label="Who has been the best representation of the company's core values?"
        isLoading={isPending}
        clearable
        data={choices}
        classNames={{ label: classes.question }}
        clearButtonProps={{ 'aria-label': 'Nobody' }}
        {...form.getInputProps('nominatedEmployee')}
        {...(isGone ? { error: CHOOSE_ANEW } : isRefused ? { error: true } : {})}
      />
      <Textarea
        label="Why did you select this person?"
        placeholder="Optional"
        rows={3}
        classNames={{ label: classes.question }}
        {...form.getInputProps('nominatedText')}
      />
    </div>
  )
}
