/**
 * Clock times as the reader's locale writes them (wire.md §4), without the browser's tables: to load these takes a tenth
 * of a second of a phone's launch, and most launches show a time. So what they say is kept for the next one.
 */
import { keptFormat } from './kept-format.ts'
import { knownFormat } from './known-formats.ts'
import { twoDigits } from './local-day.ts'

/** Of each hour what stands before and after the minute; and each minute. */
interface Dial {
  readonly hours: readonly (readonly [before: string, after: string])[]
  readonly minutes: readonly string[]
}

/** Any day without a change of the clock. */
const at = (hour: number, minute: number) => new Date(2026, 0, 15, hour, minute)

/** As far as it is known without them. */
function known(): Dial | undefined {
  const format = knownFormat()
  if (!format) return undefined
  const around = (hour: number) =>
    format.hours === 24
      ? ([`${twoDigits(hour)}:`, ''] as const)
      : ([`${twoDigits(hour % 12 || 12)}:`, hour < 12 ? ' AM' : ' PM'] as const)
  return {
    hours: Array.from({ length: 24 }, (_, hour) => around(hour)),
    minutes: Array.from({ length: 60 }, (_, minute) => twoDigits(minute)),
  }
}

function read(): Dial {
  const format = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
  const minuteOf = (date: Date) => format.formatToParts(date).find(({ type }) => type === 'minute')?.value ?? ''
  // The parts have other spaces than the whole; the minute is the last that looks like it, also at 00:00.
  const around = (date: Date) => {
    const [whole, minute] = [format.format(date), minuteOf(date)]
    const place = whole.lastIndexOf(minute)
    return [whole.slice(0, place), whole.slice(place + minute.length)] as const
  }
  return {
    hours: Array.from({ length: 24 }, (_, hour) => around(at(hour, 0))),
    minutes: Array.from({ length: 60 }, (_, minute) => minuteOf(at(0, minute))),
  }
}

/** Letters and digits that go from the right, or stand among such. */
const FROM_THE_RIGHT = /[\u0590-\u08ff]/
/** Kept apart from what is around it: of `٠٣:٥٩ ص · 47 min` the 47 would be drawn before the time. */
const apart = (time: string) => (FROM_THE_RIGHT.test(time) ? `\u2068${time}\u2069` : time)

/** Once nobody waits: for the next launch. */
export const prepareClock = keptFormat('portal.dial', () => known() ?? read())

/** `14:03`, or what the locale makes of it. */
export function clockTime(instant: string): string {
  const { hours, minutes } = prepareClock()
  const when = new Date(instant)
  const [before, after] = hours[when.getHours()] ?? ['', '']
  return apart(`${before}${minutes[when.getMinutes()] ?? ''}${after}`)
}
