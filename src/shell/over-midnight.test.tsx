/** A page that stays open without a connection from one day to the next. */
import { MantineProvider } from '@mantine/core'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reportUnreachable } from '#src/api/connection.ts'
import { ConnectionNotice } from '#src/screen/ConnectionNotice.tsx'
import { ClockTime } from '#src/ui/Clock.tsx'
import { ConnectionChip } from './ConnectionChip.tsx'

const EVENING = new Date(2026, 2, 5, 23, 50)

beforeEach(() => void vi.useFakeTimers({ now: EVENING }))
afterEach(() => void vi.useRealTimers())

test('a loss of yesterday does not read as one of today', () => {
  const since = EVENING.toISOString()
  act(() => reportUnreachable())
  render(
    <MantineProvider env="test">
      <ConnectionChip />
      <ConnectionNotice since={since}>Please wait.</ConnectionNotice>
      <p>
        As of <ClockTime at={since} withDay />
      </p>
    </MantineProvider>,
  )
  const notice = () => screen.getByText(/^No connection/).textContent
  const chip = () => screen.getByRole('button').getAttribute('aria-label')
  expect([chip(), notice()]).toEqual([
    expect.stringMatching(/^Offline since \d\d:50/),
    expect.stringMatching(/^No connection since \d\d:50/),
  ])
  act(() => vi.advanceTimersByTime(20 * 60_000))
  expect([chip(), notice(), screen.getByText(/^As of/).textContent]).toEqual([
    expect.stringMatching(/^Offline since Thu \d\d:50/),
    expect.stringMatching(/^No connection since Thu \d\d:50/),
    expect.stringMatching(/^As of Thu \d\d:50/),
  ])
})
