/**
 * Limits failed sign-ins: after ten in 15 minutes for one account, existing or not, or fifty from one network
 * (`networkOf`), further ones get 429 (wire.md).
 */
import { sql } from 'kysely'
import type { Db } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { networkOf } from '../../http/network.ts'
import { tooMany, tryAgainIn } from '../../http/problem.ts'
import { sha256 } from '../../http/secrets.ts'
import { after, before, MINUTE_MS } from '../../lib/instants.ts'

const WINDOW_MS = 15 * MINUTE_MS
const MAX_PER_ACCOUNT = 10
const MAX_PER_NETWORK = 50

const windowStart = (now: string) => before(now, WINDOW_MS)
/**
 * Failures further in the future were recorded by a clock that was ahead, and would otherwise count until that time had
 * come.
 */
const windowEnd = (now: string) => after(now, WINDOW_MS)

/**
 * Returns for how many milliseconds this account or network is still blocked: until fewer than `most` of its failures
 * lie within the window. 0 if it is not blocked.
 */
async function remainingWait(
  db: Db,
  { column, value, most }: { column: 'account_hash' | 'address'; value: string; most: number },
  now: string,
): Promise<number> {
  const rows = await db
    .selectFrom('sign_in_failure')
    .select('at')
    .where(column, '=', value)
    .where('at', '>', windowStart(now))
    .where('at', '<', windowEnd(now))
    .orderBy('at', 'desc')
    .limit(most)
    .execute()
  const oldest = rows.at(-1)?.at
  return rows.length >= most && oldest ? Date.parse(oldest) + WINDOW_MS - Date.parse(now) : 0
}

/** Throws 429 while the account or the network has too many failures, even for the right password. */
async function refuseTooMany(db: Db, accountHash: string, address: string, now: string): Promise<void> {
  const waits = [
    await remainingWait(db, { column: 'account_hash', value: accountHash, most: MAX_PER_ACCOUNT }, now),
    await remainingWait(db, { column: 'address', value: address, most: MAX_PER_NETWORK }, now),
  ]
  const seconds = Math.ceil(Math.max(...waits) / 1000)
  if (seconds > 0) throw tooMany(`Too many failed sign-ins. ${tryAgainIn(seconds)}`, seconds)
}

export interface SignInAttempt {
  fail(): Promise<void>
  /** The password was right, or was never checked. */
  forgive(): Promise<void>
}

/**
 * Admits a sign-in attempt, or throws 429. An admitted attempt counts against the account at once, so that guesses sent
 * together are not all admitted before the first has failed. It counts against the network, which many people may
 * share, only once it has failed.
 */
export async function attemptSignIn(
  { db, dialect }: Pick<Deps, 'db' | 'dialect'>,
  email: string,
  address: string,
  now: string,
): Promise<SignInAttempt> {
  const accountHash = sha256(email)
  const network = networkOf(address)
  const { id } = await db.transaction().execute(async (tx) => {
    if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(hashtext(${accountHash}))`.execute(tx)
    await refuseTooMany(tx, accountHash, network, now)
    return tx
      .insertInto('sign_in_failure')
      .values({ account_hash: accountHash, address: '', at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
  })
  return {
    fail: async () => {
      await db.updateTable('sign_in_failure').set({ address: network }).where('id', '=', id).execute()
    },
    forgive: async () => {
      await db.deleteFrom('sign_in_failure').where('id', '=', id).execute()
    },
  }
}

/** Deletes failures that no longer count. */
export async function purgeFailures(db: Db, now: string): Promise<void> {
  await db
    .deleteFrom('sign_in_failure')
    .where((eb) => eb.or([eb('at', '<=', windowStart(now)), eb('at', '>=', windowEnd(now))]))
    .execute()
}
