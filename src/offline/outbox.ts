/**
 * The outbox: each step of a row's life is one transaction (offline.md §2.4, §2.5). Every tab and the worker may write;
 * nothing here sends.
 */
import type { OutboxDb, StoredSession } from './db.ts'
import type { Fate } from './fate.ts'
import type { Device } from './line.ts'
import {
  FRESH,
  isDue,
  isKnown,
  isPartly,
  isStale,
  LONGEST_WAIT_MS,
  madeRev,
  type NewRow,
  ROW_VERSION,
  type Row,
  upcast,
} from './row.ts'

const SECOND_MS = 1_000
const LONGEST_BACKOFF_MS = 60_000
/** More accepted rows than this are not read: by then every screen has the older records. */
const MOST_SETTLED = 100
/** So often tried in vain: perhaps it is this row that does not get through. */
const MANY_TRIES = 8
/** One of so many that wait longest is mostly due: the hundreds behind them need not be read to send it. */
const FOREMOST = 20

/** Something that a person did, as an app's `changes.ts` puts it. */
export interface Change
  extends Pick<Row, 'userId' | 'entity' | 'target' | 'kind' | 'call' | 'params' | 'body' | 'baseRev'>,
    Partial<Pick<Row, 'about' | 'merges' | 'isPrivate'>> {
  /** Its Idempotency-Key, where the caller may have to send it by itself; otherwise it gets one here. */
  readonly key?: string
  /** When the person did it, however long the store then takes; otherwise as it is written. */
  readonly occurredAt?: string
  /** Whether this only changes words of what an unsent row began, which then keeps its time. */
  readonly continues?: (earlier: Row) => boolean
  /** Whether it takes back all that an unsent row would have done: then neither is sent, and what others did stays. */
  readonly undoes?: (earlier: Row) => boolean
  /** The refused row (its `key`) that the person does anew with this one. */
  readonly repeats?: string
}

/** Rows of one index entry come in the order of their `seq`. */
const inState = ({ outbox }: OutboxDb, userId: number, state: Row['state']) =>
  outbox.where('[userId+state]').equals([userId, state])

/** Oldest first, and no more than `most`. */
export const pendingOf = async (db: OutboxDb, userId: number, most = Number.POSITIVE_INFINITY): Promise<Row[]> =>
  (await inState(db, userId, 'pending').limit(most).toArray()).map(upcast)

const ofEntity = ({ outbox }: OutboxDb, { userId, entity }: Pick<Row, 'userId' | 'entity'>) =>
  outbox.where('[userId+entity]').equals([userId, entity])

const newest = (...revs: readonly (number | null)[]) => {
  const known = revs.filter((rev) => rev !== null)
  return known.length > 0 ? Math.max(...known) : null
}

const rowOf = (change: Change, { now, uuid }: Device, refused?: Row): NewRow => ({
  ...FRESH,
  v: ROW_VERSION,
  key: change.key ?? uuid(),
  userId: change.userId,
  entity: change.entity,
  target: change.target,
  kind: change.kind,
  call: change.call,
  params: change.params,
  body: change.body,
  about: change.about ?? '',
  baseRev: change.baseRev,
  occurredAt: change.occurredAt ?? new Date(now()).toISOString(),
  merges: change.merges ?? null,
  // Also where the refused row is gone: a second press of the same button finds this one by it, and adds none.
  replaces: [...(refused?.replaces ?? []), ...(change.repeats === undefined ? [] : [change.repeats])],
  isPrivate: change.isPrivate ?? false,
  state: 'pending',
})

/** What was never sent may still change; it gets a key of its own, should the server have heard of the old one after all. */
const mergedWith = (earlier: Row, row: NewRow, { continues }: Change, { now }: Device): Row => ({
  ...row,
  seq: earlier.seq,
  baseRev: newest(earlier.baseRev, row.baseRev),
  // What began long ago, and was asked about or would be: they have just said that they mean it.
  ...(continues?.(earlier) && {
    occurredAt: earlier.occurredAt,
    insisted: earlier.insisted || isStale(earlier, now()),
  }),
  replaces: [...earlier.replaces, earlier.key, ...row.replaces],
})

/** A row of a newer release is left alone: what it says beyond this one's knowledge would be lost. */
const canMerge = (earlier: Row | undefined, row: NewRow): earlier is Row =>
  earlier !== undefined &&
  earlier.v <= ROW_VERSION &&
  row.merges !== null &&
  earlier.merges === row.merges &&
  // That one is for its person to decide.
  !earlier.isPassed &&
  earlier.attempts === 0

/** What was refused and is gone may have been done anew already: pressed twice, or in another tab. */
async function repetitionOf(db: OutboxDb, change: Change, repeats: string): Promise<Row | undefined> {
  const said = JSON.stringify(change.body)
  const later = await ofEntity(db, change)
    .filter((row) => upcast(row).replaces.includes(repeats) && JSON.stringify(row.body) === said)
    .first()
  return later && upcast(later)
}

