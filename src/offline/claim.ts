/**
 * Picks the row to send next and records what became of it, each in its own transaction (offline.md §2.4, §2.5).
 * Nothing here sends.
 */
import type { CallDeclaration } from '#contract/call.ts'
import type { OutboxDb } from './db.ts'
import type { Device, DrainContext } from './drain-context.ts'
import type { Fate } from './fate.ts'
import { knownRev, pendingOf } from './outbox.ts'
import { isDue, isKnown, isLikelyLineFault, isStale, MAX_WAIT_MS, ROW_VERSION, type Row, upcast } from './row.ts'

const SECOND_MS = 1_000
const LONGEST_BACKOFF_MS = 60_000
/** One of this many rows that have waited longest is almost always due: the hundreds behind them need not be read. */
const FOREMOST = 20

type ClaimContext = Pick<DrainContext, 'db' | 'calls' | 'device'>

/** A row about to be sent: no other tab of this device changes it meanwhile. */
export interface Claimed {
  readonly is: 'claimed'
  readonly row: Row
  readonly call: CallDeclaration
  readonly token: string
  readonly isOther: boolean
  /** The newest revision that this person has made or seen, so that their own last change is no conflict. */
  readonly baseRev: number | null
}

export type Claim =
  | Claimed
  /** Nobody is signed in who may send. */
  | { readonly is: 'nobody' }
  /** Nothing is due; `next` is when the next row will be, null if no row waits for its time. */
  | { readonly is: 'idle'; readonly next: number | null }

/** Returns the first waiting row of each entity: the entity's other rows must wait for it. */
function headsOf(rows: readonly Row[]): Row[] {
  const heads = new Map<string, Row>()
  for (const row of rows) if (!heads.has(row.entity)) heads.set(row.entity, row)
  return [...heads.values()]
}

/**
 * Leaves out the rows that are too old to be sent automatically and have a newer, sendable row in their entity, and
 * marks them as passed. They wait for the person's decision; the newer rows are what the person wants by now and do not
 * wait with them. Returns the remaining rows in order.
 */
async function passingOver(db: OutboxDb, rows: readonly Row[], now: number): Promise<readonly Row[]> {
  const last = new Map(rows.filter((row) => !isStale(row, now)).map(({ entity, seq }) => [entity, seq]))
  const isPassed = (row: Row) => isStale(row, now) && (last.get(row.entity) ?? 0) > row.seq
  for (const row of rows.filter(isPassed))
    if (row.v <= ROW_VERSION && !row.isPassed) await db.outbox.update(row.seq, { isPassed: true })
  return rows.filter((row) => !isPassed(row))
}

/**
 * Returns the oldest due row that has not failed too often; if all have, the one with the fewest attempts. A row that
 * never gets through thus does not hold up other entities.
 */
function firstDue(heads: readonly Row[], now: number): Row | undefined {
  const due = heads.filter((head) => isDue(head, now))
  return due.find(isLikelyLineFault) ?? due.toSorted((a, b) => a.attempts - b.attempts)[0]
}

/** Claims the oldest due row, together with the token of the row's person, in one transaction. */
export function claim({ db, calls, device }: ClaimContext): Promise<Claim> {
  return db.transaction('rw', db.outbox, db.session, async (): Promise<Claim> => {
    const now = device.now()
    const session = await db.session.get('current')
    if (!session?.maySend) return { is: 'nobody' }
    const headsAmong = async (most?: number) => {
      const mayGo = await passingOver(db, await pendingOf(db, session.userId, most), now)
      return headsOf(mayGo).filter((head) => isKnown(head, calls))
    }
    const foremost = firstDue(await headsAmong(FOREMOST), now)
    const heads = foremost && isLikelyLineFault(foremost) ? [foremost] : await headsAmong()
    const row = firstDue(heads, now)
    if (!row) {
      const times = heads.filter((head) => !isStale(head, now)).map(({ nextAt }) => nextAt)
      return { is: 'idle', next: times.length > 0 ? Math.min(...times) : null }
    }
    const tried = { ...row, attempts: row.attempts + 1 }
    await db.outbox.put(tried)
    return {
      is: 'claimed',
      row: tried,
      // Known: `headsAmong` keeps only rows that pass `isKnown`.
      call: calls.get(row.call) as CallDeclaration,
      token: session.token,
      isOther: session.isOther ?? false,
      baseRev: await knownRev(db, row),
    }
  })
}

/** Exponential backoff with jitter: 50 to 100 % of 2^attempts s, at most 60 s (offline.md §2.5). */
const backoff = (attempts: number, random: number) =>
  Math.min(LONGEST_BACKOFF_MS, SECOND_MS * 2 ** attempts) * (0.5 + random / 2)

function columnsAfter(row: Row, fate: Fate, { now, random }: Device): Partial<Row> {
  const pause = now() + backoff(row.attempts, random())
  switch (fate.is) {
    case 'acked': {
      const kept = row.isPrivate ? { body: null, answer: null } : { answer: fate.answer ?? null }
      return { state: 'acked', ackRev: fate.rev, detail: fate.detail, settledAt: now(), ...kept }
    }
    case 'rejected':
      return { state: 'rejected', status: fate.status, detail: fate.detail, settledAt: now() }
    case 'busy': {
      if (fate.retryAfterMs === null) return { nextAt: pause, lastError: 'unreachable' }
      return { nextAt: now() + Math.min(fate.retryAfterMs, MAX_WAIT_MS), lastError: 'busy' }
    }
    case 'unreachable':
      return { nextAt: pause, lastError: 'unreachable' }
    case 'signIn':
      return { nextAt: 0 }
  }
}

/** Records what became of a row and claims the next one: one transaction per row instead of two. */
export const settleAndClaimNext = (context: ClaimContext, claimed: Claimed, fate: Fate): Promise<Claim> =>
  context.db.transaction('rw', context.db.outbox, context.db.session, async () => {
    await settle(context, claimed, fate)
    return claim(context)
  })

/**
 * Records what became of a row. Returns false and writes nothing if the answer comes late and the row has changed or is
 * already settled.
 */
export function settle({ db, device }: ClaimContext, { row }: Claimed, fate: Fate): Promise<boolean> {
  return db.transaction('rw', db.outbox, async () => {
    const held = await db.outbox.get(row.seq)
    if (held?.key !== row.key || held.state !== 'pending') return false
    await db.outbox.update(row.seq, columnsAfter(upcast(held), fate, device))
    return true
  })
}
