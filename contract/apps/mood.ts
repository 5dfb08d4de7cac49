/** The weekly mood report: wire.md “Mood”. */
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { isObject, keysOf } from '../records.ts'
import { Day, Id, IdParams, isBlank, LIMITS, orNull, QueryNumber, requiredText, TextOrNone, text } from '../values.ts'
import { type Caller, has, managerView, moodReader, moodUser, moodWriter, type Rule } from '../who.ts'

/** A week, Monday to Sunday. */
export const DateRange = z.object({
  _id: Id,
  startDate: Day,
  endDate: Day,
  isEmployeeOfTheMonthReport: z.boolean(),
})
export type DateRange = z.infer<typeof DateRange>

/** A rating: 1 is the worst, 5 the best (spec §9). */
const Level = z
  .number('A level from 1 to 5 is needed here.')
  .check(z.int('A level is a whole number.'), z.gte(1, 'A level is 1 to 5.'), z.lte(5, 'A level is 1 to 5.'))

const optionalText = (label: string) => z.optional(text(LIMITS.moodText, label).check(z.trim()))

/** The required fields of a report and their labels, in the order in which a message lists the missing ones (spec §5). */
export const REQUIRED = {
  moraleLevel: 'Morale',
  stressLevel: 'Stress',
  workloadLevel: 'Workload',
  highComment: 'Weekly High',
  lowComment: 'Weekly Low',
  timePeriod: 'Date Range',
} as const

/** Wording of spec §5, leading blank included: it follows the sentence about missing fields if both apply. */
export const SELF_VOTE = ' Spread the love, vote for someone else.'

/** Whether a value is absent, null, or a text of blanks alone. */
export const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && isBlank(value))

/** Returns `Required fields missing: Morale, Weekly Low.`, or `''` if none is. A text of blanks alone counts as missing. */
export function missingFields(values: Readonly<Partial<Record<keyof typeof REQUIRED, unknown>>>): string {
  const missing = keysOf(REQUIRED).filter((field) => isMissing(values[field]))
  return missing.length > 0 ? `Required fields missing: ${missing.map((field) => REQUIRED[field]).join(', ')}.` : ''
}

/** Adds one sentence about all missing fields before the other issues; each field keeps its own issue as well. */
const nothingMissing = z.check<object>(
  (payload) => {
    const message = missingFields(payload.value)
    if (message) payload.issues.unshift({ code: 'custom', message, path: [], input: payload.value })
  },
  // Runs even if a field has already failed, but not if the body is no object.
  { when: ({ value }) => isObject(value) && !Array.isArray(value) },
)

export const MoodReport = z.object({
  _id: Id,
  user: z.optional(z.nullable(z.number())),
  name: z.string(),
  createdAt: z.string(),
  /** Not part of a report as read in spec §3, so another server may leave it out. */
  timePeriod: z.optional(Id),
  moraleLevel: z.number(),
  moraleComment: TextOrNone,
  stressLevel: z.number(),
  stressComment: TextOrNone,
  workloadLevel: z.number(),
  workloadComment: TextOrNone,
  highComment: TextOrNone,
  lowComment: TextOrNone,
  extraComment: TextOrNone,
  nominatedEmployee: orNull(z.number()),
  nominatedEmployeeName: TextOrNone,
  nominatedText: TextOrNone,
  /** The author's manager when the report was sent. */
  manager: orNull(z.object({ user: z.number(), empType: z.string() })),
})
export type MoodReport = z.infer<typeof MoodReport>

const periods = (path: `/api/${string}`, summary: string, who: typeof moodWriter) =>
  call({ method: 'GET', path, summary, who, answer: z.array(DateRange), cached: true })

export const listOpenPeriods = periods(
  '/api/mood/incompletedates/',
  'Weeks that the caller has not reported on yet',
  moodWriter,
)
export const listPeriods = periods('/api/mood/alldates/', 'All weeks', moodUser)

export const submitMoodReport = call({
  method: 'POST',
  path: '/api/mood/moodreport/',
  summary: 'Send a report',
  who: moodWriter,
  body: z
    .strictObject({
      timePeriod: Id,
      moraleLevel: Level,
      moraleComment: optionalText('Morale comment'),
      stressLevel: Level,
      stressComment: optionalText('Stress comment'),
      workloadLevel: Level,
      workloadComment: optionalText('Workload comment'),
      highComment: requiredText(LIMITS.moodText, 'Weekly High'),
      lowComment: requiredText(LIMITS.moodText, 'Weekly Low'),
      extraComment: optionalText('Anything else'),
      nominatedEmployee: z.optional(z.nullable(Id)),
      nominatedText: optionalText('Reason'),
    })
    .check(nothingMissing),
  answer: MoodReport,
  unspecifiedAnswer: true,
  status: 201,
  refuses: [409],
  queues: 'mood.submit',
})

