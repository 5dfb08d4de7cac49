/** Parses times from other systems: RFC 3339, in the precision they were sent. Pure. */
import { MINUTE_MS } from './instants.ts'

const RFC_3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?([Zz]|[+-]\d\d(?::?\d\d)?)$/

/** A parsed time, to the millisecond and to the nanosecond. */
export interface ExactTime {
  /** ISO 8601 in UTC, to the millisecond. */
  readonly at: string
  /** Sorts chronologically, to the nanosecond: tools distinguish events within one millisecond. */
  readonly exact: string
}

function offsetOf(zone: string): number {
  if (zone.toUpperCase() === 'Z') return 0
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(3).replace(':', '') || 0)]
  if (hours > 23 || minutes > 59) return Number.NaN
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}

/** Returns null if the text is no time or has no zone. */
export function parseRfc3339(text: string): ExactTime | null {
  const match = RFC_3339.exec(text)
  if (!match) return null
  const [, year, month, day, hour, minute, second = '00', fraction = '', zone = ''] = match
  const nanos = fraction.slice(0, 9).padEnd(9, '0')
  const wall = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${nanos.slice(0, 3)}Z`)
  // JavaScript reads 30 February as 2 March and 24:00 as the next day.
  if (Number.isNaN(wall.getTime()) || wall.getUTCDate() !== Number(day)) return null
  const instant = new Date(wall.getTime() - offsetOf(zone) * MINUTE_MS)
  if (Number.isNaN(instant.getTime())) return null
  const at = instant.toISOString()
  // Years of more than four digits would not sort chronologically as text.
  if (!/^\d{4}-/.test(at)) return null
  return { at, exact: `${at.slice(0, 19)}.${nanos}` }
}