/** Within a transaction. */
async function put(db: OutboxDb, change: Change, device: Device): Promise<Row> {
  const { key, repeats } = change
  // A store may have failed only after it took it; then this is the second try.
  const kept = key === undefined ? undefined : await db.outbox.get({ key })
  if (kept) return upcast(kept)
  const isRefused = (row: Row) => row.key === repeats && row.state !== 'acked'
  const refused = repeats === undefined ? undefined : await ofEntity(db, change).filter(isRefused).first()
  if (repeats !== undefined && !refused) {
    const done = await repetitionOf(db, change, repeats)
    if (done) return done
  }
  if (refused) await db.outbox.delete(refused.seq)
  const row = rowOf(change, device, refused && upcast(refused))
  const last = (await ofEntity(db, row).toArray()).findLast(({ state }) => state === 'pending')
  const earlier = last && upcast(last)
  if (canMerge(earlier, row)) {
    const merged = mergedWith(earlier, row, change, device)
    if (earlier.baseRev === row.baseRev && change.undoes?.(earlier)) await db.outbox.delete(earlier.seq)
    else await db.outbox.put(merged)
    return merged
  }
  const seq = await db.outbox.add(row as Row)
  return { ...row, seq }
}

/** Keeps a change. Once the promise settles it is on the disk; only then may the screen show it. */
export function enqueue(db: OutboxDb, change: Change, device: Device): Promise<Row> {
  return db.transaction('rw', db.outbox, () => put(db, change, device))
}

/** Keeps several, each a row of its own: all of them or, where that fails, none. */
export function enqueueAll(db: OutboxDb, changes: readonly Change[], device: Device): Promise<void> {
  return db.transaction('rw', db.outbox, async () => {
    for (const change of changes) await put(db, change, device)
  })
}

/** The newest revision of the row's record that its person has seen or made. */
export async function knownRev(db: OutboxDb, row: Row): Promise<number | null> {
  // What was done after it was not seen by whoever did it.
  const accepted = await ofEntity(db, row)
    .filter(({ state, seq }) => state === 'acked' && seq < row.seq)
    .toArray()
  return newest(row.baseRev, ...accepted.map((earlier) => madeRev(earlier, row)))
}

/** A row on its way out: nobody else of this device changes it meanwhile. */
export interface Claimed {
  readonly is: 'claimed'
  readonly row: Row
  readonly token: string
  readonly isOther: boolean
  /** The newest revision that this person knows to be theirs or has seen: their own last change is no conflict. */
  readonly baseRev: number | null
}

export type Claim =
  | Claimed
  /** Nobody is signed in who may send. */
  | { readonly is: 'nobody' }
  /** Nothing is due; `next` is when something will be, null where nothing waits for its time. */
  | { readonly is: 'idle'; readonly next: number | null }

/** The first waiting row of each entity: the others of it must wait for it. */
function headsOf(rows: readonly Row[]): Row[] {
  const heads = new Map<string, Row>()
  for (const row of rows) if (!heads.has(row.entity)) heads.set(row.entity, row)
  return [...heads.values()]
}

/**
 * What is too old to go by itself waits for its person; what was done after it does not wait with it, and is what they
 * want by now. Answers the rows that may go, in their order.
 */
async function passingOver(db: OutboxDb, rows: readonly Row[], now: number): Promise<readonly Row[]> {
  const last = new Map(rows.filter((row) => !isStale(row, now)).map(({ entity, seq }) => [entity, seq]))
  const isPassed = (row: Row) => isStale(row, now) && (last.get(row.entity) ?? 0) > row.seq
  for (const row of rows.filter(isPassed))
    if (row.v <= ROW_VERSION && !row.isPassed) await db.outbox.update(row.seq, { isPassed: true })
  return rows.filter((row) => !isPassed(row))
}

const isHopeful = ({ attempts }: Row) => attempts < MANY_TRIES

/** The oldest that is due. What never gets through lets the others pass: they do not wait for its entity. */
function firstDue(heads: readonly Row[], now: number): Row | undefined {
  const due = heads.filter((head) => isDue(head, now))
  return due.find(isHopeful) ?? due.toSorted((a, b) => a.attempts - b.attempts)[0]
}

/** Takes the oldest row that is due, with the token of the person whose row it is, in one transaction. */
export function claim(db: OutboxDb, calls: ReadonlySet<string>, { now }: Device): Promise<Claim> {
  return db.transaction('rw', db.outbox, db.session, async (): Promise<Claim> => {
    const session = await db.session.get('current')
    if (!session?.maySend) return { is: 'nobody' }
    const headsAmong = async (most?: number) =>
      headsOf(await passingOver(db, await pendingOf(db, session.userId, most), now())).filter((head) =>
        isKnown(head, calls),
      )
    const foremost = firstDue(await headsAmong(FOREMOST), now())
    const heads = foremost && isHopeful(foremost) ? [] : await headsAmong()
    const row = heads.length > 0 ? firstDue(heads, now()) : foremost
    if (!row) {
      const times = heads.filter((head) => !isStale(head, now())).map(({ nextAt }) => nextAt)
      return { is: 'idle', next: times.length > 0 ? Math.min(...times) : null }
    }
    const tried = { ...row, attempts: row.attempts + 1 }
    await db.outbox.put(tried)
    return {
      is: 'claimed',
      row: tried,
      token: session.token,
      isOther: session.isOther ?? false,
      baseRev: await knownRev(db, row),
    }
  })
}

