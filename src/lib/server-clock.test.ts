import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serverNow, updateServerClock } from './server-clock.ts'

const HERE = Date.parse('2026-11-25T12:00:00.000Z')
/** Receives an answer from a server whose clock is `ahead`, `took` milliseconds after the request. */
const hear = (ahead: number, took = 100) =>
  updateServerClock(new Date(Date.now() - took / 2 + ahead).toUTCString(), Date.now() - took)

beforeEach(() => {
  vi.useFakeTimers({ now: HERE })
  hear(0)
})
afterEach(() => {
  hear(0)
  vi.useRealTimers()
})

test('follows the server’s clock if it differs, and the device’s again once it does not', () => {
  hear(20 * 60_000)
  expect(Math.abs(serverNow() - (HERE + 20 * 60_000))).toBeLessThanOrEqual(1_000)
  hear(-3_600_000)
  expect(Math.abs(serverNow() - (HERE - 3_600_000))).toBeLessThanOrEqual(1_000)
  hear(0)
  expect(serverNow()).toBe(HERE)
})

test('uses the stored difference on a page that starts offline', async () => {
  hear(3 * 3_600_000)
  vi.resetModules()
  const later = await import('./server-clock.ts')
  expect(Math.abs(later.serverNow() - (HERE + 3 * 3_600_000))).toBeLessThanOrEqual(1_000)
  hear(0)
  vi.resetModules()
  expect((await import('./server-clock.ts')).serverNow()).toBe(HERE)
})

test.each([
  ['a second apart, which the header cannot tell', () => hear(1_000)],
  ['apart by no more than the answer took', () => hear(4_000, 8_000)],
  ['on its way for too long', () => hear(3_600_000, 11_000)],
  ['asked for before the device’s clock was set back', () => hear(3_600_000, -60_000)],
  ['without a time', () => updateServerClock(null, HERE)],
  ['with a time that is none', () => updateServerClock('soon', HERE)],
])('an answer %s changes nothing', (_, answer) => {
  answer()
  expect(serverNow()).toBe(HERE)
})
