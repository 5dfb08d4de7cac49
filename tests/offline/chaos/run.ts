/**
 * `npm run chaos -- --runs 100000`: runs any number of random schedules on all cores. `--seed N` starts at another
 * seed. A failing schedule is printed, cut down to the steps that matter.
 */
import 'fake-indexeddb/auto'
import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { scheduleOf } from './generate.ts'
import { runSchedule, shrink } from './harness.ts'
import { addCounts, type Counts } from './history.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    /** Given to a child process as `index/count`: which part of the runs is its own. */
    part: { type: 'string' },
  },
})
const runs = Number(values.runs)
const first = Number(values.seed)
const children = Math.min(availableParallelism(), runs)
const SAID_EVERY = 250

interface Said {
  readonly done: number
  readonly counts: Counts
  readonly failure?: string
}

async function runPart(part: number, of: number): Promise<void> {
  let said: { done: number; counts: Counts } = { done: 0, counts: {} }
  const tell = (more: Partial<Said> = {}) => {
    process.send?.({ ...said, ...more })
    said = { done: 0, counts: {} }
  }
  for (let seed = first + part; seed < first + runs; seed += of) {
    const { violations, counts } = await runSchedule(scheduleOf(seed))
    said.done++
    addCounts(said.counts, counts)
    if (violations.length > 0) {
      const { steps } = await shrink(scheduleOf(seed))
      const rules = violations.map(({ rule, what }) => `${rule}: ${what}`).join('\n  ')
      tell({ failure: `Seed ${seed}\n  ${rules}\n${steps.map((step) => JSON.stringify(step)).join('\n')}` })
    } else if (said.done === SAID_EVERY) tell()
  }
  tell()
}

async function runAll(): Promise<void> {
  const total: Counts = {}
  const failures: string[] = []
  let done = 0
  const part = (index: number) =>
    new Promise<void>((resolve, reject) => {
      const args = ['--runs', String(runs), '--seed', String(first), '--part', `${index}/${children}`]
      const child = fork(fileURLToPath(import.meta.url), args, { execArgv: ['--import', 'tsx'] })
      child.on('message', ({ done: more, counts, failure }: Said) => {
        done += more
        addCounts(total, counts)
        if (failure) failures.push(failure)
        process.stdout.write(`\r${done} of ${runs} schedules, ${failures.length} failed`)
      })
      child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`A part ended with ${code}.`))))
    })
  await Promise.all(Array.from({ length: children }, (_, index) => part(index)))
  process.stdout.write('\n')
  console.table(Object.fromEntries(Object.entries(total).sort()))
  for (const failure of failures) console.error(`\n${failure}`)
  process.exit(failures.length > 0 ? 1 : 0)
}

const [index, of] = (values.part ?? '').split('/').map(Number)
if (values.part === undefined) await runAll()
else {
  await runPart(index ?? 0, of ?? 1)
  process.exit(0)
}
