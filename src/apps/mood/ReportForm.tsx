/** The weekly report: how it was, on five faces each, and in words (spec §2). It is on the disk with every key. */
import { Anchor, Button, Textarea } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import type { DateRange } from '#contract/apps/mood.ts'
import { session, useMe } from '#src/api/session.ts'
import { useDescribed } from '#src/forms/use-described.ts'
import { draftOf, dropDraft, saveDraft } from '#src/offline/drafts.ts'
import { overDraft } from '#src/offline/over-draft.ts'
import { ErrorAlert } from '#src/shell/ErrorAlert.tsx'
import { UnsavedChanges } from '#src/shell/UnsavedChanges.tsx'
import { useWindowPart } from '#src/shell/window-title.ts'
import { Faces } from '#src/ui/Faces.tsx'
import { entityOf, labelOf, type ReportBody } from './changes.ts'
import { NomineeFields } from './NomineeFields.tsx'
import classes from './ReportForm.module.css'
import {
  type AskedName,
  bodyOfValues,
  has,
  isEmpty,
  isSelfVote,
  obstacleOf,
  progressOf,
  type ReportValues,
  textErrors,
  valuesOfDraft,
} from './report-values.ts'
import { useHeadingFocus } from './use-heading-focus.ts'
import { QUESTIONS } from './words.ts'

type Form = UseFormReturnType<ReportValues>

const UNANSWERED = 'Not answered yet.'
const REPORTED = 'Your report for this week was sent from another window. What is written here is not part of it.'

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

function Rating({
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

function Words({
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

interface ReportFormProps {
  readonly period: DateRange
  /** What was written of this week before. */
  readonly opened: ReportValues
  /** Why the portal would not have it as it was. */
  readonly refusal: string | undefined
  /** In another window, meanwhile. */
  readonly isReported: boolean
  readonly onSubmit: (body: ReportBody, values: ReportValues) => void
  readonly onBack: (values: ReportValues) => void
}

export function ReportForm({ period, opened, refusal, isReported, onSubmit, onBack }: ReportFormProps) {
  const me = useMe()
  const [obstacle, setObstacle] = useState('')
  /** From the first submit with gaps on they are marked, each until it is filled; a vote for oneself likewise. */
  const [isChecked, setChecked] = useState(false)
  const questions = useRef<HTMLDivElement>(null)
  const first = () =>
    questions.current?.querySelector<HTMLElement>(
      '[data-missing] input, [data-missing] textarea, input[aria-invalid="true"]',
    )
  const footer = useRef<HTMLDivElement>(null)
  const way = useRef<HTMLButtonElement>(null)
  // What is wrong is said beside what was pressed, though the marks above push it down; the focus is on the way to it.
  const [refusals, setRefusals] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => {
    if (refusals === 0) return
    const next = way.current ?? first()
    next?.focus({ preventScroll: next === way.current })
    footer.current?.scrollIntoView({ block: 'nearest' })
  }, [refusals])
  const [isKept, setKept] = useState(true)
  const [over] = useState(() => overDraft<ReportValues>())
  const form = useForm<ReportValues>({
    initialValues: opened,
    onValuesChange: (values, previous) => {
      setObstacle('')
      if (session.get()?._id !== me._id) return
      const held = draftOf(me._id, entityOf(period._id))
      const draft = over(values, previous, held === null ? null : valuesOfDraft(held))
      if (isEmpty(draft)) dropDraft(me._id, entityOf(period._id))
      else setKept(saveDraft(me._id, entityOf(period._id), draft))
    },
  })
  const heading = useHeadingFocus()
  useWindowPart(labelOf(period))

  function submit(values: ReportValues): void {
    const found = obstacleOf(values, period._id, me._id)
    setObstacle(found)
    setChecked(found !== '')
    if (found) {
      setRefusals(refusals + 1)
      return
    }
    const body = bodyOfValues(values, period._id, period.isEmployeeOfTheMonthReport)
    const errors = textErrors(body)
    form.setErrors(errors)
    const [first] = Object.keys(errors)
    if (first) form.getInputNode(first)?.focus()
    else onSubmit(body, values)
  }

  const isMissing = (field: AskedName) => isChecked && !has(form.values, field)
  const isSelf = isChecked && isSelfVote(form.values, me._id)
  useDescribed(isSelf && obstacle, () => form.getInputNode('nominatedEmployee'))

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
        <ErrorAlert error={refusal} />
      </div>
      <div ref={questions} className={classes.questions}>
        {QUESTIONS.map((question) => (
          <Rating key={question.level} form={form} question={question} isMissing={isMissing(question.level)} />
        ))}
        <Words form={form} name="highComment" label="What was your high?" isMissing={isMissing('highComment')} />
        <Words form={form} name="lowComment" label="What was your low?" isMissing={isMissing('lowComment')} />
        <Words form={form} name="extraComment" label="Anything Else?" isOptional />
        {period.isEmployeeOfTheMonthReport && (
          <div className={classes.card}>
            <NomineeFields form={form} isRefused={isSelf} />
          </div>
        )}
        <div ref={footer} className={classes.footer}>
          <ErrorAlert error={isReported ? REPORTED : null} />
          <ErrorAlert error={obstacle} />
          {obstacle && progressOf(form.values).some(({ isDone }) => !isDone) && (
            <Button ref={way} variant="default" className={classes.missing} onClick={() => first()?.focus()}>
              Go to the first one missing
            </Button>
          )}
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
