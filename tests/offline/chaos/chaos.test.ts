/** Thousands of random schedules over the real core: nothing lost, doubled, reordered, leaked or stuck (offline.md §0). */
import { expect, test } from 'vitest'
import { scheduleOf } from './generate.ts'
import { runSchedule, shrink } from './harness.ts'
import { addCounts, type Counts } from './history.ts'

const SCHEDULES = 2_000

/** What a run must have met to prove anything. */
const MET = [
  'accepted, and the answer lost',
  'kills with a request in flight',
  'frozen with a request in flight',
  'locks stolen',
  'requests of the worker',
  'transactions cut off',
  'conflicts',
  'merged',
  'users switched',
  'sessions ended',
  'clock jumps',
  'refused tried again',
  'mishap captive',
  'mishap signIn',
  'mishap tooMany',
] as const

test(`${SCHEDULES} random schedules keep every promise`, async () => {
  const total: Counts = {}
  for (let seed = 1; seed <= SCHEDULES; seed++) {
    const { violations, counts } = await runSchedule(scheduleOf(seed))
    addCounts(total, counts)
    if (violations.length === 0) continue
    const { steps } = await shrink(scheduleOf(seed))
    expect.fail(
      `Seed ${seed}: ${violations.map(({ rule, what }) => `${rule}: ${what}`).join('; ')}\n${steps.map((step) => JSON.stringify(step)).join('\n')}`,
    )
  }
  expect(MET.filter((what) => (total[what] ?? 0) < 20)).toEqual([])
}, 600_000)
