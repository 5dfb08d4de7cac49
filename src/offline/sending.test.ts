/** A request to send that comes just as the last drain ends is not lost. */
import { expect, test, vi } from 'vitest'
import { sendWaiting } from './engine.ts'

const drains = vi.hoisted(() => ({ begun: 0, end: () => {} }))
vi.mock('./drain.ts', () => ({
  drain: () => {
    drains.begun++
    return new Promise((resolve) => {
      drains.end = () => resolve({ is: 'idle', next: null })
    })
  },
}))

test.each(Array.from({ length: 16 }, (_, steps) => steps))('asked %i steps after the last was sent', async (steps) => {
  drains.begun = 0
  void sendWaiting()
  await vi.waitFor(() => expect(drains.begun).toBe(1), 10_000)
  drains.end()
  for (let step = 0; step < steps; step++) await null
  const asked = sendWaiting()
  await vi.waitFor(() => expect(drains.begun).toBe(2), 10_000)
  drains.end()
  await asked
})
