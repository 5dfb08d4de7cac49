import { afterEach, expect, test, vi } from 'vitest'
import { clockTime } from './clock-time.ts'
import { dayInZone } from './day-in-zone.ts'
import { calendarDay, dayWriter, shortDay, writer } from './time.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

const DATED = { dateStyle: 'medium', timeStyle: 'short' } as const
const SHORT = { weekday: 'short', day: 'numeric', month: 'short' } as const

test.each([
  { languages: ['de-DE', 'de'], said: 'Thu 5 Mar' },
  { languages: ['fr-FR', 'en-US'], said: 'Thu, Mar 5' },
  { languages: ['en-GB'], said: 'Thu 5 Mar' },
])('writes days with English names in the order of the reader’s English: $languages', ({ languages, said }) => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)
  // Whether there is a comma depends on the release of the tables.
  expect(dayWriter(SHORT)('2026-03-05').replace('Thu, 5', 'Thu 5')).toBe(said)
})

test('writes a day in digits, each part with two', () => {
  expect(shortDay('2026-03-05')).toBe('03/05/26')
})

test('returns what is no time or no day unchanged', () => {
  expect([writer(DATED)('12:30'), calendarDay(''), clockTime('soon')]).toEqual(['12:30', '', 'soon'])
  expect([dayWriter(SHORT)(''), dayWriter(SHORT)('soon')]).toEqual(['', 'soon'])
  expect(dayInZone(Number.NaN, 'Europe/Berlin')).toBe('')
})

test('keeps the reader’s 12- or 24-hour clock beside a day', () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-DE'])
  const evening = new Date(2026, 2, 5, 20, 5)
  const clock = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hourCycle
  expect(writer(DATED)(evening)).toContain('5 Mar 2026')
  expect(writer(DATED)(evening)).toMatch(clock === 'h12' ? /8:05/ : /20:05/)
})

test('writes times in the zone that the machine is in by now', () => {
  const write = writer(DATED)
  vi.stubEnv('TZ', 'Asia/Tokyo')
  const inTokyo = write('2026-03-05T20:05:00Z')
  vi.stubEnv('TZ', 'America/New_York')
  const inNewYork = write('2026-03-05T20:05:00Z')
  expect([inTokyo, inNewYork]).toEqual([expect.stringMatching(/\b0?5:05\b/), expect.stringMatching(/\b0?3:05\b|15:05/)])
  expect([inTokyo, inNewYork]).toEqual([expect.stringMatching(/\b6\b/), expect.stringMatching(/\b5\b/)])
})
