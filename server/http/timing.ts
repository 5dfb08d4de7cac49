/**
 * When the person did it (wire.md §1): Occurred-At and Sent-At are the same device's clock, so only their difference
 * counts and a wrong clock does no harm.
 */
import { DAY_MS } from '../lib/instants.ts'
import { badRequest } from './problem.ts'

const OLDEST_MS = 14 * DAY_MS
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/

/** The 30th of February is none, though `Date.parse` takes it for the 2nd of March. */
const isDay = (day: string) => {
  const at = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day)
}

function instant(name: string, value: string): number {
  const at = INSTANT.test(value) && isDay(value.slice(0, 10)) ? Date.parse(value) : Number.NaN
  if (Number.isNaN(at)) throw badRequest(`${name} is not a time.`)
  return at
}

export interface Timing {
  readonly occurredAt: string
  /** The `rev` that the person saw; null: not said. */
  readonly baseRev: number | null
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** Reads the headers of a timed call. 400 where one is not a time or not an integer. */
export function timingOf(headers: Headers, now: string): Timing {
  const text = (name: string) => {
    const value = headers[name]
    return typeof value === 'string' ? value : undefined
  }
  const [occurred, sent, base] = [text('occurred-at'), text('sent-at'), text('base-rev')]
  if (base !== undefined && !/^-?\d{1,15}$/.test(base)) throw badRequest('Base-Rev is not an integer.')
  const sentAt = sent === undefined ? Date.parse(now) : instant('Sent-At', sent)
  const occurredAt = occurred === undefined ? sentAt : instant('Occurred-At', occurred)
  const at = Date.parse(now) - (sentAt - occurredAt)
  const clamped = Math.min(Math.max(at, Date.parse(now) - OLDEST_MS), Date.parse(now))
  return { occurredAt: new Date(clamped).toISOString(), baseRev: base === undefined ? null : Number(base) }
}
