import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ClockTime, DayAndTime } from './Clock.tsx'

const AT = '2026-03-05T20:05:00.000Z'

beforeEach(() => {
  vi.stubEnv('TZ', 'Asia/Tokyo')
  vi.useFakeTimers({ now: Date.parse(AT) + 60_000 })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

test('times on screen follow the machine into another time zone, all of them together', () => {
  render(
    <p>
      left <ClockTime at={AT} />, approved <DayAndTime at={AT} />
    </p>,
  )
  const text = () => screen.getByText(/left/).textContent
  expect(text()).toMatch(/left 0?5:05.*approved .*\b6\b.*\b0?5:05/)
  vi.stubEnv('TZ', 'Europe/Lisbon')
  act(() => vi.advanceTimersByTime(10_000))
  expect(text()).toMatch(/left (20|0?8):05.*approved .*\b5\b.*\b(20|0?8):05/)
})
