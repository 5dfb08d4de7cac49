/**
 * The outbox: each operation of a person on it is one transaction (offline.md §2.4). Every tab and the worker may
 * write; claim.ts decides which row is sent, and when.
 */
import type { OutboxDb, StoredSession } from './db.ts'
import type { Device } from './drain-context.ts'
import {
  isLikelyLineFault,
  isPartlyDone,
  isStale,
  NEW_ROW,
  type NewRow,
  ROW_VERSION,
  type Row,
  revMadeBy,
  upcast,
} from './row.ts'

/** Accepted rows beyond this many are not read: by then every screen has the older records. */
const MOST_SETTLED = 100

/** A change that a person made, as an app's `changes.ts` describes it. */
export interface Change
  extends Pick<Row, 'userId' | 'entity' | 'target' | 'kind' | 'call' | 'params' | 'body' | 'baseRev'>,
    Partial<Pick<Row, 'about' | 'merges' | 'isPrivate'>> {
  /** Idempotency-Key, if the caller may have to send the change itself; otherwise the row gets a new one. */
  readonly key?: string
  /** When the person made the change, however long the store then takes; by default the time of writing. */
  readonly occurredAt?: string
  /** Whether this change only rewords what an unsent row began; the row then keeps its time. */
  readonly continues?: (earlier: Row) => boolean
  /**
   * Whether this change takes back all that an unsent row would have done: then neither is sent, and what others did
   * stays.
   */
  readonly undoes?: (earlier: Row) => boolean
  /** The `key` of the refused row that the person repeats with this change. */
  readonly repeats?: string
}

/** Rows with the same index key come in `seq` order. */
const inState = ({ outbox }: OutboxDb, userId: number, state: Row['state']) =>
  outbox.where('[userId+state]').equals([userId, state])

/** Returns the person's waiting rows, oldest first, at most `most`. */
export const pendingOf = async (db: OutboxDb, userId: number, most = Number.POSITIVE_INFINITY): Promise<Row[]> =>
  (await inState(db, userId, 'pending').limit(most).toArray()).map(upcast)

const ofEntity = ({ outbox }: OutboxDb, { userId, entity }: Pick<Row, 'userId' | 'entity'>) =>
  outbox.where('[userId+entity]').equals([userId, entity])

const newest = (...revs: readonly (number | null)[]) => {
  const known = revs.filter((rev) => rev !== null)
  return known.length > 0 ? Math.max(...known) : null
}

const rowOf = (change: Change, { now, uuid }: Device, refused?: Row): NewRow => ({
  ...NEW_ROW,
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
  // Set even if the refused row is gone: a second press of the same button then finds this row, and adds none.
  replaces: [...(refused?.replaces ?? []), ...(change.repeats === undefined ? [] : [change.repeats])],
  isPrivate: change.isPrivate ?? false,
  state: 'pending',
})

/**
 * Merges a change into a row that was never sent. It gets a new key, in case the server has received the old one after
 * all.
 */
const mergedWith = (earlier: Row, row: NewRow, { continues }: Change, { now }: Device): Row => ({
  ...row,
  seq: earlier.seq,
  baseRev: newest(earlier.baseRev, row.baseRev),
  // By going on with an old row, which they were or would be asked about, the person says that they want it sent.
  ...(continues?.(earlier) && {
    occurredAt: earlier.occurredAt,
    insisted: earlier.insisted || isStale(earlier, now()),
  }),
  replaces: [...earlier.replaces, earlier.key, ...row.replaces],
})

/**
 * Whether the change may be merged into this row. A row of a newer release is left alone: content unknown here would be
 * lost.
 */
const canMerge = (earlier: Row | undefined, row: NewRow): earlier is Row =>
  earlier !== undefined &&
  earlier.v <= ROW_VERSION &&
  row.merges !== null &&
  earlier.merges === row.merges &&
  // The person decides about a passed row.
  !earlier.isPassed &&
  earlier.attempts === 0

/** Finds the row that already repeats a refused row that is gone: the button was pressed twice, or in another tab. */
async function repetitionOf(db: OutboxDb, change: Change, repeats: string): Promise<Row | undefined> {
  const bodyText = JSON.stringify(change.body)
  const later = await ofEntity(db, change)
    .filter((row) => upcast(row).replaces.includes(repeats) && JSON.stringify(row.body) === bodyText)
    .first()
  return later && upcast(later)
}

