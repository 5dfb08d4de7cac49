import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pause, within } from './pause.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what comes in time is answered', async () => {
  const answered = within(
    100,
    pause(99).then(() => 'done'),
  )
  await vi.advanceTimersByTimeAsync(99)
  expect(await answered).toBe('done')
})

test('what comes later is not waited for', async () => {
  const work = pause(101).then(() => 'done')
  const answered = within(100, work)
  await vi.advanceTimersByTimeAsync(100)
  expect(await answered).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(await work).toBe('done')
})

test('what fails in time is told, and what fails later troubles nobody', async () => {
  const fails = () =>
    pause(50).then(() => {
      throw new Error('no line')
    })
  const told = expect(within(100, fails())).rejects.toThrow('no line')
  const late = within(10, fails())
  await vi.advanceTimersByTimeAsync(100)
  await told
  expect(await late).toBeUndefined()
})
