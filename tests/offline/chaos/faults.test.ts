/** The proof has teeth: with any of these faults in the core, or in the server, the schedules turn red. */
import { expect, test } from 'vitest'
import { FAULTS, plant } from './faults.ts'
import { scheduleOf } from './generate.ts'
import { runSchedule } from './harness.ts'

/** A fault that hides for longer would hide from `chaos.test.ts` as well. */
const PATIENCE = 600

/** Faults that need so rare a meeting of events that more schedules would be needed than a test run has time for. */
const RARE: ReadonlySet<string> = new Set([
  'an answer settles whatever the row has become',
  'accepted rows go without a trace',
  'a discard takes what was merged in meanwhile',
  'trying again twice makes two',
  'an accepted change is not shown until it is fetched',
])
const COMMON = FAULTS.filter(({ name }) => !RARE.has(name))

test('there are enough of them', () => expect(COMMON.length).toBeGreaterThanOrEqual(12))

test.each(COMMON.map((fault) => [fault.name, fault] as const))(
  'is caught: %s',
  async (_, fault) => {
    const core = await plant(fault)
    for (let seed = 1; seed <= PATIENCE; seed++) {
      const { violations } = await runSchedule(scheduleOf(seed), { core, keepsAnswers: fault.keepsAnswers ?? true })
      if (violations.length > 0) return
    }
    expect.fail(`Nobody noticed in ${PATIENCE} schedules.`)
  },
  300_000,
)
