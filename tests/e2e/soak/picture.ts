/** What a wall shows, beside what the server says. */
import type { Page } from '@playwright/test'
import type { LiveMessage } from '#contract/live.ts'
import { dueBack } from '#src/apps/onbreak/due.ts'
import { duration } from '#src/lib/duration.ts'

/** Where the wall hangs, as its browser is told. */
export const PLACE = { locale: 'en-GB', timezoneId: 'Europe/Berlin' }

const clock = new Intl.DateTimeFormat(PLACE.locale, {
  hour: '2-digit',
  minute: '2-digit',
  timeZone: PLACE.timezoneId,
})
export const clockTime = (instant: number | string): string => clock.format(new Date(instant))

const date = new Intl.DateTimeFormat(PLACE.locale, { dateStyle: 'short', timeZone: PLACE.timezoneId })
const weekday = new Intl.DateTimeFormat(PLACE.locale, { weekday: 'short', timeZone: PLACE.timezoneId })
/** Of another day, some days at most from now: with it. */
export function timeWithDay(instant: number | string, now: number): string {
  const at = new Date(instant)
  return date.format(at) === date.format(now) ? clockTime(instant) : `${weekday.format(at)} ${clockTime(instant)}`
}

export interface Picture {
  readonly heading: string
  readonly time: string
  /** `No connection since 12:03`, or `Tue 12:03`, or nothing. */
  readonly lost: string
  readonly isGrey: boolean
  /** Which of how many; 1 of 1 where there are no pages. */
  readonly page: number
  readonly pages: number
  /** Of each person who is away, department first. */
  readonly rows: readonly string[]
}

export interface Seen extends Picture {
  /** When, by the server's clock. */
  readonly at: number
}

/** What stands on the wall's screen now. */
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

/** How somebody's row reads at this moment. */
function rowOf({ userName, empType, breakType, timeLeft, plannedMinutes }: LiveMessage, now: number): string {
  const left = Date.parse(timeLeft ?? '')
  const ago = now - left >= MINUTE_MS ? ` · ${duration(now - left)}` : ''
  const parts = [empType, userName, `${breakType} · ${clockTime(left)}${ago}`]
  const due = dueBack({ left: timeLeft, plannedMinutes }, now)
  if (due) parts.push(due.over === null ? `due back ${timeWithDay(due.at, now)}` : `over by ${duration(due.over)}`)
  return parts.join(' | ')
}

/** A wall counts in steps of ten seconds, and knows the server's clock to about two. */
const MOMENTS_MS = [0, -5_000, -10_000, -15_000, 3_000]

/**
 * What is wrong with what the wall showed, page by page, at these moments; empty when it is the board of the server.
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
