import { describe, expect, test } from 'vitest'
import { endOfDay, startOfDay } from '../../lib/company-time.ts'
import { endOfWeek, isLastToEndInMonth, nextWeek, openWeeks, weekAt, weeksBefore, weeksFrom } from './calendar-weeks.ts'

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Sao_Paulo',
  'Asia/Kolkata',
  'Pacific/Auckland',
  'Pacific/Apia',
] as const

/**
 * Weeks around a clock change, the end of a year or a leap day. São Paulo's clocks change at midnight; Apia once left
 * out a day.
 */
const WEEKS = [
  '2026-03-23', // Berlin: 29 March
  '2026-10-19', // Berlin: 25 October
  '2026-03-02', // New York: 8 March
  '2026-10-26', // New York: 1 November
  '2026-03-30', // Auckland: 5 April
  '2026-09-21', // Auckland: 27 September
  '2018-10-29', // São Paulo: 4 November
  '2018-02-12', // São Paulo: 18 February
  '2011-12-26', // Apia: no 30 December
  '2025-12-29',
  '2026-12-28',
  '2024-02-26',
]

const moved = (instant: string, ms: number) => new Date(Date.parse(instant) + ms).toISOString()

describe.each(ZONES)('in the time zone %s', (timeZone) => {
  test.each(WEEKS)('the week of %s begins with its Monday and ends with its Sunday in local time', (monday) => {
    const first = startOfDay(monday, timeZone)
    const after = endOfDay(endOfWeek(monday), timeZone)
    expect(weekAt(first, timeZone)).toBe(monday)
    expect(weekAt(moved(after, -1), timeZone)).toBe(monday)
    expect(weekAt(moved(first, -1), timeZone)).toBe(weeksBefore(monday, 1))
    expect(weekAt(after, timeZone)).toBe(nextWeek(monday))
  })

  test('checked hourly for two years, each week comes once and in order', () => {
    const seen: string[] = []
    const until = Date.parse('2027-02-01T00:00:00Z')
    for (let at = Date.parse('2025-01-01T00:00:00Z'); at < until; at += 3_600_000) {
      const monday = weekAt(new Date(at).toISOString(), timeZone)
      if (monday !== seen.at(-1)) seen.push(monday)
    }
    expect(seen).toEqual(weeksFrom('2024-12-30', '2027-02-01').slice(0, seen.length))
    expect(seen.length).toBeGreaterThan(108)
  })

  test.each(WEEKS)('throughout the week of %s, it and the four weeks before it are open', (monday) => {
    for (let at = Date.parse(startOfDay(monday, timeZone)); ; at += 6 * 3_600_000) {
      const now = new Date(at).toISOString()
      if (weekAt(now, timeZone) !== monday) break
      const open = openWeeks({ now, joinedAt: '2001-01-01T00:00:00.000Z', timeZone })
      expect(open, now).toEqual({ first: weeksBefore(monday, 4), last: monday })
    }
  })
})

test('each month has exactly one last week, the one with its last Sunday', () => {
  const weeks = weeksFrom('2019-12-30', '2031-01-06').filter(isLastToEndInMonth)
  const months = weeks.map((monday) => endOfWeek(monday).slice(0, 7))
  expect(new Set(months).size).toBe(weeks.length)
  expect(weeks).toHaveLength(11 * 12)
  expect(['2026-02-16', '2026-03-23', '2026-05-25', '2026-12-21'].every(isLastToEndInMonth)).toBe(true)
  // Begins in March and ends in April, as the first week to end in that month.
  expect(isLastToEndInMonth('2026-03-30')).toBe(false)
})

test('no week is open before the one in which a person joined', () => {
  const timeZone = 'Europe/Berlin'
  const now = '2026-03-05T12:00:00.000Z'
  const first = (joinedAt: string) => openWeeks({ now, joinedAt, timeZone }).first
  expect(first('2026-02-22T22:59:59.999Z')).toBe('2026-02-16')
  // Sunday evening in UTC is Monday morning in Berlin.
  expect(first('2026-02-22T23:00:00.000Z')).toBe('2026-02-23')
  expect(first(now)).toBe('2026-03-02')
})

test('weeksFrom lists consecutive weeks, also across New Year, and none from a later to an earlier one', () => {
  expect(weeksFrom('2026-12-21', '2027-01-04')).toEqual(['2026-12-21', '2026-12-28', '2027-01-04'])
  expect(weeksFrom('2027-01-04', '2026-12-21')).toEqual([])
})