/** Writes one change. Runs within a transaction. */
async function put(db: OutboxDb, change: Change, device: Device): Promise<Row> {
  const { key, repeats } = change
  // A store may fail only after it has written the row; this is then the second try.
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

/** Stores a change. Once the promise resolves it is on disk; only then may the screen show it. */
export function enqueue(db: OutboxDb, change: Change, device: Device): Promise<Row> {
  return db.transaction('rw', db.outbox, () => put(db, change, device))
}

/** Stores several changes, each as a row of its own: all of them or, if that fails, none. */
export function enqueueAll(db: OutboxDb, changes: readonly Change[], device: Device): Promise<void> {
  return db.transaction('rw', db.outbox, async () => {
    for (const change of changes) await put(db, change, device)
  })
}

/** Returns the newest revision of the row's record that its person has seen or made. */
export async function knownRev(db: OutboxDb, row: Row): Promise<number | null> {
  // Later rows do not count: the person had not seen them when they made this change.
  const accepted = await ofEntity(db, row)
    .filter(({ state, seq }) => state === 'acked' && seq < row.seq)
    .toArray()
  return newest(row.baseRev, ...accepted.map((earlier) => revMadeBy(earlier, row)))
}

/**
 * Makes rows due when the line is back, whether they waited for it or for a server that named no time. A `Retry-After`
 * still holds. If the line may have been there all the time (`wasThere`), rows that keep failing keep their pause too:
 * otherwise they would be retried without end.
 */
export const wake = (db: OutboxDb, wasThere = false): Promise<number> =>
  db.outbox
    .filter(
      (row) => row.state === 'pending' && row.lastError === 'unreachable' && !(wasThere && !isLikelyLineFault(row)),
    )
    .modify({ nextAt: 0 })

/**
 * Returns what this device keeps for a person, oldest first; of the accepted rows, the newest and those not read yet.
 * `waited`: the `seq` of the rows that were waiting at the last read, which are returned however many have been
 * accepted since.
 */
export async function rowsOf(db: OutboxDb, userId: number, waited: readonly number[] = []): Promise<Row[]> {
  const acked = () => inState(db, userId, 'acked')
  const [pending, rejected, accepted] = await Promise.all([
    inState(db, userId, 'pending').toArray(),
    inState(db, userId, 'rejected').toArray(),
    acked().reverse().limit(MOST_SETTLED).toArray(),
  ])
  const last = accepted[MOST_SETTLED - 1]?.seq ?? 0
  const isUnread = (row: Row) => row.seq < last && isPartlyDone(row)
  const unread = last > 0 ? await acked().filter(isUnread).toArray() : []
  const known = new Set([...accepted, ...unread].map(({ seq }) => seq))
  const unreported = await db.outbox.bulkGet(last > 0 ? waited.filter((seq) => seq < last && !known.has(seq)) : [])
  return [pending, rejected, accepted, unread, unreported.filter((row) => row?.state === 'acked') as Row[]]
    .flat()
    .sort((a, b) => a.seq - b.seq)
    .map(upcast)
}

/** A row as its person saw it: if another tap has been merged into it since, its key is another. */
type SeenRow = Pick<Row, 'userId' | 'seq' | 'key'>

const asSeen = ({ outbox }: OutboxDb, seen: SeenRow) =>
  outbox
    .where('seq')
    .equals(seen.seq)
    .filter((row) => row.userId === seen.userId && row.state !== 'acked' && row.key === seen.key)

/** Deletes a change that the person discards, refused or still waiting. */
export async function deleteRow(db: OutboxDb, seen: SeenRow): Promise<void> {
  await asSeen(db, seen).delete()
}

/** Makes a waiting row due now, however old it is, because the person asks for it. */
export async function confirmStale(db: OutboxDb, seen: SeenRow): Promise<void> {
  await asSeen(db, seen)
    .filter(({ state }) => state === 'pending')
    .modify({ nextAt: 0, insisted: true })
}

/** Turns a refused row into a change that repeats it, as of now and under a new key. */
export const changeOf = ({ key, occurredAt: _then, ...row }: Row): Change => ({ ...row, repeats: key })

/**
 * Stores the session that changes are sent with from now on. What any tab has noted in it stays if it is the same
 * person's.
 */
export const putSession = (db: OutboxDb, session: Omit<StoredSession, 'id'>): Promise<void> =>
  db.transaction('rw', db.session, async () => {
    const held = await db.session.get('current')
    await db.session.put({ ...(held?.userId === session.userId && held), id: 'current', ...session })
  })
