/** API keys: what tools report runs with. Only a hash is kept; a revoked key is refused from the next request on. */
import type { Selectable } from 'kysely'
import type { ApiKey } from '#contract/apps/etl.ts'
import type { EtlKeyTable } from '../../db/etl-tables.ts'
import { noteSeen } from '../../db/note.ts'
import type { Db } from '../../db/tables.ts'
import { deviceCaller } from '../../http/device-caller.ts'
import { forbidden, notFound, unauthorized } from '../../http/problem.ts'
import type { SignedIn } from '../../http/route.ts'
import { isSecret, newSecret, sha256 } from '../../http/secrets.ts'

/** Tells a key from a session's token, to us and to whoever finds one lying about. */
const KEY_BEGINS = 'foyer_'
const PREFIX_LENGTH = KEY_BEGINS.length + 6

const asApiKey = (row: Selectable<EtlKeyTable>): ApiKey => ({
  _id: row.id,
  name: row.name,
  createdAt: row.created_at,
  lastUsed: row.last_used,
  prefix: row.prefix,
  ...(row.sources === null ? {} : { sources: JSON.parse(row.sources) as string[] }),
})

/** Newest first. */
export const listKeys = async (db: Db): Promise<ApiKey[]> =>
  (await db.selectFrom('etl_key').selectAll().orderBy('id', 'desc').execute()).map(asApiKey)

interface NewKey {
  readonly name: string
  readonly sources?: readonly string[] | undefined
}

/** The key itself is answered this once. */
export async function makeKey(db: Db, { name, sources }: NewKey, now: string): Promise<ApiKey & { key: string }> {
  const key = `${KEY_BEGINS}${newSecret()}`
  const row = await db
    .insertInto('etl_key')
    .values({
      name,
      key_hash: sha256(key),
      prefix: key.slice(0, PREFIX_LENGTH),
      sources: sources ? JSON.stringify([...new Set(sources)]) : null,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { ...asApiKey(row), key }
}

/** Answers what the key was called. */
export async function revokeKey(db: Db, id: number): Promise<string> {
  const row = await db.deleteFrom('etl_key').where('id', '=', id).returning('name').executeTakeFirst()
  if (!row) throw notFound('There is no such API key.')
  return row.name
}

/** Which tool speaks with this token; null where it is none of ours, or revoked. */
export async function apiKeyOf(db: Db, token: string, now: string): Promise<SignedIn | null> {
  if (!isSecret(token, KEY_BEGINS)) return null
  const row = await db.selectFrom('etl_key').selectAll().where('key_hash', '=', sha256(token)).executeTakeFirst()
  if (!row) return null
  await noteSeen(db, row.last_used, now, db.updateTable('etl_key').set({ last_used: now }).where('id', '=', row.id))
  return deviceCaller({ kind: 'apiKey', id: row.id, name: row.name })
}

/** Refuses what this key may not report: every source must be one of its own, where it has any. */
export async function checkSources(db: Db, keyId: number, sources: readonly string[]): Promise<void> {
  const row = await db.selectFrom('etl_key').select('sources').where('id', '=', keyId).executeTakeFirst()
  if (!row) throw unauthorized()
  const own = row.sources === null ? null : new Set(JSON.parse(row.sources) as string[])
  const other = own && sources.find((source) => !own.has(source))
  if (other) throw forbidden(`This API key may not report for the data source “${other}”.`)
}