/** 1, 2, 4 … 60 s, each device at a moment of its own. */
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
      return { nextAt: now() + Math.min(fate.retryAfterMs, LONGEST_WAIT_MS), lastError: 'busy' }
    }
    case 'unreachable':
      return { nextAt: pause, lastError: 'unreachable' }
    case 'signIn':
      return { nextAt: 0 }
  }
}

/** Writes down what became of a row, and takes the next one: one transaction and not two for each row. */
export const settleAndClaim = (
  db: OutboxDb,
  claimed: Claimed,
  fate: Fate,
  calls: ReadonlySet<string>,
  device: Device,
): Promise<Claim> =>
  db.transaction('rw', db.outbox, db.session, async () => {
    await settle(db, claimed, fate, device)
    return claim(db, calls, device)
  })

/** Writes down what became of a row. An answer that comes late, to a row that is another by now, changes nothing. */
export function settle(db: OutboxDb, { row }: Claimed, fate: Fate, device: Device): Promise<boolean> {
  return db.transaction('rw', db.outbox, async () => {
    const held = await db.outbox.get(row.seq)
    if (held?.key !== row.key || held.state !== 'pending') return false
    await db.outbox.update(row.seq, columnsAfter(upcast(held), fate, device))
    return true
  })
}

/**
 * The line is back: what waited for it, or for a server that named no time, need not wait any longer. A Retry-After holds,
 * and, where the line may have been there all the time (`wasThere`), the pause of what does not get through: it would be
 * tried for ever.
 */
export const wake = (db: OutboxDb, wasThere = false): Promise<number> =>
  db.outbox
    .filter((row) => row.state === 'pending' && row.lastError === 'unreachable' && !(wasThere && !isHopeful(row)))
    .modify({ nextAt: 0 })

/**
 * What this device keeps for a person, oldest first; of what was accepted, the newest and what was not read yet. `waited`:
 * the `seq` of those that waited when this was read last: whatever has become of them since, however many.
 */
export async function rowsOf(db: OutboxDb, userId: number, waited: readonly number[] = []): Promise<Row[]> {
  const acked = () => inState(db, userId, 'acked')
  const [pending, rejected, newest] = await Promise.all([
    inState(db, userId, 'pending').toArray(),
    inState(db, userId, 'rejected').toArray(),
    acked().reverse().limit(MOST_SETTLED).toArray(),
  ])
  const last = newest[MOST_SETTLED - 1]?.seq ?? 0
  const isUnread = (row: Row) => row.seq < last && isPartly(row)
  const unread = last > 0 ? await acked().filter(isUnread).toArray() : []
  const known = new Set([...newest, ...unread].map(({ seq }) => seq))
  const untold = await db.outbox.bulkGet(last > 0 ? waited.filter((seq) => seq < last && !known.has(seq)) : [])
  return [pending, rejected, newest, unread, untold.filter((row) => row?.state === 'acked') as Row[]]
    .flat()
    .sort((a, b) => a.seq - b.seq)
    .map(upcast)
}

/** A change as the person saw it; without its `key`, whatever the row is by now. Another tap may have been merged into it. */
const asSeen = ({ outbox }: OutboxDb, userId: number, seq: number, key?: string) =>
  outbox
    .where('seq')
    .equals(seq)
    .filter((row) => row.userId === userId && row.state !== 'acked' && (key ?? row.key) === row.key)

/** The person throws a change away, refused or still waiting. */
export async function drop(db: OutboxDb, userId: number, seq: number, key?: string): Promise<void> {
  await asSeen(db, userId, seq, key).delete()
}

/** The person wants it tried now, however old it is. */
export async function insist(db: OutboxDb, userId: number, seq: number, key?: string): Promise<void> {
  await asSeen(db, userId, seq, key)
    .filter(({ state }) => state === 'pending')
    .modify({ nextAt: 0, insisted: true })
}

/** What was refused, once more: as of now, and under a new key. */
export const changeOf = ({ key, occurredAt: _then, ...row }: Row): Change => ({ ...row, repeats: key })

/** Whose changes go out from now on. What is noted beside it, in any tab, stays where it is the same person's. */
export const putSession = (db: OutboxDb, session: Omit<StoredSession, 'id'>): Promise<void> =>
  db.transaction('rw', db.session, async () => {
    const held = await db.session.get('current')
    await db.session.put({ ...(held?.userId === session.userId && held), id: 'current', ...session })
  })
