/**
 * A row of the outbox: a change made on this device that waits for the server, or that it has answered (offline.md
 * §2.2). Pure.
 */
import { isObject } from '#contract/records.ts'
import { DAY_MS } from '#src/lib/spans.ts'

/** A row that waits for longer than this is reported to the person. */
const STUCK_MS = DAY_MS
/** Older changes are sent only if the person asks for it: the world has moved on. */
const STALE_MS = 14 * DAY_MS
/** The longest wait for a row's next try, whatever `Retry-After` asks for. */
export const MAX_WAIT_MS = 600_000

export const ROW_VERSION = 1

/** Names of the database and the table that hold the rows (`db.ts`). */
export const OUTBOX = { database: 'foyer', table: 'outbox' } as const

export interface Row {
  /** Order of the taps on this device, assigned by the database. */
  readonly seq: number
  /** Version of the row's shape; `upcast` brings an older row up to date. */
  readonly v: number
  /** Idempotency-Key: created with the row, and replaced whenever its content changes. */
  readonly key: string
  /** The person who tapped. Nobody else ever sends, sees or counts the row. */
  readonly userId: number
  /**
   * What the row changes. Rows of one entity are sent one after the other, in order; entities do not wait for each
   * other.
   */
  readonly entity: string
  /** The record whose `rev` applies to the row; one entity may have several. */
  readonly target: string
  /** Kind of change, such as `break.set`: how it is shown, and folded over the server's record. */
  readonly kind: string
  /** Id of the declared call that sends it, such as `PUT /api/onbreak/update/`. */
  readonly call: string
  readonly params: Readonly<Record<string, string | number>>
  readonly body: unknown
  /** The person or thing that the change is about, as its person knows it; empty if it is about themselves. */
  readonly about: string
  /** The `rev` of the record that the person saw; null if there was none. */
  readonly baseRev: number | null
  /** When the person made the change, by this device's clock. */
  readonly occurredAt: string
  /** Two consecutive unsent rows of an entity with the same value here are merged into one; null: never. */
  readonly merges: string | null
  /** Keys of the rows that this one replaces: earlier versions that were never sent, or a refused row that is repeated. */
  readonly replaces: readonly string[]
  /** The content is confidential: never shown, and blanked once the row is accepted. */
  readonly isPrivate: boolean
  readonly state: 'pending' | 'acked' | 'rejected'
  /** How often it was sent or about to be. From the first attempt on the server may have it, so it no longer changes. */
  readonly attempts: number
  /** Not sent before this instant, in milliseconds by this device's clock. */
  readonly nextAt: number
  /**
   * Why the last try failed. `busy`: the portal said when to come again; `unreachable`: no usable answer, or busy
   * without a time; null: none has failed yet.
   */
  readonly lastError: 'unreachable' | 'busy' | null
  /** The person wants the row sent although it is old. */
  readonly insisted: boolean
  /**
   * Too old to be sent automatically, and passed by a later row of its entity: screens leave it out, and only its
   * person may still have it sent.
   */
  readonly isPassed: boolean
  /** Of an accepted row: the record's revision, and the record as the server returned it. */
  readonly ackRev: number | null
  readonly answer: unknown
  /** Of a refused row: the server's status. */
  readonly status: number | null
  /**
   * Of a refused row: the reason. Of a partly accepted one: the note on what was left as others had it, until the
   * person has read it (`isPartlyDone`).
   */
  readonly detail: string | null
  /** When the answer came, in milliseconds by this device's clock. */
  readonly settledAt: number | null
}

/** A row that the database has not numbered yet. */
export type NewRow = Omit<Row, 'seq'>

/** Default columns: those of a row that nothing has happened to yet, and those that older rows lack. */
export const NEW_ROW = {
  about: '',
  params: {},
  baseRev: null,
  merges: null,
  replaces: [],
  isPrivate: false,
  attempts: 0,
  nextAt: 0,
  lastError: null,
  insisted: false,
  isPassed: false,
  ackRev: null,
  answer: null,
  status: null,
  detail: null,
  settledAt: null,
} as const

/**
 * Returns a row of this or an earlier release in the current shape. A row of a newer release is returned as it is: see
 * `isKnown`.
 */
export const upcast = (stored: Row): Row =>
  stored.v > ROW_VERSION ? stored : { ...NEW_ROW, ...stored, v: ROW_VERSION }

