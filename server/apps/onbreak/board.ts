/**
 * The board in memory, for requests of the full list and for the live socket. It is loaded from the database, updated
 * from the rows of the change feed, and never behind a committed change when asked for.
 */
import type { LiveMessage } from '#contract/live.ts'
import { latestRev } from '../../db/feed.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/tables.ts'
import { BOARD_TOPICS } from '../../db/topics.ts'
import { entityTag } from '../../http/etag.ts'
import type { CachedAnswer } from '../../http/route.ts'
import { asLiveMessage, breakRecordsOf, inBoardOrder, listBreakRecords } from './store.ts'

/** From this many changed people on, reloading everybody is cheaper. */
const RELOAD_THRESHOLD = 200

export interface Board {
  /** The board includes all changes up to this revision. */
  readonly rev: number
  of(userId: number): LiveMessage | undefined
  /** The whole list as bytes for the wire, made once per state. */
  encoded(): CachedAnswer
}

interface CachedBoard {
  rev: number
  people: Map<number, LiveMessage>
  board: Board
}

function boardOf(rev: number, people: ReadonlyMap<number, LiveMessage>, order: readonly number[]): Board {
  let encoded: CachedAnswer | null = null
  return {
    rev,
    of: (userId) => people.get(userId),
    encoded() {
      if (encoded) return encoded
      const text = JSON.stringify(order.flatMap((id) => people.get(id) ?? []))
      encoded = { bytes: Buffer.from(text), tag: entityTag(text) }
      return encoded
    },
  }
}

async function load(db: Db, rev: number): Promise<CachedBoard> {
  const messages = (await listBreakRecords(db)).map(asLiveMessage).sort(inBoardOrder)
  const people = new Map(messages.map((message) => [message.userId, message]))
  return { rev, people, board: boardOf(rev, people, [...people.keys()]) }
}

const aboutBoard = prepared((db, { since }: { since: number }) =>
  db.selectFrom('change').select(['topic', 'entity']).where('rev', '>', since).where('topic', 'in', BOARD_TOPICS),
)

/** Returns the people that changed since a revision; null when everything must be reloaded. */
async function changedSince(db: Db, rev: number): Promise<number[] | null> {
  const rows = await aboutBoard(db, { since: rev })
  const ids = new Set<number>()
  for (const { topic, entity } of rows) {
    if (topic === 'board-list' || entity === null) return null
    ids.add(entity)
  }
  return ids.size < RELOAD_THRESHOLD ? [...ids] : null
}

async function advance(db: Db, cached: CachedBoard | null): Promise<CachedBoard> {
  // The revision is read first: rows read after it may be newer, and are then simply read once more.
  const rev = await latestRev(db)
  if (!cached) return load(db, rev)
  if (cached.rev === rev) return cached
  const ids = cached.rev < rev ? await changedSince(db, cached.rev) : null
  if (ids === null) return load(db, rev)
  if (ids.length === 0) return { ...cached, rev }
  const people = new Map(cached.people)
  for (const record of await breakRecordsOf(db, ids)) people.set(record.user_id, asLiveMessage(record))
  return { rev, people, board: boardOf(rev, people, [...people.keys()]) }
}

/**
 * Keeps one board. `fresh` resolves to a board with every change that was committed before the call. Calls in one turn
 * of the event loop, or during an earlier look at the database, share the next look.
 */
function keepBoard(db: Db): { fresh(): Promise<Board> } {
  let cached: CachedBoard | null = null
  let last: Promise<unknown> = Promise.resolve()
  let next: Promise<Board> | null = null
  const refresh = async () => {
    next = null
    cached = await advance(db, cached)
    return cached.board
  }
  return {
    fresh() {
      if (next) return next
      const before = last
      next = new Promise(setImmediate).then(() => before).then(refresh)
      last = next.catch(() => undefined)
      return next
    },
  }
}

const boards = new WeakMap<Db, ReturnType<typeof keepBoard>>()

/** Returns this process's board of a database, up to date. `db` must be the database itself, never a transaction. */
export function freshBoard(db: Db): Promise<Board> {
  const known = boards.get(db)
  if (known) return known.fresh()
  const made = keepBoard(db)
  boards.set(db, made)
  return made.fresh()
}
