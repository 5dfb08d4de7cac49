/** Proves that the chaos tests can fail: with any of these faults in the core or the server, some schedule turns red. */
import { afterAll, expect, test } from 'vitest'
import { RULES } from './checker.ts'
import { FAULTS, type Fault, plant } from './faults.ts'
import { scheduleOf } from './generate.ts'
import { runSchedule } from './harness.ts'
import { KEPT, SCHEDULES } from './seeds.ts'

/** A fault that takes more schedules to show would slip past `chaos.test.ts` as well. */
const PATIENCE = 300
const LIMIT_MS = 300_000

const caught: Record<string, { breaks: string; schedules: number }> = {}
afterAll(() => console.table(caught))

function* schedules({ seed }: Fault) {
  for (const { schedule } of KEPT) yield schedule
  if (seed && seed <= SCHEDULES) yield scheduleOf(seed)
  for (let at = 1; at <= PATIENCE; at++) yield scheduleOf(at)
}

test('every promise is broken by at least one fault', () => {
  expect(new Set(FAULTS.map(({ breaks }) => breaks))).toEqual(new Set(Object.keys(RULES)))
})

test.each(FAULTS)(
  'is caught: $name',
  async (fault) => {
    const core = await plant(fault)
    let tried = 0
    for (const schedule of schedules(fault)) {
      tried += 1
      const { violations } = await runSchedule(schedule, { core, keepsAnswers: fault.keepsAnswers ?? true })
      if (!violations.some(({ rule }) => rule === fault.breaks)) continue
      caught[fault.name] = { breaks: fault.breaks, schedules: tried }
      return
    }
    expect.fail(`Nobody noticed in ${tried} schedules.`)
  },
  LIMIT_MS,
)
