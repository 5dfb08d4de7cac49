/** The first admin of an empty database (wire.md §3). */
import type { Db } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { newSecret } from '../../http/secrets.ts'
import { auditNewUser } from './audited.ts'
import { insertUser } from './change.ts'
import { hashPassword } from './passwords.ts'

export interface FirstAdmin {
  readonly email: string
  /** Set when it was made up here: printed once, to be changed at the first sign-in. */
  readonly password: string | null
}

const isAnybody = async (db: Db) => (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) !== undefined

/**
 * Makes the first admin where there is no user at all (null where there is one), and opens the door: the admin is there once
 * it is open, and where it does not open, another server that starts at the same moment makes one of its own.
 */
export async function openWithAdmin(
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
  open: () => Promise<void>,
): Promise<FirstAdmin | null> {
  if (await isAnybody(db)) {
    await open()
    return null
  }
  const made = config.adminPassword === null ? newSecret().slice(0, 20) : null
  const passwordHash = await hashPassword(config.adminPassword ?? made ?? '')
  return db.transaction().execute(async (tx) => {
    // Two servers may start at once on one empty database: the revision's row lets them in one by one.
    await tx
      .updateTable('revision')
      .set((eb) => ({ rev: eb('rev', '+', 1) }))
      .where('id', '=', 1)
      .execute()
    if (await isAnybody(tx)) {
      await open()
      return null
    }
    const now = clock()
    const id = await insertUser(tx, {
      name: 'Admin',
      email: config.adminEmail,
      password_hash: passwordHash,
      is_admin: 1,
      has_permissions: 1,
      changed_password: made === null ? 1 : 0,
      now,
    })
    await auditNewUser(tx, id, 'user-made', { actor: null, at: now, address: '' })
    await open()
    return { email: config.adminEmail, password: made }
  })
}
