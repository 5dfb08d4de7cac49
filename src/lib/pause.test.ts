import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pause, withTimeout } from './pause.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('resolves with a result in time', async () => {
  const answered = withTimeout(
    100,
    pause(99).then(() => 'done'),
  )
  await vi.advanceTimersByTimeAsync(99)
  expect(await answered).toBe('done')
})

test('resolves with undefined if the work takes longer', async () => {
  const work = pause(101).then(() => 'done')
  const answered = withTimeout(100, work)
  await vi.advanceTimersByTimeAsync(100)
  expect(await answered).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(await work).toBe('done')
})

test('rejects on a failure in time, and ignores a later one', async () => {
  const fails = () =>
    pause(50).then(() => {
      throw new Error('no line')
    })
  const told = expect(withTimeout(100, fails())).rejects.toThrow('no line')
  const late = withTimeout(10, fails())
  await vi.advanceTimersByTimeAsync(100)
  await told
  expect(await late).toBeUndefined()
})
