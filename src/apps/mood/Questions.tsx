/** The questions of the report form, one card each, and how many of them are answered (spec §2). */
import { Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { Faces } from '#src/ui/Faces.tsx'
import classes from './ReportForm.module.css'
import { progressOf, type ReportValues } from './report-values.ts'
import type { QUESTIONS } from './words.ts'

type Form = UseFormReturnType<ReportValues>

const UNANSWERED = 'Not answered yet.'

export function QuestionProgress({ values }: { values: ReportValues }) {
  const steps = progressOf(values)
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <div className={classes.progress} role="img" aria-label={`${done} of ${steps.length} answered`}>
      {steps.map(({ name, isDone }) => (
        <span key={name} data-name={name} data-done={isDone || undefined} />
      ))}
    </div>
  )
}

export function Rating({
  form,
  question,
  isMissing,
}: {
  form: Form
  question: (typeof QUESTIONS)[number]
  isMissing: boolean
}) {
  const { level, comment, name, words } = question
  const value = form.values[level]
  return (
    <div className={classes.card} data-missing={isMissing || undefined}>
      <Faces
        label={`How was your ${name.toLowerCase()}?`}
        words={words}
        value={value}
        onChange={(picked) => form.setFieldValue(level, picked)}
        error={isMissing ? UNANSWERED : undefined}
      />
      {value !== null && (
        <div className={classes.slide}>
          <div>
            <Textarea
              label={`${name} comment`}
              placeholder="Optional"
              autosize={false}
              rows={3}
              {...form.getInputProps(comment)}
            />
          </div>
        </div>
      )}
    </div>
  )
}

export function Words({
  form,
  name,
  label,
  isOptional = false,
  isMissing = false,
}: {
  form: Form
  name: 'highComment' | 'lowComment' | 'extraComment'
  label: string
  isOptional?: boolean
  isMissing?: boolean
}) {
  return (
    <div className={classes.card} data-missing={isMissing || undefined}>
      <Textarea
        label={label}
        rows={4}
        classNames={{ label: classes.question }}
        {...(isOptional ? { placeholder: 'Optional' } : { 'aria-required': true })}
        {...form.getInputProps(name)}
        {...(isMissing ? { error: UNANSWERED } : {})}
      />
    </div>
  )
}
