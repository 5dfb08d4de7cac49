/** Who has felt low for weeks on end. Pure. */
import { MEASURES, type Measure } from '#contract/apps/mood.ts'
import { groupBy } from '../../lib/group-by.ts'

/** A level that counts as low, on a scale on which 5 is always the good end. */
const LOW = 2
/** So many weeks in a row are a streak. */
export const STREAK_WEEKS = 3
/** Nobody is told of a streak whose last report is older than this many weeks. */
export const FRESH_WEEKS = 5

interface Answer extends Readonly<Record<Measure, number>> {
  readonly user: number
  /** Place of the week among all weeks, one after the other. */
  readonly week: number
}

interface Streak {
  readonly user: number
  readonly measure: Measure
  readonly weeks: number
  /** Places of the first and the last week. */
  readonly first: number
  readonly last: number
}

/** The streaks that lasted until each person's last report; a week without a report ends a streak. */
export function lowStreaks(answers: readonly Answer[], currentWeek: number): Streak[] {
  return [...groupBy(answers, ({ user }) => user)]
    .flatMap(([user, theirs]) => {
      const newestFirst = theirs.sort((a, b) => b.week - a.week)
      const last = newestFirst[0]?.week ?? Number.NEGATIVE_INFINITY
      if (last <= currentWeek - FRESH_WEEKS) return []
      return MEASURES.map((measure) => {
        const end = newestFirst.findIndex((answer, index) => answer[measure] > LOW || answer.week !== last - index)
        const weeks = end < 0 ? newestFirst.length : end
        return { user, measure, weeks, first: last - weeks + 1, last }
      })
    })
    .filter(({ weeks }) => weeks >= STREAK_WEEKS)
}
