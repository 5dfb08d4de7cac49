/** The weekly report: how it was, on five faces each, and in words (spec §2). It is on the disk with every key. */
import { Anchor, Button, Textarea } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useState } from 'react'
import type { DateRange } from '#contract/apps/mood.ts'
import { session, useMe } from '#src/api/session.ts'
import { dropDraft, saveDraft } from '#src/offline/drafts.ts'
import { ErrorAlert } from '#src/ui/ErrorAlert.tsx'
import { Faces } from '#src/ui/Faces.tsx'
import { UnsavedChanges } from '#src/ui/UnsavedChanges.tsx'
import { entityOf, labelOf, type ReportBody } from './changes.ts'
import { NomineeFields } from './NomineeFields.tsx'
import classes from './ReportForm.module.css'
import { bodyOfValues, isEmpty, obstacleOf, progressOf, type ReportValues, textErrors } from './report-values.ts'
import { useHeadingFocus } from './use-heading-focus.ts'
import { QUESTIONS } from './words.ts'

type Form = UseFormReturnType<ReportValues>

function Progress({ values }: { values: ReportValues }) {
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

function Rating({ form, question }: { form: Form; question: (typeof QUESTIONS)[number] }) {
  const { level, comment, name, words } = question
  const value = form.values[level]
  return (
    <div className={classes.card}>
      <Faces
        label={`How was your ${name.toLowerCase()}?`}
        words={words}
        value={value}
        onChange={(picked) => form.setFieldValue(level, picked)}
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

function Words({
  form,
  name,
  label,
  isOptional = false,
}: {
  form: Form
  name: 'highComment' | 'lowComment' | 'extraComment'
  label: string
  isOptional?: boolean
}) {
  return (
    <div className={classes.card}>
      <Textarea
        label={label}
        rows={4}
        classNames={{ label: classes.question }}
        {...(isOptional ? { placeholder: 'Optional' } : { 'aria-required': true })}
        {...form.getInputProps(name)}
      />
    </div>
  )
}

interface ReportFormProps {
  readonly period: DateRange
  /** What was written of this week before. */
  readonly opened: ReportValues
  readonly onSubmit: (body: ReportBody, values: ReportValues) => void
  readonly onBack: (values: ReportValues) => void
}

export function ReportForm({ period, opened, onSubmit, onBack }: ReportFormProps) {
  const me = useMe()
  const [obstacle, setObstacle] = useState('')
  const [isKept, setKept] = useState(true)
  const form = useForm<ReportValues>({
    initialValues: opened,
    onValuesChange: (values) => {
      setObstacle('')
      if (session.get()?._id !== me._id) return
      if (isEmpty(values)) dropDraft(me._id, entityOf(period._id))
      else setKept(saveDraft(me._id, entityOf(period._id), values))
    },
  })
  const heading = useHeadingFocus()

  function submit(values: ReportValues): void {
    const found = obstacleOf(values, period._id, me._id)
    setObstacle(found)
    if (found) return
    const body = bodyOfValues(values, period._id, period.isEmployeeOfTheMonthReport)
    const errors = textErrors(body)
    form.setErrors(errors)
    const [first] = Object.keys(errors)
    if (first) form.getInputNode(first)?.focus()
    else onSubmit(body, values)
  }

  return (
    <form noValidate className={classes.form} aria-label={labelOf(period)} onSubmit={form.onSubmit(submit)}>
      <div className={classes.intro}>
        <div className={classes.head}>
          <h2 ref={heading} tabIndex={-1}>
            Welcome Back, {me.name}.
          </h2>
          <p>Let your leader know where you're winning and struggling in less than 10 minutes.</p>
        </div>
        <div className={classes.bar}>
          <strong>{labelOf(period)}</strong>
          <Progress values={form.values} />
          <Anchor
            href="/app/mood-report"
            onClick={(event) => {
              event.preventDefault()
              onBack(form.values)
            }}
          >
            Back to Dates
          </Anchor>
        </div>
      </div>
      <div className={classes.questions}>
        {QUESTIONS.map((question) => (
          <Rating key={question.level} form={form} question={question} />
        ))}
        <Words form={form} name="highComment" label="What was your high?" />
        <Words form={form} name="lowComment" label="What was your low?" />
        <Words form={form} name="extraComment" label="Anything Else?" isOptional />
        {period.isEmployeeOfTheMonthReport && (
          <div className={classes.card}>
            <NomineeFields form={form} />
          </div>
        )}
        <div className={classes.footer}>
          <ErrorAlert error={obstacle} />
          <div className={classes.done}>
            <Button type="submit" size="md">
              Submit
            </Button>
            <p className="quiet">
              {isKept
                ? 'What you write is kept on this device until you submit it.'
                : 'This device cannot keep what you write. Please submit it before you leave.'}
            </p>
          </div>
        </div>
      </div>
      <UnsavedChanges isDirty={() => !isKept} />
    </form>
  )
}
