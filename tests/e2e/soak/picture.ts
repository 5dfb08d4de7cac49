/** Reads what a wall shows and compares it with the server's board. */
import type { Page } from '@playwright/test'
import type { LiveMessage } from '#contract/live.ts'
import { dueBack } from '#src/apps/onbreak/due.ts'
import { duration } from '#src/lib/duration.ts'

/** Locale and time zone of the wall's browser. */
export const PLACE = { locale: 'en-GB', timezoneId: 'Europe/Berlin' }

const clock = new Intl.DateTimeFormat(PLACE.locale, {
  hour: '2-digit',
  minute: '2-digit',
  timeZone: PLACE.timezoneId,
})
export const clockTime = (instant: number | string): string => clock.format(new Date(instant))

const date = new Intl.DateTimeFormat(PLACE.locale, { dateStyle: 'short', timeZone: PLACE.timezoneId })
const weekday = new Intl.DateTimeFormat(PLACE.locale, { weekday: 'short', timeZone: PLACE.timezoneId })
/** Formats a time, with the weekday unless it is today; for instants at most some days away. */
export function timeWithDay(instant: number | string, now: number): string {
  const at = new Date(instant)
  return date.format(at) === date.format(now) ? clockTime(instant) : `${weekday.format(at)} ${clockTime(instant)}`
}

export interface Picture {
  readonly heading: string
  readonly time: string
  /** `No connection since 12:03`, with a weekday if not today (`Tue 12:03`); empty while connected. */
  readonly lost: string
  readonly isGrey: boolean
  /** The current page; 1 of 1 if there is only one. */
  readonly page: number
  readonly pages: number
  /** One text for each person on the page, department first. */
  readonly rows: readonly string[]
}

export interface Seen extends Picture {
  /** When it was seen, by the server's clock. */
  readonly at: number
}

/** Reads the wall's current screen. */
export const read = (page: Page): Promise<Picture> =>
  page.evaluate(() => {
    const [heading, time, lost, pages] = ['h1', 'header time', '[role="status"]', 'main p:last-child'].map(
      (selector) => document.querySelector(selector)?.textContent?.trim() ?? '',
    )
    const rows = [...document.querySelectorAll('main section')].flatMap((section) =>
      [...section.querySelectorAll('li')].map((row) =>
        [section.getAttribute('aria-label'), ...[...row.children].map((part) => part.textContent)].join(' | '),
      ),
    )
    return {
      heading: heading ?? '',
      time: time ?? '',
      lost: lost ?? '',
      isGrey: document.querySelector('main [data-stale]') !== null,
      page: Number(/^(\d+) of \d+$/.exec(pages ?? '')?.[1] ?? 1),
      pages: Number(/^\d+ of (\d+)$/.exec(pages ?? '')?.[1] ?? 1),
      rows,
    }
  })

const MINUTE_MS = 60_000

/** Returns the text that a person's row should have at this moment. */
function rowOf({ userName, empType, breakType, timeLeft, plannedMinutes }: LiveMessage, now: number): string {
  const left = Date.parse(timeLeft ?? '')
  const ago = now - left >= MINUTE_MS ? ` · ${duration(now - left)}` : ''
  const parts = [empType, userName, `${breakType} · ${clockTime(left)}${ago}`]
  const due = dueBack({ left: timeLeft, plannedMinutes }, now)
  if (due) parts.push(due.over === null ? `due back ${timeWithDay(due.at, now)}` : `over by ${duration(due.over)}`)
  return parts.join(' | ')
}

/** Offsets to accept: a wall counts in steps of ten seconds, and knows the server's clock to about two. */
const MOMENTS_MS = [0, -5_000, -10_000, -15_000, 3_000]

/**
 * Returns the differences between the server's board and the pages that the wall showed; empty if they agree.
 */
export function differences(board: readonly LiveMessage[], shown: readonly Seen[]): string[] {
  const away = board.filter(({ status }) => !status)
  const wrong: string[] = []
  const rows = shown.flatMap(({ rows: these, at }) => these.map((row) => ({ row, at })))
  for (const person of away) {
    const theirs = rows.filter(({ row }) => row.split(' | ')[1] === person.userName)
    const isRight =
      theirs.length === 1 && theirs.every(({ row, at }) => MOMENTS_MS.some((off) => rowOf(person, at + off) === row))
    if (!isRight)
      wrong.push(`${rowOf(person, shown[0]?.at ?? 0)}: ${theirs.map(({ row }) => row).join('; ') || 'missing'}`)
  }
  if (rows.length !== away.length) wrong.push(`${rows.length} rows for ${away.length} people`)
  for (const { heading, lost, isGrey, time, at } of shown) {
    if (heading !== `${away.length} away`) wrong.push(`“${heading}” for ${away.length}`)
    if (lost || isGrey) wrong.push(lost || 'grey')
    if (![0, -3_000, 3_000].some((off) => clockTime(at + off) === time)) wrong.push(`${time} at ${clockTime(at)}`)
  }
  return wrong
}
