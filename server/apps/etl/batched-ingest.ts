/**
 * Writes the states of concurrent requests together. Tools send one event per request; the events of a thousand
 * requests are merged and written by the same few statements, in one transaction. Each request is still written whole
 * or not at all.
 */
import type { Kysely } from 'kysely'
import { isBusy, isUnavailable, withRetry } from '../../db/errors.ts'
import { groupQueue } from '../../db/group-queue.ts'
import type { Tables } from '../../db/tables.ts'
import { ingestStates } from './ingest.ts'
import type { RunState } from './state.ts'

interface Waiting {
  readonly states: readonly RunState[]
  readonly now: string
  readonly done: () => void
  readonly failed: (error: unknown) => void
}

/** States per transaction, unless a single request brings more. */
const MAX_STATES = 1_000

const take = (db: Kysely<Tables>, states: readonly RunState[], now: string): Promise<void> =>
  withRetry(() => db.transaction().execute((tx) => ingestStates(tx, states, now)))

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
    // A locked file or an unreachable database is not the fault of one request: each alone would wait just as long.
    // Other errors, even those worth another try, may be about one row.
    if (group.length === 1 || isBusy(error) || isUnavailable(error)) {
      for (const { failed } of group) failed(error)
      return
    }
    // Tried one by one, so that only the request at fault fails.
    for (const each of group) await takeAll(db, [each])
  }
}

function nextGroup(waiting: Waiting[]): Waiting[] {
  let count = 0
  const past = waiting.findIndex(({ states }) => {
    count += states.length
    return count > MAX_STATES
  })
  return waiting.splice(0, past < 0 ? waiting.length : Math.max(1, past))
}

const queue = groupQueue<Waiting>({ next: nextGroup, run: takeAll })

/** Resolves once the states are committed. */
export const ingestBatched = (db: Kysely<Tables>, states: readonly RunState[], now: string): Promise<void> =>
  new Promise((done, failed) => queue(db, { states, now, done, failed }))
