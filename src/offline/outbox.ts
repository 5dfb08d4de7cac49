/**
 * The outbox: each thing that a person does with it is one transaction (offline.md §2.4). Every tab and the worker may
 * write; what goes out, and when, is claim.ts.
 */
import type { OutboxDb, StoredSession } from './db.ts'
import type { Device } from './drain-context.ts'
import { FRESH, isHopeful, isPartly, isStale, madeRev, type NewRow, ROW_VERSION, type Row, upcast } from './row.ts'

/** More accepted rows than this are not read: by then every screen has the older records. */
const MOST_SETTLED = 100

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
  const [pending, rejected, accepted] = await Promise.all([
    inState(db, userId, 'pending').toArray(),
    inState(db, userId, 'rejected').toArray(),
    acked().reverse().limit(MOST_SETTLED).toArray(),
  ])
  const last = accepted[MOST_SETTLED - 1]?.seq ?? 0
  const isUnread = (row: Row) => row.seq < last && isPartly(row)
  const unread = last > 0 ? await acked().filter(isUnread).toArray() : []
  const known = new Set([...accepted, ...unread].map(({ seq }) => seq))
  const untold = await db.outbox.bulkGet(last > 0 ? waited.filter((seq) => seq < last && !known.has(seq)) : [])
  return [pending, rejected, accepted, unread, untold.filter((row) => row?.state === 'acked') as Row[]]
    .flat()
    .sort((a, b) => a.seq - b.seq)
    .map(upcast)
}

/** A row as its person saw it: where another tap was merged into it since, it has another key. */
type Seen = Pick<Row, 'userId' | 'seq' | 'key'>

const asSeen = ({ outbox }: OutboxDb, seen: Seen) =>
  outbox
    .where('seq')
    .equals(seen.seq)
    .filter((row) => row.userId === seen.userId && row.state !== 'acked' && row.key === seen.key)

/** The person throws a change away, refused or still waiting. */
export async function drop(db: OutboxDb, seen: Seen): Promise<void> {
  await asSeen(db, seen).delete()
}

/** The person wants it tried now, however old it is. */
export async function insist(db: OutboxDb, seen: Seen): Promise<void> {
  await asSeen(db, seen)
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
