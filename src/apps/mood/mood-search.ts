/** Where in the mood report somebody is, as the URL has it: it survives a reload, and the back button goes one level back. */
import { given, oneOf, positive, someText } from '#src/lib/search-params.ts'

export interface MoodSearch {
  /** None: Home. */
  readonly view?: 'my' | 'all'
  /** None: by user. */
  readonly by?: 'report'
  /** Part of a name, in the list of users. */
  readonly name?: string
  /** Whose reports are read. */
  readonly user?: number
  /** The week whose reports are read; at Home, whose form is open. */
  readonly period?: number
  /** The one report that is read. */
  readonly report?: number
  /** Whose nomination's reasons are read: an id, or a name where they are gone. */
  readonly nominee?: string
  readonly sort?: string
  readonly dir?: 'asc' | 'desc'
  /** The week whose report was sent just now: the thank-you. */
  readonly sent?: number
}

/** What of an address is ours; everything else goes. */
export const moodSearch = (search: Readonly<Record<string, unknown>>): MoodSearch =>
  given({
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

/** One level up: from a report to those around it, from there to the list. Null at the top. */
export function levelUp(search: MoodSearch): MoodSearch | null {
  const { report, nominee: _, user, period, sort, dir, ...list } = search
  if (report) return moodSearch({ ...search, report: undefined })
  return user || period ? list : null
}
