/**
 * Clock times as the reader's locale writes them (wire.md §4), without the browser's locale tables: loading these takes a
 * tenth of a second of a phone's launch, and most launches show a time. So their output is stored for the next launch.
 */
import { keptFormat } from './kept-format.ts'
import { knownFormat } from './known-formats.ts'
import { twoDigits } from './local-day.ts'

/** The text before and after the minute for each hour, and the text of each minute. */
interface Dial {
  readonly hours: readonly (readonly [before: string, after: string])[]
  readonly minutes: readonly string[]
}

/** Returns a time on a day without a clock change. */
const at = (hour: number, minute: number) => new Date(2026, 0, 15, hour, minute)

/** Builds the dial without the tables, if the locale is a known one. */
function knownDial(): Dial | undefined {
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

function dialFromTables(): Dial {
  const format = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
  const minuteOf = (date: Date) => format.formatToParts(date).find(({ type }) => type === 'minute')?.value ?? ''
  // The parts have other spaces than the whole text, so the minute is searched in that: its last match, also at 00:00.
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

/** Letters of right-to-left scripts, and digits that stand among them. */
const FROM_THE_RIGHT = /[\u0590-\u08ff]/
/** Isolates a right-to-left time from the text around it: in `٠٣:٥٩ ص · 47 min` the 47 would be drawn before the time. */
const isolated = (time: string) => (FROM_THE_RIGHT.test(time) ? `\u2068${time}\u2069` : time)

/** Loads the dial and stores it for the next launch; called in advance when the page is idle. */
export const prepareClock = keptFormat('portal.dial', () => knownDial() ?? dialFromTables())

/** Returns the clock time of an instant in the locale's form: `14:03`, for example; what is no time unchanged. */
export function clockTime(instant: string): string {
  const { hours, minutes } = prepareClock()
  const when = new Date(instant)
  if (Number.isNaN(when.getTime())) return instant
  const [before, after] = hours[when.getHours()] ?? ['', '']
  return isolated(`${before}${minutes[when.getMinutes()] ?? ''}${after}`)
}
