/** The URL's search parameters of the mood report. They survive a reload, and the back button goes up one level. */
import { oneOf, positive, someText, withoutUndefined } from '#src/lib/search-params.ts'

export interface MoodSearch {
  /** Absent: Home. */
  readonly view?: 'my' | 'all'
  /** Absent: by user. */
  readonly by?: 'report'
  /** Part of a name, to filter the list of users. */
  readonly name?: string
  /** The user whose reports are shown. */
  readonly user?: number
  /** The week whose reports are shown; at Home, the week whose form is open. */
  readonly period?: number
  /** The single report that is shown. */
  readonly report?: number
  /** The nominee whose reasons are shown: an id, or a name if the user no longer exists. */
  readonly nominee?: string
  readonly sort?: string
  readonly dir?: 'asc' | 'desc'
  /** The week whose report was just sent, to thank for it. */
  readonly sent?: number
}

/** Returns the parameters of the mood report and drops everything else. */
export const moodSearch = (search: Readonly<Record<string, unknown>>): MoodSearch =>
  withoutUndefined({
    view: oneOf(['my', 'all'], search.view),
    by: oneOf(['report'], search.by),
    name: someText(search.name),
    user: positive(search.user),
    period: positive(search.period),
    report: positive(search.report),
    nominee: someText(search.nominee),
    sort: someText(search.sort),
    dir: oneOf(['asc', 'desc'], search.dir),
    sent: positive(search.sent),
  })

/** Returns the parameters one level up: from a report to its list, from there to the top. Null at the top. */
export function levelUp(search: MoodSearch): MoodSearch | null {
  const { report, nominee: _, user, period, sort, dir, ...list } = search
  if (report) return moodSearch({ ...search, report: undefined })
  return user || period ? list : null
}
