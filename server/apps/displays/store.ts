/** The displays: screens that may read the board, by a token of their own that lasts until it is revoked. */
import type { Selectable } from 'kysely'
import type { Display } from '#contract/apps/displays.ts'
import { changed } from '../../db/feed.ts'
import { noteSeen } from '../../db/note.ts'
import type { Db, DisplayTable } from '../../db/tables.ts'
import { deviceCaller } from '../../http/device-caller.ts'
import type { SignedIn } from '../../http/route.ts'
import { isSecret, newSecret, sha256 } from '../../http/secrets.ts'
import { inNameOrder } from '../../lib/name-order.ts'

/** Tells a display's token from others, to us and to whoever finds one lying about. */
const TOKEN_BEGINS = 'display_'

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

/** A display that has no token yet. */
export async function addDisplay(db: Db, name: string, by: string, now: string): Promise<Display> {
  const row = await db
    .insertInto('display')
    .values({ name, token_hash: null, created_at: now, created_by: by, last_seen_at: null })
    .returningAll()
    .executeTakeFirstOrThrow()
  await changed(db, 'displays', row.id, now)
  return asDisplay(row)
}

/** Gives the display a new token, which takes the place of any before; answers it with the display's name. */
export async function giveToken(db: Db, id: number, now: string): Promise<{ token: string; name: string } | null> {
  const token = `${TOKEN_BEGINS}${newSecret()}`
  const row = await db
    .updateTable('display')
    .set({ token_hash: sha256(token), last_seen_at: now })
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
  return row ? { token, name: row.name } : null
}

/** Its token, its code and its tickets go with it; open sockets hear of it through the feed. Null: there is none. */
export async function removeDisplay(db: Db, id: number, now: string): Promise<string | null> {
  const row = await db.deleteFrom('display').where('id', '=', id).returning('name').executeTakeFirst()
  if (!row) return null
  await changed(db, 'displays', id, now)
  return row.name
}

const seen = (db: Db, { id, last_seen_at }: Pick<Selectable<DisplayTable>, 'id' | 'last_seen_at'>, now: string) =>
  noteSeen(db, last_seen_at, now, db.updateTable('display').set({ last_seen_at: now }).where('id', '=', id))

/** Which display speaks with this token; null where it is none, or revoked. */
export async function displayOf(db: Db, token: string, now: string): Promise<SignedIn | null> {
  if (!isSecret(token, TOKEN_BEGINS)) return null
  const row = await db.selectFrom('display').selectAll().where('token_hash', '=', sha256(token)).executeTakeFirst()
  if (!row) return null
  await seen(db, row, now)
  return deviceCaller({ kind: 'display', id: row.id, name: row.name })
}

/** Whether there still is this display; asking for one that watches counts as having seen it. */
export async function isDisplay(db: Db, id: number, now: string): Promise<boolean> {
  const row = await db.selectFrom('display').select(['id', 'last_seen_at']).where('id', '=', id).executeTakeFirst()
  if (row) await seen(db, row, now)
  return row !== undefined
}
