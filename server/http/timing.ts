/**
 * When the person made the change (wire.md §1): Occurred-At and Sent-At are from the same device's clock, so only their
 * difference counts and a wrong clock does no harm.
 */
import { DAY_MS } from '../lib/instants.ts'
import type { TimedChange, Timing } from '../lib/overtaken.ts'
import { parseRfc3339 } from '../lib/rfc3339.ts'
import { badRequest } from './problem.ts'

const OLDEST_MS = 14 * DAY_MS

function instant(name: string, value: string): number {
  const time = parseRfc3339(value)
  if (!time) throw badRequest(`${name} is not a time.`)
  return Date.parse(time.at)
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** Reads the headers of a timed call. Throws 400 if one is not a time or not an integer. */
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
  return { occurredAt: new Date(clamped).toISOString(), baseRev: base === undefined ? null : Number(base), now }
}

interface TimedInput extends Timing {
  readonly caller: TimedChange['by']
  readonly deps: { readonly config: { readonly timeZone: string } }
}

/** Returns the change that a request makes, from the input of its handler. */
export const timedChangeOf = ({ caller, deps, occurredAt, baseRev, now }: TimedInput): TimedChange => ({
  by: caller,
  timeZone: deps.config.timeZone,
  occurredAt,
  baseRev,
  now,
})
