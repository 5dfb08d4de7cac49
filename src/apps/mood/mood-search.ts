/** Where in the mood report somebody is, as the URL has it: it survives a reload, and the back button goes one level back. */

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

const id = (value: unknown) => (Number.isSafeInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined)
const text = (value: unknown) =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined
const oneOf =
  <const T extends string>(...values: T[]) =>
  (value: unknown) =>
    values.find((each) => each === value)

const READ: Readonly<Record<keyof MoodSearch, (value: unknown) => string | number | undefined>> = {
  view: oneOf('my', 'all'),
  by: oneOf('report'),
  name: text,
  user: id,
  period: id,
  report: id,
  nominee: text,
  sort: text,
  dir: oneOf('asc', 'desc'),
  sent: id,
}

/** What of an address is ours; everything else goes. */
export const moodSearch = (search: Readonly<Record<string, unknown>>): MoodSearch =>
  Object.fromEntries(
    Object.entries(READ).flatMap(([key, read]) => {
      const value = read(search[key])
      return value === undefined ? [] : [[key, value]]
    }),
  )

/** One level up: from a report to those around it, from there to the list. Null at the top. */
export function levelUp(search: MoodSearch): MoodSearch | null {
  const { report, nominee: _, user, period, sort, dir, ...list } = search
  if (report) return moodSearch({ ...search, report: undefined })
  return user || period ? list : null
}
