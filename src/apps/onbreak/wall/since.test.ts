import { expect, test } from 'vitest'
import { letterWidth } from './letter-width.ts'
import { sinceOf } from './since.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const LEFT = new Date(2026, 2, 2, 12, 5).toISOString()
const after = (ms: number) => sinceOf(LEFT, Date.parse(LEFT) + ms)
const widthOf = (text: string) => [...text].reduce((sum, letter) => sum + letterWidth(letter), 0)

test('gives only the time in the first minute, and no day within the first 24 hours', () => {
  expect(after(MINUTE - 1).ago).toBeNull()
  expect(after(MINUTE).ago).not.toBeNull()
  expect(after(DAY - 1).at).toBe(after(0).at)
})

test('gives the weekday after a day and the date after six, so that the time does not pass for today’s', () => {
  expect(after(DAY).at).toBe(`Mon ${after(0).at}`)
  expect(after(6 * DAY - 1).at).toBe(after(DAY).at)
  expect(after(6 * DAY).at).toMatch(/^(?:Mar 2|2 Mar)$/)
})

test.each([1, 5, 6, 30, 365])('is no wider than the line allows after %i days', (days) => {
  const { at, ago } = after(days * DAY)
  expect(widthOf(`${at} · ${ago}`)).toBeLessThanOrEqual(widthOf(`${after(0).at} · 23 h 59 min`))
})
