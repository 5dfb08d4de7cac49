/**
 * Takes what several requests tell at the same time in one transaction: on a durable disk the commit costs most, and tools
 * that report an event a request would otherwise wait for one each. Every request is still taken whole or not at all.
 */
import type { Kysely } from 'kysely'
import { retried } from '../../db/errors.ts'
import type { Tables } from '../../db/tables.ts'
import { takeStates } from './ingest.ts'
import type { RunState } from './state.ts'

interface Waiting {
  readonly states: readonly RunState[]
  readonly now: string
  readonly done: () => void
  readonly failed: (error: unknown) => void
}

/** States in one transaction, unless one request alone brings more. */
const MOST = 1_000

/** What waits for the transaction under way; a database that is in the map has one. */
const waiting = new WeakMap<Kysely<Tables>, Waiting[]>()

const take = (db: Kysely<Tables>, states: readonly RunState[], now: string): Promise<void> =>
  retried(() => db.transaction().execute((tx) => takeStates(tx, states, now)))

async function takeAll(db: Kysely<Tables>, group: readonly Waiting[]): Promise<void> {
  const [first] = group
  if (!first) return
  try {
    await take(
      db,
      group.flatMap(({ states }) => states),
      first.now,
    )
    for (const { done } of group) done()
  } catch (error) {
    if (group.length === 1) return first.failed(error)
    // Whose fault it is shows when each is alone: the others are taken.
    for (const each of group) await takeAll(db, [each])
  }
}

function nextGroup(line: Waiting[]): Waiting[] {
  let count = 0
  const past = line.findIndex(({ states }) => {
    count += states.length
    return count > MOST
  })
  return line.splice(0, past < 0 ? line.length : Math.max(1, past))
}

/** Done once it is committed. */
export function takeTogether(db: Kysely<Tables>, states: readonly RunState[], now: string): Promise<void> {
  return new Promise((done, failed) => {
    const entry = { states, now, done, failed }
    const line = waiting.get(db)
    if (line) {
      line.push(entry)
      return
    }
    const mine: Waiting[] = [entry]
    waiting.set(db, mine)
    const run = async () => {
      while (mine.length > 0) await takeAll(db, nextGroup(mine))
      waiting.delete(db)
    }
    void run()
  })
}
