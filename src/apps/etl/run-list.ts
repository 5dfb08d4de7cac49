/** The held runs: the newest and, as far as they were loaded, older ones. Pure. */
import { type getRunSummary, RUNS_PER_CALL, type Run, type RunStatus, statusOf } from '#contract/apps/etl.ts'
import type { AnswerOf } from '#contract/call.ts'
import { companyDayOf } from '#src/api/company-day.ts'
import { localDay } from '#src/lib/local-day.ts'

export interface RunList {
  /** Newest first. */
  readonly runs: readonly Run[]
  /** Whether there are no older runs on the server. */
  readonly isWhole: boolean
  /**
   * When the newest page was requested, in milliseconds by this device's clock; later changes are not included. Absent
   * in lists that an older release stored.
   */
  readonly askedAt?: number
}

export type RunSummary = AnswerOf<typeof getRunSummary>

/**
 * A full page may have older runs behind it. A server without a limit returns all runs at once, mostly another number.
 */
const isLast = (page: readonly Run[]) => page.length !== RUNS_PER_CALL

/** Returns the list made of the first page. */
export const listOfPage = (page: readonly Run[]): RunList => ({ runs: page, isWhole: isLast(page) })

/** Joins two lists. A run that has ended anew since one of them was read may be in both: the newer place counts. */
function joined(newer: readonly Run[], older: readonly Run[]): Run[] {
  const known = new Set(newer.map(({ _id }) => _id))
  return [...newer, ...older.filter(({ _id }) => !known.has(_id))]
}

/**
 * Merges the newest runs into the held list. Held older runs stay, unless so many new ones arrived that there is a gap
 * between.
 */
export function withNewest(held: RunList | undefined, newest: RunList): RunList {
  const last = newest.runs.at(-1)
  const place = held && last && !newest.isWhole ? held.runs.findIndex(({ _id }) => _id === last._id) : -1
  if (!held || place < 0) return newest
  return { ...newest, runs: joined(newest.runs, held.runs.slice(place + 1)), isWhole: held.isWhole }
}

/**
 * Whether a full page of older runs has nothing new: the run that it goes on from has ended anew, and is the newest now.
 * So is every page of a server that does not support `before`.
 */
export const isAllKnown = (held: RunList, page: readonly Run[]): boolean =>
  !isLast(page) && joined(held.runs, page).length === held.runs.length

/** Appends a page of older runs. A page that adds nothing is the last: not every server supports `before`. */
export function withOlder(held: RunList, page: readonly Run[]): RunList {
  const runs = joined(held.runs, page)
  return { ...held, runs, isWhole: isLast(page) || runs.length === held.runs.length }
}

/** Returns at most `most` of the newest runs: whole pages were fetched, for as many runs as were held before. */
export const upTo = (list: RunList, most: number): RunList =>
  list.runs.length <= most ? list : { ...list, runs: list.runs.slice(0, most), isWhole: false }

/** Returns the list with one run replaced. */
export const withRun = (held: RunList, run: Run): RunList => ({
  ...held,
  runs: held.runs.map((each) => (each._id === run._id ? run : each)),
})

const DAYS = 7

/** Computes the summary from the runs, for a server that does not count them. Days are those of this device. */
export function summaryOf(runs: readonly Run[], now: number): RunSummary {
  const first = new Date(now)
  first.setHours(0, 0, 0, 0)
  first.setDate(first.getDate() - DAYS + 1)
  const days = Array.from({ length: DAYS }, (_, index) => {
    const day = new Date(first)
    day.setDate(first.getDate() + index)
    return { date: localDay(day), successful: 0, failed: 0, amended: 0 }
  })
  const byDate = new Map(days.map((day) => [day.date, day]))
  for (const run of runs) {
    const day = byDate.get(localDay(Date.parse(run.createdAt)))
    if (day) day[COUNT_OF[statusOf(run)]]++
  }
  const sum = (part: CountName) => days.reduce((total, day) => total + day[part], 0)
  const [successful, failed, amended] = [sum('successful'), sum('failed'), sum('amended')]
  return { total: successful + failed + amended, successful, failed, amended, since: first.toISOString(), days }
}

type CountName = 'successful' | 'failed' | 'amended'
const COUNT_OF: Readonly<Record<RunStatus, CountName>> = { success: 'successful', failed: 'failed', amended: 'amended' }

/** Returns the summary after a run of the past week has changed from `before` to `after`. */
export function recounted(summary: RunSummary, before: Run, after: Run): RunSummary {
  const [from, to] = [COUNT_OF[statusOf(before)], COUNT_OF[statusOf(after)]]
  const day = companyDayOf(before.createdAt)
  const place = summary.days.findIndex(({ date }) => date === day)
  if (from === to || place < 0) return summary
  const moved = <T extends Record<CountName, number>>(counts: T): T => ({
    ...counts,
    [from]: counts[from] - 1,
    [to]: counts[to] + 1,
  })
  return moved({ ...summary, days: summary.days.map((day, index) => (index === place ? moved(day) : day)) })
}
