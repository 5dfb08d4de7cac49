/**
 * Writes the states of concurrent requests together. Tools send one event per request; the events of a thousand
 * requests are merged and written by the same few statements, in one transaction. Each request is still written whole
 * or not at all.
 */
import type { Kysely } from 'kysely'
import { isBusy, isUnavailable } from '../../db/errors.ts'
import { groupQueue } from '../../db/group-queue.ts'
import type { Tables } from '../../db/tables.ts'
import { inTransaction } from '../../db/transaction.ts'
import { ingestStates } from './ingest.ts'
import type { RunState } from './state.ts'

interface PendingStates {
  readonly states: readonly RunState[]
  readonly now: string
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** States per transaction, unless a single request brings more. */
const MAX_STATES = 1_000

const ingest = (db: Kysely<Tables>, states: readonly RunState[], now: string): Promise<void> =>
  inTransaction(db, (tx) => ingestStates(tx, states, now))

async function ingestGroup(db: Kysely<Tables>, group: readonly PendingStates[]): Promise<void> {
  const [first] = group
  if (!first) return
  try {
    await ingest(
      db,
      group.flatMap(({ states }) => states),
      first.now,
    )
    for (const { resolve } of group) resolve()
  } catch (error) {
    // A locked file or an unreachable database is not the fault of one request: each alone would wait just as long.
    // Other errors, even those worth another try, may be about one row.
    if (group.length === 1 || isBusy(error) || isUnavailable(error)) {
      for (const { reject } of group) reject(error)
      return
    }
    // Tried one by one, so that only the request at fault fails.
    for (const each of group) await ingestGroup(db, [each])
  }
}

function nextGroup(waiting: PendingStates[]): PendingStates[] {
  let count = 0
  const past = waiting.findIndex(({ states }) => {
    count += states.length
    return count > MAX_STATES
  })
  return waiting.splice(0, past < 0 ? waiting.length : Math.max(1, past))
}

const queue = groupQueue<PendingStates>({ next: nextGroup, run: ingestGroup })

/** Resolves once the states are committed. */
export const ingestBatched = (db: Kysely<Tables>, states: readonly RunState[], now: string): Promise<void> =>
  new Promise((resolve, reject) => queue(db, { states, now, resolve, reject }))
