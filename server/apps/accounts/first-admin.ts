/** Creates the first admin of an empty database (wire.md §3). */
import { bit } from '../../db/bit.ts'
import { lockRevision } from '../../db/feed.ts'
import type { Db } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { newSecret } from '../../http/secrets.ts'
import { auditNewUser } from './audited.ts'
import { insertUser } from './change.ts'
import { hashPassword } from './passwords.ts'

export interface FirstAdmin {
  readonly email: string
  /**
   * A generated password, printed once and to be changed at the first sign-in; null where the configuration sets one.
   */
  readonly password: string | null
}

const isAnybody = async (db: Db) => (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) !== undefined

/**
 * Creates the first admin if there is no user at all, and opens the server within the same transaction: the admin
 * exists once the server is open, and if opening fails, another server that starts at the same moment creates its own.
 * Returns null if there are users already.
 */
export async function openWithFirstAdmin(
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
    // Two servers may start on one empty database at once: they look one after the other.
    await lockRevision(tx)
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
      changed_password: bit(made === null),
      now,
    })
    await auditNewUser(tx, id, 'user-made', { actor: null, at: now, address: '' })
    await open()
    return { email: config.adminEmail, password: made }
  })
}
