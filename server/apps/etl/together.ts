/**
 * Takes what several requests tell at the same time at once: tools report an event a request, and what a thousand of them
 * say is merged and written by the same few statements, in one transaction. Every request is still taken whole or not at
 * all.
 */
import type { Kysely } from 'kysely'
import { isBusy, isUnavailable, retried } from '../../db/errors.ts'
import { inGroups } from '../../db/in-groups.ts'
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
    // A file that is locked, or a database that is away, is nobody's fault: each alone would wait as long again. What
    // another try may win may be about one row.
    if (group.length === 1 || isBusy(error) || isUnavailable(error)) {
      for (const { failed } of group) failed(error)
      return
    }
    // Whose fault it is shows when each is alone: the others are taken.
    for (const each of group) await takeAll(db, [each])
  }
}

function nextGroup(waiting: Waiting[]): Waiting[] {
  let count = 0
  const past = waiting.findIndex(({ states }) => {
    count += states.length
    return count > MOST
  })
  return waiting.splice(0, past < 0 ? waiting.length : Math.max(1, past))
}

const queue = inGroups<Waiting>({ next: nextGroup, run: takeAll })

/** Done once it is committed. */
export const takeTogether = (db: Kysely<Tables>, states: readonly RunState[], now: string): Promise<void> =>
  new Promise((done, failed) => queue(db, { states, now, done, failed }))
