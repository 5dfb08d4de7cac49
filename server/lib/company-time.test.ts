import { expect, test } from 'vitest'
import { clockTime, dayOf, endOfDay, mondayOf, startOfDay, whenOf } from './company-time.ts'

test('startOfDay and endOfDay are midnight in the company’s time zone', () => {
  expect(startOfDay('2026-03-05', 'Europe/Berlin')).toBe('2026-03-04T23:00:00.000Z')
  expect(endOfDay('2026-03-05', 'America/New_York')).toBe('2026-03-06T05:00:00.000Z')
  expect(startOfDay('2026-03-05', 'Asia/Kathmandu')).toBe('2026-03-04T18:15:00.000Z')
})

test('a day with a clock change has 23 or 25 hours', () => {
  const hours = (day: string) =>
    (Date.parse(endOfDay(day, 'Europe/Berlin')) - Date.parse(startOfDay(day, 'Europe/Berlin'))) / 3_600_000
  expect([hours('2026-03-28'), hours('2026-03-29'), hours('2026-10-25')]).toEqual([24, 23, 25])
})

test('startOfDay is after the gap if midnight is skipped, and the first midnight if it occurs twice', () => {
  expect(startOfDay('2026-04-24', 'Africa/Cairo')).toBe('2026-04-23T22:00:00.000Z')
  expect(startOfDay('2025-11-02', 'America/Havana')).toBe('2025-11-02T04:00:00.000Z')
})

test('the first and the last day of the calendar still sort as text', () => {
  expect(endOfDay('9999-12-31', 'Europe/Berlin') > '9999').toBe(true)
  expect(startOfDay('0001-01-01', 'Europe/Berlin') < '0001-01-02').toBe(true)
})

test('whenOf names the day only if it is not today', () => {
  const zone = { now: '2026-03-05T22:59:00.000Z', timeZone: 'Europe/Berlin' }
  expect(whenOf('2026-03-04T23:00:00.000Z', zone)).toBe('at 00:00')
  expect(whenOf('2026-03-04T22:59:00.000Z', zone)).toBe('on 4 Mar at 23:59')
  expect(whenOf('2026-03-05T23:00:00.000Z', zone)).toBe('on 6 Mar at 00:00')
})

test('clockTime and dayOf return the local time and day of an instant', () => {
  expect(clockTime('2026-03-05T23:30:00.000Z', 'Europe/Berlin')).toBe('00:30')
  expect(dayOf('2026-03-05T23:30:00.000Z', 'Europe/Berlin')).toBe('2026-03-06')
})

test.each([
  ['2026-03-02', '2026-03-02'],
  ['2026-03-08', '2026-03-02'],
  ['2026-03-09', '2026-03-09'],
  ['2027-01-01', '2026-12-28'],
  ['2024-02-29', '2024-02-26'],
])('mondayOf %s is %s', (day, monday) => expect(mondayOf(day)).toBe(monday))
