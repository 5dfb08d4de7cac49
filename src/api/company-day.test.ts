/** Weeks and dates are in the company's time zone, wherever the reader is (wire.md §4). */
import { afterEach, expect, test } from 'vitest'
import type { PortalConfig } from '#contract/apps/portal.ts'
import { dateOf } from '#src/apps/mood/weeks.ts'
import { localDay } from '#src/lib/local-day.ts'
import { companyDay } from './company-day.ts'
import { portalConfig } from './portal-config.ts'
import { queryClient } from './query-client.ts'

const CONFIG: PortalConfig = { name: 'Foyer', register: 'open', livePort: 8000, version: '1.0.0' }
const isIn = (timeZone?: string) =>
  queryClient.setQueryData(portalConfig.queryKey, { ...CONFIG, ...(timeZone ? { timeZone } : {}) })
afterEach(() => queryClient.clear())

test.each([
  ['Pacific/Auckland', '2026-03-05'],
  ['Europe/Berlin', '2026-03-05'],
  ['UTC', '2026-03-04'],
  ['America/New_York', '2026-03-04'],
] as const)('in %s it is %s', (timeZone, day) => {
  isIn(timeZone)
  expect(companyDay(Date.parse('2026-03-04T23:30:00Z'))).toBe(day)
})

test('is right on the day of a clock change', () => {
  isIn('Europe/Berlin')
  expect(companyDay(Date.parse('2026-10-24T21:59:59Z'))).toBe('2026-10-24')
  expect(companyDay(Date.parse('2026-10-25T22:59:59Z'))).toBe('2026-10-25')
  expect(companyDay(Date.parse('2026-10-25T23:00:00Z'))).toBe('2026-10-26')
})

test('writes the day as a date', () => {
  isIn('Pacific/Auckland')
  expect(dateOf('2026-03-04T23:30:00.000Z')).toBe('Mar 5, 2026')
})

test('falls back to the reader’s zone if the company’s is missing or unknown to the browser', () => {
  const at = Date.parse('2026-03-04T23:30:00Z')
  expect(companyDay(at)).toBe(localDay(at))
  isIn()
  expect(companyDay(at)).toBe(localDay(at))
  isIn('Mars/Olympus')
  expect(companyDay(at)).toBe(localDay(at))
})
