/** Sessions: opaque tokens, stored as SHA-256, 14 days idle and 90 days at most (wire.md “Users and permissions”). */
import type { FastifyRequest } from 'fastify'
import { eachFlag, type FlagName } from '#contract/who.ts'
import { recordChange } from '../db/feed.ts'
import { noteSeen, SEEN_EVERY_MS } from '../db/note.ts'
import { prepared } from '../db/prepared.ts'
import { rightsCache } from '../db/sqlite.ts'
import type { Db, UserRow } from '../db/tables.ts'
import { after, before, DAY_MS } from '../lib/instants.ts'
import type { SignedInCaller } from './route.ts'
import { isSecret, newSecret, sha256 } from './secrets.ts'

const IDLE_MS = 14 * DAY_MS
const ABSOLUTE_MS = 90 * DAY_MS

/** The instants after which a living session was last seen (`seen`) and opened (`opened`). */
export const sessionLimits = (now: string) => ({ seen: before(now, IDLE_MS), opened: before(now, ABSOLUTE_MS) })

/** The contract's permission flags → their columns. */
export const FLAG_COLUMNS = {
  access_onbreak: 'access_onbreak',
  onbreak_admin: 'onbreak_admin',
  access_mood: 'access_mood',
  mood_admin: 'mood_admin',
  access_etl: 'access_etl',
  access_reporting: 'access_reporting',
  isCEP: 'is_cep',
  isCepManager: 'is_cep_manager',
  isCepDeptManager: 'is_cep_dept_manager',
} as const satisfies Record<FlagName, keyof UserRow>
type FlagColumns = Pick<UserRow, (typeof FLAG_COLUMNS)[FlagName] | 'changed_password'>

/** Returns the permission flags of a user row as the contract names them. */
export function flagsOf(row: FlagColumns): SignedInCaller['permissions'] {
  return { ...eachFlag((flag) => row[FLAG_COLUMNS[flag]] === 1), changed_password: row.changed_password === 1 }
}

/** Returns the bearer token of a request, as sent; null if there is none. */
export const bearer = ({ headers }: FastifyRequest) =>
  /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? null

/** Opens a session. Returns the token, of which only the hash is stored. */
export async function createSession(db: Db, userId: number, now: string): Promise<string> {
  const token = newSecret()
  await db
    .insertInto('session')
    .values({ token_hash: sha256(token), user_id: userId, created_at: now, last_seen_at: now })
    .execute()
  return token
}

/** Selects living sessions with their users. */
const livingSessions = (db: Db, { seen, opened }: ReturnType<typeof sessionLimits>) =>
  db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .selectAll('user')
    .select(['session.id as session_id', 'session.last_seen_at', 'session.created_at as opened_at'])
    .where('session.last_seen_at', '>', seen)
    .where('session.created_at', '>', opened)
    .where('user.deactivated', '=', 0)

const sessionByHash = prepared((db, { hash, seen, opened }: { hash: string; seen: string; opened: string }) =>
  livingSessions(db, { seen, opened }).where('session.token_hash', '=', hash),
)

const signedIn = (row: UserRow & { session_id: number }): SignedInCaller => ({
  kind: 'session',
  id: row.id,
  sessionId: row.session_id,
  name: row.name,
  isAdmin: row.is_admin === 1,
  permissions: flagsOf(row),
})

/** Returns the person whose session this is; null if it has ended. */
export async function sessionById(db: Db, id: number, now: string): Promise<SignedInCaller | null> {
  const row = await livingSessions(db, sessionLimits(now)).where('session.id', '=', id).executeTakeFirst()
  return row ? signedIn(row) : null
}

/** How many sessions are cached. */
const MAX_CACHED = 5_000

interface CacheEntry {
  readonly caller: SignedInCaller
  /** When it was read. An earlier `now` means that a clock that was ahead was put right: the entry is then not used. */
  readonly since: string
  /** When the session expires or its last-seen time is due to be written again. */
  readonly until: string
}

/** Returns `until` of an entry. A last-seen time in the future, written by a clock that was ahead, counts as now. */
const validUntil = (seenAt: string, openedAt: string, now: string) => {
  const [noted, over] = [after(seenAt < now ? seenAt : now, SEEN_EVERY_MS), after(openedAt, ABSOLUTE_MS)]
  return noted < over ? noted : over
}

/** Returns the person with this token; null if it is unknown, expired or its user is deactivated. */
export async function sessionOf(db: Db, token: string, now: string): Promise<SignedInCaller | null> {
  if (!isSecret(token)) return null
  const hash = sha256(token)
  const cache = rightsCache<CacheEntry>(db)
  const known = cache?.get(hash)
  if (known && now >= known.since && now < known.until) return known.caller
  const [row] = await sessionByHash(db, { hash, ...sessionLimits(now) })
  if (!row) return null
  const caller = signedIn(row)
  const seen = db.updateTable('session').set({ last_seen_at: now }).where('id', '=', row.session_id)
  await noteSeen(db, row.last_seen_at, now, seen)
  if (cache && cache.size >= MAX_CACHED) cache.clear()
  cache?.set(hash, { caller, since: now, until: validUntil(row.last_seen_at, row.opened_at, now) })
  return caller
}

/** Ends every session of a user except `except`. The feed notifies open sockets. */
export async function endSessions(db: Db, userId: number, now: string, except = 0): Promise<void> {
  await db.deleteFrom('session').where('user_id', '=', userId).where('id', '!=', except).execute()
  await recordChange(db, 'access', userId, now)
}

/** Ends one session. */
export async function endSession(db: Db, sessionId: number, userId: number, now: string): Promise<void> {
  await db.deleteFrom('session').where('id', '=', sessionId).execute()
  await recordChange(db, 'access', userId, now)
}

/** Whether a session still exists. */
export const sessionExists = async (db: Db, sessionId: number): Promise<boolean> =>
  (await db.selectFrom('session').select('id').where('id', '=', sessionId).executeTakeFirst()) !== undefined

/** Selects the ids of sessions that have expired by the instant `by`. */
export function endedSessions(db: Db, by: string) {
  const { seen, opened } = sessionLimits(by)
  return db
    .selectFrom('session')
    .select('session.id')
    .where((eb) => eb.or([eb('session.last_seen_at', '<=', seen), eb('session.created_at', '<=', opened)]))
}

/** Deletes expired sessions, except those of devices that are still in their owner's list (`purgePush` removes these). */
export async function purgeSessions(db: Db, now: string): Promise<void> {
  await db
    .deleteFrom('session')
    .where('id', 'in', endedSessions(db, now))
    .where('id', 'not in', (eb) => eb.selectFrom('push_device').select('session_id'))
    .execute()
}
