/** Runs a schedule over a core, and shrinks a failing one. */
import { Dexie } from 'dexie'
import { check, type Violation } from './checker.ts'
import { type Core, REAL } from './core.ts'
import type { Counts, History } from './history.ts'
import type { Schedule } from './schedule.ts'
import { rest, start, take } from './steps.ts'
import { newWorld } from './world.ts'

export interface Options {
  readonly core?: Core
  /** False: the server forgets its answers, which is a planted fault. */
  readonly keepsAnswers?: boolean
}

export interface Result {
  readonly violations: readonly Violation[]
  readonly counts: Counts
  readonly history: History
}

export async function runSchedule(
  schedule: Schedule,
  { core = REAL, keepsAnswers = true }: Options = {},
): Promise<Result> {
  const world = newWorld(core, schedule, { keepsAnswers })
  await start(world)
  for (const step of schedule.steps) await take(world, step)
  await rest(world)
  for (const agent of world.agents()) agent.kill()
  await Dexie.delete(world.database)
  return { violations: check(world.log), counts: world.counts, history: world.log }
}

/** Drops steps, many at a time and then one by one, as long as the same rule is still broken. */
export async function shrink(schedule: Schedule, options: Options = {}): Promise<Schedule> {
  const rule = (await runSchedule(schedule, options)).violations[0]?.rule
  const fails = async (steps: Schedule['steps']) =>
    (await runSchedule({ ...schedule, steps }, options)).violations.some((violation) => violation.rule === rule)
  let { steps } = schedule
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = size > 1 ? Math.ceil(size / 2) : 0) {
    for (let from = 0; from < steps.length; ) {
      const fewer = [...steps.slice(0, from), ...steps.slice(from + size)]
      if (await fails(fewer)) steps = fewer
      else from += size
    }
  }
  return { ...schedule, steps }
}
