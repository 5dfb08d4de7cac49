/** A change that somebody made on this device and that the server has not seen yet, or not long ago (offline.md §2.2). Pure. */
import { DAY_MS } from '#src/lib/spans.ts'

/** Waiting for longer than this is worth a word to the person. */
const STUCK_MS = DAY_MS
/** Older changes are not sent unless the person says so: the world has moved on. */
const STALE_MS = 14 * DAY_MS
/** The longest that a row waits for its next try, whatever was asked for. */
export const LONGEST_WAIT_MS = 600_000

export const ROW_VERSION = 1

/** Where the rows lie (`db.ts`). */
export const OUTBOX = { database: 'foyer', table: 'outbox' } as const

export interface Row {
  /** The order of the taps on this device, given by the database. */
  readonly seq: number
  /** The shape of the row; an older one is brought up to date by `upcast`. */
  readonly v: number
  /** Its Idempotency-Key: born with the row, and a new one whenever what it says changes. */
  readonly key: string
  /** Who tapped. Nobody else ever sends it, sees it or counts it. */
  readonly userId: number
  /** What it changes: the rows of one entity go out one after the other, in order; entities do not wait for each other. */
  readonly entity: string
  /** The record whose `rev` counts for it; one entity may have several. */
  readonly target: string
  /** How it is shown and folded into what the server says, as `break.set`. */
  readonly kind: string
  /** How it is sent: the id of a declared call, as `PUT /api/onbreak/update/`. */
  readonly call: string
  readonly params: Readonly<Record<string, string | number>>
  readonly body: unknown
  /** Whom or what it is about, as the person knows it; empty where it is themselves. */
  readonly about: string
  /** The `rev` of the record that the person saw; null where there was none. */
  readonly baseRev: number | null
  /** When the person did it, by this device's clock. */
  readonly occurredAt: string
  /** Two unsent rows of an entity, one after the other, that have the same value here become one; null: never. */
  readonly merges: string | null
  /** Keys of the rows whose place it took: earlier forms that were never sent, or what was refused and is done anew. */
  readonly replaces: readonly string[]
  /** What it says is nobody else's business: never shown, and blanked once it is sent. */
  readonly isPrivate: boolean
  readonly state: 'pending' | 'acked' | 'rejected'
  /** Times it was sent, or was about to be: from the first on the server may have it, and it no longer changes. */
  readonly attempts: number
  /** Not before this instant, in milliseconds by this device's clock. */
  readonly nextAt: number
  /** Of the last try: `busy`: the portal said when to come again; `unreachable`: no answer of use; null: not tried yet. */
  readonly lastError: 'unreachable' | 'busy' | null
  /** The person wants it sent although it is old. */
  readonly insisted: boolean
  /**
   * It was too old to be sent by itself, and a later row of its entity went before it: screens pass it over, and only its
   * person may still send it.
   */
  readonly isPassed: boolean
  /** Of what was accepted: the record's revision and the record, as it was answered. */
  readonly ackRev: number | null
  readonly answer: unknown
  /** Of what was refused: the server's status. */
  readonly status: number | null
  /** Why it was refused, or what of it was left as others had it, until the person has read that (`isPartly`). */
  readonly detail: string | null
  /** When the answer came, in milliseconds by this device's clock. */
  readonly settledAt: number | null
}

/** A row before the database numbers it. */
export type NewRow = Omit<Row, 'seq'>

/** What a row says as long as nobody has said otherwise, and nothing has happened to it yet. */
export const FRESH = {
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

/** Any row that this or an earlier release wrote, in today's shape. One of a newer release stays as it is: see `isKnown`. */
export const upcast = (stored: Row): Row => (stored.v > ROW_VERSION ? stored : { ...FRESH, ...stored, v: ROW_VERSION })

/** Whether this release can send it. Otherwise it is kept, and shown as needing the newer app. */
export const isKnown = (row: Row, calls: Pick<ReadonlySet<string>, 'has'>): boolean =>
  row.v <= ROW_VERSION && calls.has(row.call)

/** Not sent yet, and what its person wants to see. */
export const isAwaited = ({ state, isPassed }: Pick<Row, 'state' | 'isPassed'>): boolean =>
  state === 'pending' && !isPassed

/** Accepted, but others had changed some of it later, which stays as they had it; the person has not said that they know. */
export const isPartly = ({ state, detail }: Pick<Row, 'state' | 'detail'>): boolean =>
  state === 'acked' && detail !== null

/** Refused, as what it is about is not there, or not any more: sent once more it is refused again. */
export const isGone = ({ state, status }: Pick<Row, 'state' | 'status'>): boolean =>
  state === 'rejected' && (status === 404 || status === 410)

/** Why it was refused, in the server's words where it gave any. */
export const refusalOf = ({ detail }: Pick<Row, 'detail'>): string => detail ?? 'The portal refused it.'

/** There is nothing more to be said or done about it. */
export const isDoneWith = (row: Pick<Row, 'state' | 'detail'>): boolean => row.state === 'acked' && !isPartly(row)

/** The server had nothing to change (contract, `UNCHANGED`): the revision in its answer is of somebody else's doing. */
const isUnchanged = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'isChanged' in answer && answer.isChanged === false

/** The revision that `earlier` made of the record that `row` is about; null where it changed another, or none. */
export function madeRev(earlier: Row, row: Row): number | null {
  if (earlier.target === row.target) return isUnchanged(earlier.answer) ? null : earlier.ackRev
  // A change of the whole entity has no revision of its own: its answer marks the records that it changed.
  if (earlier.target !== earlier.entity || !Array.isArray(earlier.answer)) return null
  return earlier.answer.find((record) => record?.isChanged === true && record._id === row.params.id)?.rev ?? null
}

/** What the server needs to know of a change besides its body (wire.md §1): its key, when it was made, and on what. */
export const timedHeaders = (
  { key, occurredAt, baseRev }: Pick<Row, 'key' | 'occurredAt' | 'baseRev'>,
  now: number,
) => ({
  'Idempotency-Key': key,
  'Occurred-At': occurredAt,
  'Sent-At': new Date(now).toISOString(),
  ...(baseRev === null ? {} : { 'Base-Rev': String(baseRev) }),
})

/** So often tried in vain: perhaps it is this row that does not get through. */
const MANY_TRIES = 8

const ageOf = (row: Row, now: number) => now - Date.parse(row.occurredAt)

/**
 * Too old to go out by itself: the person is asked. Also once its later ones went before it, whatever the clock says by
 * then: it would undo them.
 */
export const isStale = (row: Row, now: number): boolean => !row.insisted && (row.isPassed || ageOf(row, now) > STALE_MS)

/**
 * Whether an answer came later than what is held: for records without a revision, as each launch is told anew of the
 * answers of a whole day. Not one of a clock that was ahead then: it would be the last for as long.
 */
export const isAfter = (settledAt: number | null, asOf = 0): settledAt is number =>
  settledAt !== null && settledAt > asOf && settledAt <= Date.now()

/** Made more than a day ago. */
export const isStuck = (row: Row, now: number): boolean => ageOf(row, now) > STUCK_MS

/** Whether it may be sent now. A wait that is longer than any that is given means that the clock was set back meanwhile. */
export const isDue = (row: Row, now: number): boolean =>
  !isStale(row, now) && (row.nextAt <= now || row.nextAt > now + LONGEST_WAIT_MS)

/** Whether it is more likely the line, and not the row, that does not get through. */
export const isHopeful = ({ attempts }: Row): boolean => attempts < MANY_TRIES
