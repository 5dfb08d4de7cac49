/** Displays: screens that may read the board with a token of their own, until it is revoked. */
import type { Selectable } from 'kysely'
import type { Display } from '#contract/apps/displays.ts'
import { recordChange } from '../../db/feed.ts'
import { noteSeen } from '../../db/note.ts'
import { lockedColumn } from '../../db/row-lock.ts'
import type { Db, DisplayTable } from '../../db/tables.ts'
import { deviceCaller } from '../../http/device-caller.ts'
import type { SignedInCaller } from '../../http/route.ts'
import { isSecret, newSecret, sha256 } from '../../http/secrets.ts'
import { inNameOrder } from '../../lib/name-order.ts'

/** Prefix that tells a display's token from others, for the server and for a person who finds one. */
const TOKEN_PREFIX = 'display_'

const asDisplay = (row: Selectable<DisplayTable>): Display => ({
  _id: row.id,
  name: row.name,
  createdAt: row.created_at,
  createdBy: row.created_by,
  lastSeen: row.last_seen_at,
})

export async function listDisplays(db: Db): Promise<Display[]> {
  const rows = await db.selectFrom('display').selectAll().execute()
  return rows.sort(inNameOrder).map(asDisplay)
}

/** Creates a display without a token. */
export async function addDisplay(db: Db, name: string, by: string, now: string): Promise<Display> {
  const row = await db
    .insertInto('display')
    .values({ name, token_hash: null, created_at: now, created_by: by, last_seen_at: null })
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordChange(db, 'displays', row.id, now)
  return asDisplay(row)
}

/** Renames a display. Returns it before and after; null where there is no such display. */
export async function renameDisplay(db: Db, id: number, name: string) {
  const byId = db.updateTable('display').where('id', '=', id)
  const before = await byId.set(lockedColumn('name')).returningAll().executeTakeFirst()
  if (!before) return null
  await byId.set({ name }).execute()
  return { before: asDisplay(before), after: asDisplay({ ...before, name }) }
}

/**
 * Gives a display a new token, replacing any earlier one. Returns it with the display's name, null where there is no
 * such display.
 */
export async function issueToken(db: Db, id: number, now: string): Promise<{ token: string; name: string } | null> {
  const token = `${TOKEN_PREFIX}${newSecret()}`
  const row = await db
    .updateTable('display')
    .set({ token_hash: sha256(token), last_seen_at: now })
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
  return row ? { token, name: row.name } : null
}

/**
 * Deletes a display with its token, code and tickets, and returns its name. Open sockets learn of it through the feed.
 * Null where there is no such display.
 */
export async function removeDisplay(db: Db, id: number, now: string): Promise<string | null> {
  const row = await db.deleteFrom('display').where('id', '=', id).returning('name').executeTakeFirst()
  if (!row) return null
  await recordChange(db, 'displays', id, now)
  return row.name
}

const seen = (db: Db, { id, last_seen_at }: Pick<Selectable<DisplayTable>, 'id' | 'last_seen_at'>, now: string) =>
  noteSeen(db, last_seen_at, now, db.updateTable('display').set({ last_seen_at: now }).where('id', '=', id))

/** Returns the display to which this token belongs; null for any other token, and for a revoked one. */
export async function displayOf(db: Db, token: string, now: string): Promise<SignedInCaller | null> {
  if (!isSecret(token, TOKEN_PREFIX)) return null
  const row = await db.selectFrom('display').selectAll().where('token_hash', '=', sha256(token)).executeTakeFirst()
  if (!row) return null
  await seen(db, row, now)
  return deviceCaller({ kind: 'display', id: row.id, name: row.name })
}

/** Whether this display still exists. Called for one that watches the board, so it counts as seen. */
export async function isDisplay(db: Db, id: number, now: string): Promise<boolean> {
  const row = await db.selectFrom('display').select(['id', 'last_seen_at']).where('id', '=', id).executeTakeFirst()
  if (row) await seen(db, row, now)
  return row !== undefined
}
