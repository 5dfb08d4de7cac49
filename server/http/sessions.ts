/** Sessions: opaque tokens, stored as SHA-256, 14 days idle and 90 days at most (wire.md “Users and permissions”). */
import type { FastifyRequest } from 'fastify'
import { eachFlag, type FlagName } from '#contract/who.ts'
import { changed } from '../db/feed.ts'
import { noteSeen, SEEN_EVERY_MS } from '../db/note.ts'
import { prepared } from '../db/prepared.ts'
import { whileRightsLast } from '../db/sqlite.ts'
import type { Db, UserRow } from '../db/tables.ts'
import { after, before, DAY_MS } from '../lib/instants.ts'
import type { SignedIn } from './route.ts'
import { isSecret, newSecret, sha256 } from './secrets.ts'

const IDLE_MS = 14 * DAY_MS
const ABSOLUTE_MS = 90 * DAY_MS

/** A session lives that was seen after the one and opened after the other. */
export const sessionLimits = (now: string) => ({ seen: before(now, IDLE_MS), opened: before(now, ABSOLUTE_MS) })

/** The flags of the contract and their columns. */
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

/** The flags of a row as the contract names them. */
export function flagsOf(row: FlagColumns): SignedIn['permissions'] {
  return { ...eachFlag((flag) => row[FLAG_COLUMNS[flag]] === 1), changed_password: row.changed_password === 1 }
}

/** The token of a request, as it came. */
export const bearer = ({ headers }: FastifyRequest) =>
  /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? null

/** Opens a session; answers the token, which is not kept. */
export async function createSession(db: Db, userId: number, now: string): Promise<string> {
  const token = newSecret()
  await db
    .insertInto('session')
    .values({ token_hash: sha256(token), user_id: userId, created_at: now, last_seen_at: now })
    .execute()
  return token
}

/** Sessions that live, with their users. */
const living = (db: Db, { seen, opened }: ReturnType<typeof sessionLimits>) =>
  db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .selectAll('user')
    .select(['session.id as session_id', 'session.last_seen_at', 'session.created_at as opened_at'])
    .where('session.last_seen_at', '>', seen)
    .where('session.created_at', '>', opened)
    .where('user.deactivated', '=', 0)

const withToken = prepared((db, { hash, seen, opened }: { hash: string; seen: string; opened: string }) =>
  living(db, { seen, opened }).where('session.token_hash', '=', hash),
)

const signedIn = (row: UserRow & { session_id: number }): SignedIn => ({
  kind: 'session',
  id: row.id,
  sessionId: row.session_id,
  name: row.name,
  isAdmin: row.is_admin === 1,
  permissions: flagsOf(row),
})

/** Whose session this is; null where it has ended. */
export async function sessionById(db: Db, id: number, now: string): Promise<SignedIn | null> {
  const row = await living(db, sessionLimits(now)).where('session.id', '=', id).executeTakeFirst()
  return row ? signedIn(row) : null
}

/** Sessions that are remembered at once. */
const MOST_KNOWN = 5_000

interface Known {
  readonly caller: SignedIn
  /** When it was read: before that it is, once a clock that was ahead is put right. */
  readonly since: string
  /** When it is over, or due to be noted as seen. */
  readonly until: string
}

/** Of what was seen by a clock that was ahead, as of what is seen now. */
const untilOf = (seenAt: string, openedAt: string, now: string) => {
  const [noted, over] = [after(seenAt < now ? seenAt : now, SEEN_EVERY_MS), after(openedAt, ABSOLUTE_MS)]
  return noted < over ? noted : over
}

/** Who speaks with this token; null where it is unknown, expired or its user deactivated. */
export async function sessionOf(db: Db, token: string, now: string): Promise<SignedIn | null> {
  if (!isSecret(token)) return null
  const hash = sha256(token)
  const memory = whileRightsLast<Known>(db)
  const known = memory?.get(hash)
  if (known && now >= known.since && now < known.until) return known.caller
  const [row] = await withToken(db, { hash, ...sessionLimits(now) })
  if (!row) return null
  const caller = signedIn(row)
  const seen = db.updateTable('session').set({ last_seen_at: now }).where('id', '=', row.session_id)
  await noteSeen(db, row.last_seen_at, now, seen)
  if (memory && memory.size >= MOST_KNOWN) memory.clear()
  memory?.set(hash, { caller, since: now, until: untilOf(row.last_seen_at, row.opened_at, now) })
  return caller
}

/** Ends every session of a user but `except`; the feed tells open sockets. */
export async function endSessions(db: Db, userId: number, now: string, except = 0): Promise<void> {
  await db.deleteFrom('session').where('user_id', '=', userId).where('id', '!=', except).execute()
  await changed(db, 'access', userId, now)
}

/** Ends one session. */
export async function endSession(db: Db, sessionId: number, userId: number, now: string): Promise<void> {
  await db.deleteFrom('session').where('id', '=', sessionId).execute()
  await changed(db, 'access', userId, now)
}

/** Whether a session has not been ended meanwhile. */
export const isLiving = async (db: Db, sessionId: number): Promise<boolean> =>
  (await db.selectFrom('session').select('id').where('id', '=', sessionId).executeTakeFirst()) !== undefined

/** The ids of sessions that have run out by then. */
export function endedSessions(db: Db, by: string) {
  const { seen, opened } = sessionLimits(by)
  return db
    .selectFrom('session')
    .select('session.id')
    .where((eb) => eb.or([eb('session.last_seen_at', '<=', seen), eb('session.created_at', '<=', opened)]))
}

/** Removes what has run out, but for the sessions of devices that their people still hear of (`purgePush`). */
export async function purgeSessions(db: Db, now: string): Promise<void> {
  await db
    .deleteFrom('session')
    .where('id', 'in', endedSessions(db, now))
    .where('id', 'not in', (eb) => eb.selectFrom('push_device').select('session_id'))
    .execute()
}
