import { expect, test } from 'vitest'
import { letterWidth } from './letter-width.ts'
import { sinceOf } from './since.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const LEFT = new Date(2026, 2, 2, 12, 5).toISOString()
const after = (ms: number) => sinceOf(LEFT, Date.parse(LEFT) + ms)
const widthOf = (text: string) => [...text].reduce((sum, letter) => sum + letterWidth(letter), 0)

test('in the first minute the time alone says it, on the first day without its day', () => {
  expect(after(MINUTE - 1).ago).toBeNull()
  expect(after(MINUTE).ago).not.toBeNull()
  expect(after(DAY - 1).at).toBe(after(0).at)
})

test('a day later it has its weekday, and after six its date: a time of then is not taken for one of today', () => {
  expect(after(DAY).at).toBe(`Mon ${after(0).at}`)
  expect(after(6 * DAY - 1).at).toBe(after(DAY).at)
  expect(after(6 * DAY).at).toMatch(/^(?:Mar 2|2 Mar)$/)
})

test.each([1, 5, 6, 30, 365])('after %i days it is no wider than the line is reckoned with', (days) => {
  const { at, ago } = after(days * DAY)
  expect(widthOf(`${at} · ${ago}`)).toBeLessThanOrEqual(widthOf(`${after(0).at} · 23 h 59 min`))
})
