/** Finds people with low levels for weeks on end. Pure. */
import { MEASURES, type Measure } from '#contract/apps/mood.ts'
import { groupBy } from '../../lib/group-by.ts'

/** The highest level that counts as low; on every scale 5 is the good end. */
const LOW = 2
/** How many weeks in a row make a streak. */
export const STREAK_WEEKS = 3
/** A streak is not shown once its last report is this many weeks old. */
export const STREAK_EXPIRY_WEEKS = 5

interface ReportedLevels extends Readonly<Record<Measure, number>> {
  readonly user: number
  /** Index of the week in the list of all consecutive weeks. */
  readonly week: number
}

interface Streak {
  readonly user: number
  readonly measure: Measure
  readonly weeks: number
  /** Indexes of the first and the last week. */
  readonly first: number
  readonly last: number
}

/** Returns the streaks that lasted until a person's last report. A week without a report ends a streak. */
export function lowStreaks(answers: readonly ReportedLevels[], currentWeek: number): Streak[] {
  return [...groupBy(answers, ({ user }) => user)]
    .flatMap(([user, reports]) => {
      const newestFirst = reports.sort((a, b) => b.week - a.week)
      const last = newestFirst[0]?.week ?? Number.NEGATIVE_INFINITY
      if (last <= currentWeek - STREAK_EXPIRY_WEEKS) return []
      return MEASURES.map((measure) => {
        const end = newestFirst.findIndex((answer, index) => answer[measure] > LOW || answer.week !== last - index)
        const weeks = end < 0 ? newestFirst.length : end
        return { user, measure, weeks, first: last - weeks + 1, last }
      })
    })
    .filter(({ weeks }) => weeks >= STREAK_WEEKS)
}
