/** Thousands of random schedules over the real core: nothing lost, doubled, reordered, leaked or stuck (offline.md §0). */
import { expect, test } from 'vitest'
import { scheduleOf } from './generate.ts'
import { runSchedule, shrink } from './harness.ts'
import { addCounts, type Counts } from './history.ts'
import type { Schedule } from './schedule.ts'
import { KEPT, SCHEDULES } from './seeds.ts'

/** Enough for a machine that is several times slower than most. */
const LIMIT_MS = 1_800_000

/** Events that a run must have met at least this often to prove anything. */
const MET = {
  'accepted, and the answer lost': 500,
  'kills with a request in flight': 200,
  'transactions cut off': 500,
  'frozen with a request in flight': 100,
  'locks stolen': 30,
  'requests of the worker': 300,
  'writes failed': 300,
  conflicts: 300,
  merged: 500,
  'users switched': 200,
  'sessions ended': 200,
  'clock jumps': 1_000,
  'refused tried again': 100,
  discarded: 300,
  'mishap captive': 100,
  'mishap cut': 100,
  'mishap late': 100,
  'mishap redirected': 100,
  'mishap signIn': 100,
  'mishap tooMany': 100,
} as const satisfies Counts

/** Runs a schedule; if a promise is broken, fails with the schedule cut down to the steps that matter. */
async function keeps(schedule: Schedule): Promise<Counts> {
  const { violations, counts } = await runSchedule(schedule)
  if (violations.length === 0) return counts
  const broken = violations.map(({ rule, what }) => `${rule}: ${what}`).join('\n')
  return expect.fail(`Seed ${schedule.seed}\n${broken}\n${JSON.stringify(await shrink(schedule))}`)
}

test.each(KEPT)('keeps a promise that was once broken: $what', async ({ schedule }) => {
  await keeps(schedule)
})

test(
  `${SCHEDULES} random schedules keep every promise`,
  async () => {
    const total: Counts = {}
    for (let seed = 1; seed <= SCHEDULES; seed++) addCounts(total, await keeps(scheduleOf(seed)))
    console.table(total)
    expect(Object.entries(MET).filter(([what, least]) => (total[what] ?? 0) < least)).toEqual([])
  },
  LIMIT_MS,
)

test('a seed that failed once fails again: the same history, whatever ran before', async () => {
  for (const seed of [3, 11, 42, 99]) {
    const { history } = await runSchedule(scheduleOf(seed))
    expect((await runSchedule(scheduleOf(seed))).history).toEqual(history)
  }
})
