/** When waiting rows are sent: on request, when they are due, and again after a failure. */
import { expect, test } from 'vitest'
import type { DrainOutcome } from './drain.ts'
import type { Row } from './row.ts'
import { newSender } from './sender.ts'

const NOW = 1_000_000
const idle = (next: number | null): DrainOutcome => ({ is: 'idle', next })
const pending = [{ state: 'pending' } as Row]

/** A page whose drains end as the test says, and whose clock stands still until a timer is fired. */
function newPage() {
  const page = { online: true, heard: [] as DrainOutcome[], timers: [] as number[] }
  const drains: { end: (outcome: DrainOutcome) => void; fail: () => void }[] = []
  let timer: { ms: number; act: () => void } | null = null
  const sender = newSender({
    drain: () =>
      new Promise((end, reject) => drains.push({ end, fail: () => reject(new Error('The store is closed.')) })),
    onOutcome: (outcome) => page.heard.push(outcome),
    isOnline: () => page.online,
    now: () => NOW,
    later(ms, act) {
      const mine = { ms, act }
      timer = mine
      return () => {
        if (timer === mine) timer = null
      }
    },
  })
  return {
    page,
    sender,
    drains,
    waits: () => timer?.ms ?? null,
    pass() {
      const { act } = timer as unknown as { act: () => void }
      timer = null
      act()
    },
    /** Sends, and has the drain end with this outcome. */
    async ends(outcome: DrainOutcome): Promise<void> {
      const done = sender.send()
      drains.at(-1)?.end(outcome)
      await done
    },
  }
}

test('runs one drain at a time, and one more if asked meanwhile', async () => {
  const { sender, drains } = newPage()
  const done = sender.send()
  expect(sender.send()).toBe(done)
  expect(drains).toHaveLength(1)
  drains[0]?.end(idle(null))
  await expect.poll(() => drains).toHaveLength(2)
  drains[1]?.end(idle(null))
  await done
  void sender.send()
  expect(drains).toHaveLength(3)
})

test.each([
  ['when it is', 4_000, 4_000],
  ['at the latest after 15 s', 60_000, 15_000],
  ['at once where that is past', -1, 0],
])('what is due later is sent %s', async (_, after, wait) => {
  const { drains, ends, waits, pass } = newPage()
  await ends(idle(NOW + after))
  expect(waits()).toBe(wait)
  pass()
  expect(drains).toHaveLength(2)
})

test('tries again after the store failed', async () => {
  const { page, sender, drains, waits, pass } = newPage()
  const done = sender.send()
  drains[0]?.fail()
  await done
  expect([waits(), page.heard]).toEqual([15_000, []])
  pass()
  expect(drains).toHaveLength(2)
})

test('without an answer it waits for the line instead of a timer, and reports the outcome', async () => {
  const { page, ends, waits } = newPage()
  await ends(idle(NOW + 4_000))
  await ends({ is: 'unreachable' })
  expect(waits()).toBeNull()
  expect(page.heard).toEqual([idle(NOW + 4_000), { is: 'unreachable' }])
})

test('a reminder sets the timer while there is a line, and does not change one that is set', async () => {
  const { page, sender, ends, waits } = newPage()
  page.online = false
  sender.updateTimer(pending)
  expect(waits()).toBeNull()
  page.online = true
  sender.updateTimer(pending)
  expect(waits()).toBe(15_000)
  await ends(idle(NOW + 4_000))
  sender.updateTimer(pending)
  expect(waits()).toBe(4_000)
  sender.updateTimer([])
  expect(waits()).toBeNull()
})

test('at rest it sends nothing until asked', async () => {
  const { sender, ends, waits } = newPage()
  await ends(idle(NOW + 4_000))
  sender.stopTimer()
  expect(waits()).toBeNull()
})
