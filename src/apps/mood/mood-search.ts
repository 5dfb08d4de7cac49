/** Where in the mood report somebody is, as the URL has it: it survives a reload, and the back button goes one level back. */

export interface MoodSearch {
  /** None: Home. */
  readonly view?: 'my' | 'all'
  /** The week whose form is open, or whose reports are read. */
  readonly period?: number
  /** The week whose report was sent just now: the thank-you. */
  readonly sent?: number
}

const id = (value: unknown) => (Number.isSafeInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined)

export function moodSearch(search: Record<string, unknown>): MoodSearch {
  const [period, sent] = [id(search.period), id(search.sent)]
  return {
    ...(search.view === 'my' || search.view === 'all' ? { view: search.view } : {}),
    ...(period ? { period } : {}),
    ...(sent ? { sent } : {}),
  }
}
