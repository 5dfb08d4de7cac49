/** Ten failures in 15 minutes for one account, existing or not, or fifty from one address: then 429 (wire.md). */
import type { Db } from '../../db/tables.ts'
import { Problem } from '../../http/problem.ts'
import { sha256 } from '../../http/sessions.ts'

const WINDOW_MS = 15 * 60_000
const AN_ACCOUNT = 10
const AN_ADDRESS = 50

const ago = (now: string) => new Date(Date.parse(now) - WINDOW_MS).toISOString()

/** How many failures `column` has had, and when the oldest that still counts began to count. */
async function failuresOf(db: Db, column: 'account_hash' | 'address', value: string, now: string, most: number) {
  const rows = await db
    .selectFrom('sign_in_failure')
    .select('at')
    .where(column, '=', value)
    .where('at', '>', ago(now))
    .orderBy('at', 'desc')
    .limit(most)
    .execute()
  const oldest = rows.at(-1)?.at
  return rows.length >= most && oldest ? Date.parse(oldest) + WINDOW_MS - Date.parse(now) : 0
}

/** 429 while the account or the address has failed too often, for the right password too. */
export async function refuseTooMany(db: Db, email: string, address: string, now: string): Promise<void> {
  const waits = [
    await failuresOf(db, 'account_hash', sha256(email), now, AN_ACCOUNT),
    await failuresOf(db, 'address', address, now, AN_ADDRESS),
  ]
  const seconds = Math.ceil(Math.max(...waits) / 1000)
  if (seconds <= 0) return
  const minutes = Math.ceil(seconds / 60)
  throw new Problem(
    429,
    `Too many failed sign-ins. Please try again in ${minutes} minute${minutes === 1 ? '' : 's'}.`,
    {
      'retry-after': String(seconds),
    },
  )
}

export async function countFailure(db: Db, email: string, address: string, now: string): Promise<void> {
  await db
    .insertInto('sign_in_failure')
    .values({ account_hash: sha256(email), address, at: now })
    .execute()
}

/** Forgets failures that no longer count. */
export async function purgeFailures(db: Db, now: string): Promise<void> {
  await db.deleteFrom('sign_in_failure').where('at', '<=', ago(now)).execute()
}
