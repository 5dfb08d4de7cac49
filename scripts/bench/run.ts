/**
 * `npm run bench`: runs every bench in sequence; `npm run bench -- list live`: only these. Each prints tables for the
 * docs: medians of rounds in which the subjects take turns, and the ratio to the floor (`floors/`). The ratio is what
 * counts, as absolute times depend on the machine. Asserts nothing.
 * `--quick`: one round, to see whether a bench runs; `--whole`: as long as the goal says.
 */
import { calls } from './calls.ts'
import { changes, list } from './calls-under-load.ts'
import { growth } from './growth.ts'
import { launch } from './launch.ts'
import { lighthouseScores } from './lighthouse.ts'
import { live } from './live.ts'
import { pipelines } from './pipelines.ts'
import { say } from './report.ts'
import { search1000 } from './search.ts'
import { start } from './start.ts'
import { taps } from './taps.ts'
import { heapAfterUpdates, updates } from './updates.ts'
import { users } from './users.ts'

const BENCHES: Readonly<Record<string, () => Promise<void>>> = {
  list,
  changes,
  live,
  start,
  growth,
  pipelines,
  launch,
  search: search1000,
  updates,
  heap: heapAfterUpdates,
  users,
  lighthouse: lighthouseScores,
  calls,
  taps,
}

const wanted = process.argv.slice(2).filter((each) => !each.startsWith('--'))
const unknown = wanted.find((name) => !(name in BENCHES))
if (unknown !== undefined) {
  say(`There is no bench “${unknown}”. There are: ${Object.keys(BENCHES).join(', ')}.`)
  process.exit(1)
}
// Exiting also ends the servers that were started (process.ts).
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const begin = Date.now()
  await bench()
  say(`${name}: ${Math.round((Date.now() - begin) / 1_000)} s`)
}
process.exit(0)
