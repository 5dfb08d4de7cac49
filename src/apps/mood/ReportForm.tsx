/** The form of the weekly report: three ratings by faces, and texts (spec §2). Every change is saved on the device. */
import { Anchor, Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { DateRange } from '#contract/apps/mood.ts'
import { useMe } from '#src/api/session.ts'
import { useAlertDescription } from '#src/forms/use-alert-description.ts'
import { useKeptDraft } from '#src/offline/use-kept-draft.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { UnsavedChanges } from '#src/screen/UnsavedChanges.tsx'
import { useWindowPart } from '#src/screen/window-title.ts'
import { labelOf, type ReportBody } from './changes.ts'
import { entityOf } from './entity.ts'
import { NomineeFields } from './NomineeFields.tsx'
import { QuestionProgress, Rating, Words } from './Questions.tsx'
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
import { useMissingFieldFocus } from './use-missing-field-focus.ts'
import { QUESTIONS } from './words.ts'

const REPORTED = 'Your report for this week was sent from another window, without what is written here.'

interface IntroProps extends Pick<ReportFormProps, 'period' | 'refusal'> {
  readonly values: ReportValues
  readonly onBack: () => void
}

function Intro({ period, refusal, values, onBack }: IntroProps) {
  const me = useMe()
  const heading = useHeadingFocus()
  return (
    <div className={classes.intro}>
      <div className={classes.head}>
        <h2 ref={heading} tabIndex={-1}>
          Welcome Back, {me.name}.
        </h2>
        <p>Let your leader know where you're winning and struggling in less than 10 minutes.</p>
      </div>
      <div className={classes.bar}>
        <strong>{labelOf(period)}</strong>
        <QuestionProgress values={values} />
        <Anchor
          href="/app/mood-report"
          onClick={(event) => {
            event.preventDefault()
            onBack()
          }}
        >
          Back to Dates
        </Anchor>
      </div>
      <ErrorAlert error={refusal} />
    </div>
  )
}

const Done = ({ isKept }: { isKept: boolean }) => (
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
)

interface ReportFormProps {
  readonly period: DateRange
  /** What was written about this week before. */
  readonly opened: ReportValues
  /** Why the server refused the report as it was sent. */
  readonly refusal: string | undefined
  /** Whether the report was sent from another window meanwhile. */
  readonly isReported: boolean
  readonly onSubmit: (body: ReportBody, values: ReportValues) => void
  readonly onBack: (values: ReportValues) => void
}

export function ReportForm({ period, opened, refusal, isReported, onSubmit, onBack }: ReportFormProps) {
  const me = useMe()
  const [obstacle, setObstacle] = useState('')
  /** After a submit with gaps, each gap is marked until it is filled, and so is a vote for oneself. */
  const [isChecked, setChecked] = useState(false)
  const { questions, footer, firstGapButton, focusFirst, onRefused } = useMissingFieldFocus()
  const { isKept, keep } = useKeptDraft({ name: entityOf(period._id), read: valuesOfDraft, isNothing: isEmpty })
  const form = useForm<ReportValues>({
    initialValues: opened,
    onValuesChange: (values, previous) => {
      setObstacle('')
      const shown = keep(values, previous)
      // Shows what another window wrote too, so that the form sends exactly what is on screen.
      if (shown !== values) form.setValues(shown)
    },
  })
  useWindowPart(labelOf(period))

  function submit(values: ReportValues): void {
    const found = obstacleOf(values, period._id, me._id)
    setObstacle(found)
    setChecked(found !== '')
    if (found) {
      onRefused()
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
  useAlertDescription(isSelf && obstacle, () => form.getInputNode('nominatedEmployee'))

  return (
    <form noValidate className={classes.form} aria-label={labelOf(period)} onSubmit={form.onSubmit(submit)}>
      <Intro period={period} refusal={refusal} values={form.values} onBack={() => onBack(form.values)} />
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
            <Button ref={firstGapButton} variant="default" className={classes.missing} onClick={focusFirst}>
              Go to the first missing field
            </Button>
          )}
          <Done isKept={isKept} />
        </div>
      </div>
      <UnsavedChanges within="view" isDirty={() => !isKept} />
    </form>
  )
}
