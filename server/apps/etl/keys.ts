/** API keys with which tools report runs. Only a hash is stored; a revoked key is refused from the next request on. */
import type { Selectable } from 'kysely'
import type { ApiKey } from '#contract/apps/etl.ts'
import type { EtlKeyTable } from '../../db/etl-tables.ts'
import { noteSeen } from '../../db/note.ts'
import type { Db } from '../../db/tables.ts'
import { deviceCaller } from '../../http/device-caller.ts'
import { forbidden, notFound, unauthorized } from '../../http/problem.ts'
import type { SignedInCaller } from '../../http/route.ts'
import { isSecret, newSecret, sha256 } from '../../http/secrets.ts'

/** Prefix that tells a key from a session's token, for the server and for a person who finds one. */
const KEY_PREFIX = 'foyer_'
const PREFIX_LENGTH = KEY_PREFIX.length + 6

/** Returns the data sources that a key is limited to; null for all. */
const sourcesOf = ({ sources }: Pick<Selectable<EtlKeyTable>, 'sources'>): string[] | null =>
  sources === null ? null : JSON.parse(sources)

function asApiKey(row: Selectable<EtlKeyTable>): ApiKey {
  const sources = sourcesOf(row)
  return {
    _id: row.id,
    name: row.name,
    createdAt: row.created_at,
    lastUsed: row.last_used,
    prefix: row.prefix,
    ...(sources ? { sources } : {}),
  }
}

/** Returns all keys, newest first. */
export const listKeys = async (db: Db): Promise<ApiKey[]> =>
  (await db.selectFrom('etl_key').selectAll().orderBy('id', 'desc').execute()).map(asApiKey)

interface NewKey {
  readonly name: string
  readonly sources?: readonly string[] | undefined
}

/** Creates a key. This is the only time that the key itself is returned. */
export async function makeKey(db: Db, { name, sources }: NewKey, now: string): Promise<ApiKey & { key: string }> {
  const key = `${KEY_PREFIX}${newSecret()}`
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

/** Deletes a key and returns its name. */
export async function revokeKey(db: Db, id: number): Promise<string> {
  const row = await db.deleteFrom('etl_key').where('id', '=', id).returning('name').executeTakeFirst()
  if (!row) throw notFound('There is no such API key.')
  return row.name
}

/** Returns the tool to which this token belongs; null for any other token, and for a revoked key. */
export async function apiKeyOf(db: Db, token: string, now: string): Promise<SignedInCaller | null> {
  if (!isSecret(token, KEY_PREFIX)) return null
  const row = await db.selectFrom('etl_key').selectAll().where('key_hash', '=', sha256(token)).executeTakeFirst()
  if (!row) return null
  await noteSeen(db, row.last_used, now, db.updateTable('etl_key').set({ last_used: now }).where('id', '=', row.id))
  return deviceCaller({ kind: 'apiKey', id: row.id, name: row.name })
}

/** Throws 403 if the key is restricted to sources and one of these is not among them. */
export async function checkSources(db: Db, keyId: number, sources: readonly string[]): Promise<void> {
  const row = await db.selectFrom('etl_key').select('sources').where('id', '=', keyId).executeTakeFirst()
  if (!row) throw unauthorized()
  const own = sourcesOf(row)
  const allowed = own && new Set(own)
  const other = allowed && sources.find((source) => !allowed.has(source))
  if (other) throw forbidden(`This API key may not report for the data source “${other}”.`)
}