/** Most reports on one page. */
export const REPORTS_PER_PAGE = 1_000

/** Selects a page of the reports (ours); without it, all of them are returned. */
const ReportPage = z.object({
  limit: z.optional(QueryNumber.check(z.lte(REPORTS_PER_PAGE, `A page has at most ${REPORTS_PER_PAGE} reports.`))),
  /** A report's `_id`: returns reports older than it. */
  before: z.optional(QueryNumber),
})
export type ReportPage = z.infer<typeof ReportPage>

/** The scopes of reports that a reader may have, widest last (wire.md “Mood”). */
export const SCOPES = ['normalManager', 'deptManager', 'moodAdmin'] as const
export type MoodScope = (typeof SCOPES)[number]

/**
 * Who has which scope: decides who may make the calls, what these return, and what the menu offers. `refusal` is the
 * sentence for a caller who may make the call but does not have the scope.
 */
export const SCOPE_RULE: Readonly<Record<MoodScope, { readonly who: Rule; readonly refusal: string }>> = {
  normalManager: { who: has('isCepManager', 'isCepDeptManager'), refusal: 'This scope is for managers.' },
  deptManager: { who: has('isCepDeptManager'), refusal: 'This scope is for department managers.' },
  moodAdmin: { who: has('mood_admin'), refusal: 'This scope needs the permission Admin Mood Report.' },
}

/** Returns the scopes that the caller has, widest first. */
export const scopesOf = (caller: Caller): readonly MoodScope[] =>
  SCOPES.filter((scope) => SCOPE_RULE[scope].who.allows(caller, {}) === true).toReversed()

const reports = (path: `/api/${string}`, summary: string, who: Rule) =>
  call({ method: 'GET', path, summary, who, query: ReportPage, answer: z.array(MoodReport) })

export const listMyReports = reports(
  '/api/mood/myreports/',
  'Reports of the caller’s people',
  SCOPE_RULE.normalManager.who,
)
export const listDeptReports = reports(
  '/api/mood/deptreports/',
  'Reports of the caller’s department',
  SCOPE_RULE.deptManager.who,
)
export const listAllReports = reports('/api/mood/adminreports/', 'All reports', SCOPE_RULE.moodAdmin.who)

const reportsOf = (path: `/api/${string}`, summary: string) =>
  call({ method: 'GET', path, summary, who: managerView, params: IdParams, answer: z.array(MoodReport) })

export const listReportsOfUser = reportsOf(
  '/api/mood/moodreport/user/:id/',
  'Reports of one person within the caller’s scope',
)
export const listReportsOfPeriod = reportsOf(
  '/api/mood/moodreport/date/:id/',
  'Reports of one week within the caller’s scope',
)

const Scoped = z.object({ scope: z.enum(SCOPES, 'The scope is normalManager, deptManager or moodAdmin.') })

export const listMoodUsers = call({
  method: 'GET',
  path: '/api/mood/users/',
  summary: 'People with at least one report in a scope',
  who: moodReader,
  query: Scoped,
  answer: z.array(z.object({ _id: Id, name: z.string() })),
  ours: true,
})

/** The three questions of a report that are answered with a level. */
export const MEASURES = ['morale', 'stress', 'workload'] as const
export type Measure = (typeof MEASURES)[number]

const Averages = z.object({ morale: z.number(), stress: z.number(), workload: z.number() })

export const MoodTrends = z.object({
  /** Oldest first; the current week is the last. */
  weeks: z.array(
    z.object({
      period: DateRange,
      /** Number of reports in the scope, and how many there would be if everybody had sent one. */
      sent: z.number(),
      expected: z.number(),
      /** Null if nobody sent a report. */
      averages: z.nullable(Averages),
      /** The whole company's; null if it would tell of fewer than five people whose reports the reader cannot read. */
      company: z.nullable(z.extend(Averages, { sent: z.number() })),
    }),
  ),
  /** People who answered a question with 1 or 2 in each of their last three or more weeks; longest streak first. */
  lowStreaks: z.array(
    z.object({
      user: Id,
      name: z.string(),
      measure: z.enum(MEASURES),
      weeks: z.number(),
      startDate: Day,
      endDate: Day,
    }),
  ),
})
export type MoodTrends = z.infer<typeof MoodTrends>

export const getMoodTrends = call({
  method: 'GET',
  path: '/api/mood/trends/',
  summary: 'How a scope has felt, week by week',
  who: moodReader,
  query: Scoped,
  answer: MoodTrends,
  ours: true,
})
