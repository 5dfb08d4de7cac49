/**
 * Single checks and “complete all” under random schedules against a model of the portal keep the promises of offline.md
 * §0.
 */
import { expect, test, vi } from 'vitest'
import type { ChangeRequest } from '#src/offline/keep-change.ts'
import { addCounts, type Counts } from './chaos/history.ts'
import { broken } from './checklist/promises.ts'
import { newModel } from './checklist/server.ts'
import { newWorld, page, REFUSALS } from './checklist/world.ts'

vi.mock('#src/offline/keep-change.ts', () => ({ keepChange: (made: ChangeRequest) => page.keep(made) }))

const RUNS = 100
const TASKS = 3
const HOUR_MS = 3_600_000
/** Events that the runs must have met at least this often to prove anything. */
const MET = {
  'answered 409': 30,
  'merged or done anew': 40,
  'mishap after': 25,
  'taken back': 150,
  'restarts with a request under way': 3,
  'sent by two tabs at once': 3,
} as const satisfies Counts

async function run(seed: number, clockMs: number, keepsAnswers = true): Promise<{ found: string[]; counts: Counts }> {
  const server = newModel(TASKS, { keepsAnswers })
  const world = await newWorld({ server, seed, refusals: REFUSALS, clockMs, steps: 40 })
  await world.play()
  await world.rest()
  const found = await broken(world, server, { isClockSet: clockMs > 0 })
  await world.close()
  return { found, counts: world.counts }
}

test.each([0, 3 * HOUR_MS])('keeps every promise, on clocks that are set by up to %i ms', async (clockMs) => {
  const total: Counts = {}
  for (let seed = 1; seed <= RUNS; seed++) {
    const { found, counts } = await run(seed, clockMs)
    expect(found, `Seed ${seed}`).toEqual([])
    addCounts(total, counts)
  }
  expect(Object.entries(MET).filter(([what, least]) => (total[what] ?? 0) < least)).toEqual([])
})

test('finds a portal that forgets what it has answered', async () => {
  const found: string[] = []
  for (let seed = 1; seed <= RUNS && found.length === 0; seed++) found.push(...(await run(seed, 0, false)).found)
  expect(found).not.toEqual([])
})