/** Whether this release can send the row. Otherwise it is kept, and shown as needing the newer app. */
export const isKnown = (row: Row, calls: Pick<ReadonlySet<string>, 'has'>): boolean =>
  row.v <= ROW_VERSION && calls.has(row.call)

/** Whether the row is pending and its person still wants to see its effect. */
export const isPendingAndShown = ({ state, isPassed }: Pick<Row, 'state' | 'isPassed'>): boolean =>
  state === 'pending' && !isPassed

/**
 * Whether the row was accepted only in part: others had changed some of it later, which stays as they had it, and the
 * person has not yet confirmed reading so.
 */
export const isPartlyDone = ({ state, detail }: Pick<Row, 'state' | 'detail'>): boolean =>
  state === 'acked' && detail !== null

/**
 * Whether the row was refused because what it is about does not exist (any more): sent again, it would be refused
 * again.
 */
export const isTargetGone = ({ state, status }: Pick<Row, 'state' | 'status'>): boolean =>
  state === 'rejected' && (status === 404 || status === 410)

/** Returns the reason for the refusal, in the server's words if it gave any. */
export const refusalOf = ({ detail }: Pick<Row, 'detail'>): string => detail ?? 'The portal refused it.'

/** Whether the row is accepted and leaves nothing for the person to read. */
export const isDoneWith = (row: Pick<Row, 'state' | 'detail'>): boolean => row.state === 'acked' && !isPartlyDone(row)

/**
 * Whether the server had nothing to change (contract, `UNCHANGED`): the revision in its answer is then of somebody
 * else's change.
 */
const isUnchanged = (answer: unknown): boolean => isObject(answer) && answer.isChanged === false

/** Returns the revision that `earlier` gave the record that `row` is about; null if it changed another record, or none. */
export function revMadeBy(earlier: Row, row: Row): number | null {
  if (earlier.target === row.target) return isUnchanged(earlier.answer) ? null : earlier.ackRev
  // A change of a whole entity has no revision of its own: its answer marks the records that it changed.
  if (earlier.target !== earlier.entity || !Array.isArray(earlier.answer)) return null
  return earlier.answer.find((record) => record?.isChanged === true && record._id === row.params.id)?.rev ?? null
}

/**
 * Returns what the server must know of a change besides its body (wire.md §1): its key, when it was made, and on which
 * revision.
 */
export const timedHeaders = (
  { key, occurredAt, baseRev }: Pick<Row, 'key' | 'occurredAt' | 'baseRev'>,
  now: number,
) => ({
  'Idempotency-Key': key,
  'Occurred-At': occurredAt,
  'Sent-At': new Date(now).toISOString(),
  ...(baseRev === null ? {} : { 'Base-Rev': String(baseRev) }),
})

/** After this many failed tries the cause may be this row. */
const MANY_TRIES = 8

const ageOf = (row: Row, now: number) => now - Date.parse(row.occurredAt)

/**
 * Whether the row is too old to be sent automatically, so that the person is asked. A row that later ones have passed
 * stays stale whatever the clock says by then: sending it would undo them.
 */
export const isStale = (row: Row, now: number): boolean => !row.insisted && (row.isPassed || ageOf(row, now) > STALE_MS)

/**
 * Whether an answer settled after the held data was asked for (`asOf`). For records without a revision, because each
 * launch hears the answers of a whole day again. An answer from a clock that was ahead does not count: it would stay
 * the latest until the clock gets there.
 */
export const isSettledAfter = (settledAt: number | null, asOf = 0): settledAt is number =>
  settledAt !== null && settledAt > asOf && settledAt <= Date.now()

/** Whether the change was made more than a day ago. */
export const isStuck = (row: Row, now: number): boolean => ageOf(row, now) > STUCK_MS

/**
 * Whether the row may be sent now. A wait longer than any that is ever given means that the clock was set back
 * meanwhile.
 */
export const isDue = (row: Row, now: number): boolean =>
  !isStale(row, now) && (row.nextAt <= now || row.nextAt > now + MAX_WAIT_MS)

/** Whether failed tries are more likely due to the line than to this row. */
export const isLikelyLineFault = ({ attempts }: Row): boolean => attempts < MANY_TRIES
