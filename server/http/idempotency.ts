/**
 * At-most-once execution (wire.md §1, offline.md §3.2): the key, the caller, the call, the body's hash and the answer are
 * written in the transaction of the effect. Without an effect there is no row, so a refused or failed request may be
 * retried under its key.
 */
import { createHmac } from 'node:crypto'
import { deleteInSteps } from '../db/delete-in-steps.ts'
import { prepared } from '../db/prepared.ts'
import type { Db } from '../db/tables.ts'
import { before, DAY_MS } from '../lib/instants.ts'
import { badRequest, Problem } from './problem.ts'
import { sha256 } from './secrets.ts'

/** Any version: the nil and the max UUID are UUIDs too (RFC 9562), and how a key is generated is the client's business. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const KEPT_MS = 30 * DAY_MS

/** A request with an idempotency key, hashed for storage. A type, as a prepared query does not take an interface. */
export type KeyedRequest = {
  readonly caller: string
  readonly keyHash: string
  readonly call: string
  readonly bodyHash: string
  readonly now: string
}

/** The answer to a request with a key; `replayed` if it was stored earlier. */
export interface KeyedAnswer {
  readonly status: number
  /** JSON text; `''` if there is no body. */
  readonly answer: string
  readonly replayed: boolean
}

/**
 * Reads the key; null if none was sent. Throws 400 if it is no UUID. The key itself is not stored: it salts the body's
 * hash, from which the body could otherwise be guessed.
 */
export function readKey(
  key: string | string[] | undefined,
  request: { caller: string; call: string; body: unknown; now: string },
): KeyedRequest | null {
  if (key === undefined) return null
  if (typeof key !== 'string' || !UUID.test(key)) throw badRequest('Idempotency-Key must be a UUID.')
  const canonical = key.toLowerCase()
  return {
    caller: request.caller,
    keyHash: sha256(canonical),
    call: request.call,
    // No body and an empty one are the same request.
    bodyHash: createHmac('sha256', canonical)
      .update(JSON.stringify(request.body ?? {}))
      .digest('hex'),
    now: request.now,
  }
}

/**
 * Names the queue of this key: of two concurrent requests in this process the second starts when the first has finished.
 * Requests at different servers meet in the table.
 */
export const queueName = ({ caller, keyHash }: KeyedRequest) => `${caller} ${keyHash}`

const find = prepared((db, { caller, keyHash }: KeyedRequest) =>
  db.selectFrom('idempotency').selectAll().where('caller', '=', caller).where('key_hash', '=', keyHash),
)

const claim = prepared((db, { caller, keyHash, call, bodyHash, now }: KeyedRequest) =>
  db
    .insertInto('idempotency')
    .values({ caller, key_hash: keyHash, call, body_hash: bodyHash, status: 0, answer: '', created_at: now })
    .onConflict((conflict) => conflict.columns(['caller', 'key_hash']).doNothing())
    .returning('caller'),
)

const settle = prepared((db, { caller, keyHash, status, answer }: KeyedRequest & Omit<KeyedAnswer, 'replayed'>) =>
  db.updateTable('idempotency').set({ status, answer }).where('caller', '=', caller).where('key_hash', '=', keyHash),
)

/** Returns the stored answer to this key, null if there is none. Throws 422 if the key was used for another request. */
export async function storedAnswer(db: Db, request: KeyedRequest): Promise<KeyedAnswer | null> {
  const [row] = await find(db, request)
  if (!row) return null
  if (row.call !== request.call || row.body_hash !== request.bodyHash)
    throw new Problem(422, 'This Idempotency-Key was used for another request.')
  return { status: row.status, answer: row.answer, replayed: true }
}

/**
 * Runs `effect` unless the key has an answer already. Of two concurrent transactions the second waits for the first one's
 * row.
 */
export async function atMostOnce(
  tx: Db,
  request: KeyedRequest,
  effect: () => Promise<{ status: number; answer: string }>,
): Promise<KeyedAnswer> {
  const claimed = await claim(tx, request)
  if (claimed.length === 0) {
    const earlier = await storedAnswer(tx, request)
    if (earlier) return earlier
    throw new Error('An idempotency row vanished.')
  }
  const { status, answer } = await effect()
  await settle(tx, { ...request, status, answer })
  return { status, answer, replayed: false }
}

/** Deletes keys older than 30 days. */
export async function purgeIdempotency(db: Db, now: string): Promise<void> {
  const old = db.selectFrom('idempotency').select(['caller', 'key_hash']).where('created_at', '<', before(now, KEPT_MS))
  await deleteInSteps((most) =>
    db
      .deleteFrom('idempotency')
      .where((eb) => eb(eb.refTuple('caller', 'key_hash'), 'in', old.limit(most).$asTuple('caller', 'key_hash'))),
  )
}
