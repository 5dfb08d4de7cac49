/** The URL's search parameters of the report: its days, by default the last 30. */
import { localDay } from '#src/lib/local-day.ts'
import { withoutUndefined } from '#src/lib/search-params.ts'
import { DAY_MS } from '#src/lib/spans.ts'

export interface ReportingSearch {
  readonly from?: string
  readonly to?: string
}

export interface Days {
  readonly from: string
  readonly to: string
}

const DEFAULT_DAYS = 30
const day = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined

export const reportingSearch = (search: Record<string, unknown>): ReportingSearch =>
  withoutUndefined({ from: day(search.from), to: day(search.to) })

export const daysOf = ({ from, to }: ReportingSearch, today: string): Days => {
  const last = to ?? today
  return { from: from ?? localDay(Date.parse(`${last}T12:00:00`) - (DEFAULT_DAYS - 1) * DAY_MS), to: last }
}
