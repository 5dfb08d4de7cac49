/** The values of the report form, what is missing in them, and the body that is sent (spec §5). */
import { isMissing, missingFields, REQUIRED, SELF_VOTE, submitMoodReport } from '#contract/apps/mood.ts'
import { isObject, keysOf, recordOf } from '#contract/records.ts'
import { fieldErrors } from '#src/forms/form-errors.ts'
import type { ReportBody } from './changes.ts'

const LEVELS = ['moraleLevel', 'stressLevel', 'workloadLevel'] as const
const TEXTS = [
  'moraleComment',
  'stressComment',
  'workloadComment',
  'highComment',
  'lowComment',
  'extraComment',
  'nominatedText',
] as const
type LevelName = (typeof LEVELS)[number]
type TextName = (typeof TEXTS)[number]

/** `nominatedEmployee`: the user's id as a string, which the dropdown needs. */
export type ReportValues = Record<LevelName, number | null> &
  Record<TextName, string> & { nominatedEmployee: string | null }

export const EMPTY: ReportValues = {
  moraleLevel: null,
  moraleComment: '',
  stressLevel: null,
  stressComment: '',
  workloadLevel: null,
  workloadComment: '',
  highComment: '',
  lowComment: '',
  extraComment: '',
  nominatedEmployee: null,
  nominatedText: '',
}

const { timePeriod: _, ...ASKED } = REQUIRED

export type AskedName = keyof typeof ASKED

export const has = (values: ReportValues, field: AskedName): boolean => !isMissing(values[field])

/** Returns for each required field whether it is filled. */
export const progressOf = (values: ReportValues) =>
  keysOf(ASKED).map((field) => ({ name: ASKED[field], isDone: has(values, field) }))

export const isSelfVote = ({ nominatedEmployee }: ReportValues, me: number): boolean => nominatedEmployee === String(me)

/** Returns the form's single message: the missing fields, then the refused vote for oneself. Empty if all is well. */
export const obstacleOf = (values: ReportValues, timePeriod: number | null, me: number): string =>
  missingFields({ ...values, timePeriod }) + (isSelfVote(values, me) ? SELF_VOTE : '')

/** Returns the body to send. The nominee is left out unless the week asks for one. */
export function bodyOfValues(values: ReportValues, period: number, asksForNominee: boolean): ReportBody {
  const { moraleLevel, stressLevel, workloadLevel, nominatedEmployee, nominatedText, ...texts } = values
  return {
    timePeriod: period,
    moraleLevel: moraleLevel ?? 0,
    stressLevel: stressLevel ?? 0,
    workloadLevel: workloadLevel ?? 0,
    ...texts,
    nominatedEmployee: asksForNominee && nominatedEmployee ? Number(nominatedEmployee) : null,
    nominatedText: asksForNominee ? nominatedText : '',
  }
}

/** Returns the contract's errors for texts that are too long or cannot be stored. */
export const textErrors = (body: ReportBody): Record<string, string> => fieldErrors(submitMoodReport.body, body)

/** Returns the form values of a report that was sent and refused. */
export const valuesOfBody = ({ timePeriod: _, nominatedEmployee, ...body }: ReportBody): ReportValues => ({
  ...EMPTY,
  ...body,
  nominatedEmployee: nominatedEmployee ? String(nominatedEmployee) : null,
})

/** Returns the form values of a stored draft: every field that is valid, the others empty. */
export function valuesOfDraft(draft: unknown): ReportValues {
  const found: Readonly<Record<string, unknown>> = isObject(draft) ? draft : {}
  const level = (name: LevelName) => ([1, 2, 3, 4, 5].includes(Number(found[name])) ? Number(found[name]) : null)
  const text = (name: TextName) => (typeof found[name] === 'string' ? found[name] : '')
  return {
    ...recordOf(LEVELS, level),
    ...recordOf(TEXTS, text),
    nominatedEmployee: typeof found.nominatedEmployee === 'string' ? found.nominatedEmployee : null,
  }
}

export const isEmpty = (values: ReportValues): boolean => Object.values(values).every(isMissing)
