/** Ten failures in 15 minutes for one account, existing or not, or fifty from one address: then 429 (wire.md). */
import { sql } from 'kysely'
import type { Db } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { networkOf } from '../../http/network.ts'
import { tooMany, tryAgainIn } from '../../http/problem.ts'
import { sha256 } from '../../http/secrets.ts'
import { after, before, MINUTE_MS } from '../../lib/instants.ts'

const WINDOW_MS = 15 * MINUTE_MS
const AN_ACCOUNT = 10
const AN_ADDRESS = 50

const ago = (now: string) => before(now, WINDOW_MS)
/** A failure from later was told by a clock that was ahead: it would count until that time had come. */
const ahead = (now: string) => after(now, WINDOW_MS)

/** How many failures `column` has had, and when the oldest that still counts began to count. */
async function failuresOf(db: Db, column: 'account_hash' | 'address', value: string, now: string, most: number) {
  const rows = await db
    .selectFrom('sign_in_failure')
    .select('at')
    .where(column, '=', value)
    .where('at', '>', ago(now))
    .where('at', '<', ahead(now))
    .orderBy('at', 'desc')
    .limit(most)
    .execute()
  const oldest = rows.at(-1)?.at
  return rows.length >= most && oldest ? Date.parse(oldest) + WINDOW_MS - Date.parse(now) : 0
}

/** 429 while the account or the address has failed too often, for the right password too. */
async function refuseTooMany(db: Db, accountHash: string, address: string, now: string): Promise<void> {
  const waits = [
    await failuresOf(db, 'account_hash', accountHash, now, AN_ACCOUNT),
    await failuresOf(db, 'address', address, now, AN_ADDRESS),
  ]
  const seconds = Math.ceil(Math.max(...waits) / 1000)
  if (seconds > 0) throw tooMany(`Too many failed sign-ins. ${tryAgainIn(seconds)}`, seconds)
}

export interface Attempt {
  failed(): Promise<void>
  /** It was right, or never looked at. */
  forgiven(): Promise<void>
}

/**
 * Lets one attempt through, or refuses it. It counts against the account from now on, so that guesses sent at once are
 * not all let through before the first has failed; against the address, where many may sit, only once it has failed.
 */
export async function attemptSignIn(
  { db, dialect }: Pick<Deps, 'db' | 'dialect'>,
  email: string,
  address: string,
  now: string,
): Promise<Attempt> {
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
    failed: async () => {
      await db.updateTable('sign_in_failure').set({ address: network }).where('id', '=', id).execute()
    },
    forgiven: async () => {
      await db.deleteFrom('sign_in_failure').where('id', '=', id).execute()
    },
  }
}

/** Forgets failures that no longer count. */
export async function purgeFailures(db: Db, now: string): Promise<void> {
  await db
    .deleteFrom('sign_in_failure')
    .where((eb) => eb.or([eb('at', '<=', ago(now)), eb('at', '>=', ahead(now))]))
    .execute()
}
