import { expect, test } from 'vitest'
import type { DateRange } from '#contract/apps/mood.ts'
import { week } from '#tests/mood.ts'
import { dateOf, recencyOf, shortOf } from './weeks.ts'

const DAY_MS = 86_400_000
/** Every day of two years, at noon in the zone of the test run. */
const days = Array.from({ length: 731 }, (_, index) => new Date(2024, 0, 1 + index, 12))

test('formats days like the browser does in American English', () => {
  const format = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' })
  expect(days.map((day) => dateOf(day.toISOString()))).toEqual(days.map((day) => format.format(day)))
})

test('formats weeks likewise, in one piece and without a year', () => {
  const format = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
  const weeks = days.map((day) => [day, new Date(day.getTime() + 6 * DAY_MS)] as const)
  const range = ([first, last]: readonly [Date, Date]): DateRange => ({
    _id: 1,
    startDate: first.toISOString().slice(0, 10),
    endDate: last.toISOString().slice(0, 10),
    isEmployeeOfTheMonthReport: false,
  })
  expect(weeks.map((week) => shortOf(range(week)))).toEqual(
    weeks.map((week) =>
      format
        .formatRange(...week)
        .replace(/, \d{4}/g, '')
        .replace(/\s/g, '\u00a0'),
    ),
  )
})

test.each([
  ['2024-03-04', 'This week'],
  ['2024-03-10', 'This week'],
  ['2024-03-11', 'Last week'],
  ['2024-03-17', 'Last week'],
  ['2024-03-18', null],
  ['2024-03-03', null],
])('on %s, the week of Mar 4 is %s', (day, expected) => {
  expect(recencyOf(week(1, '2024-03-04', '2024-03-10'), day)).toBe(expected)
})
