/** Who is to be told of a kind, and telling them: once a cause, whichever server finds it first. */
import type { Kysely } from 'kysely'
import { KINDS, type Kind } from '#contract/apps/notifications.ts'
import type { Caller } from '#contract/who.ts'
import type { Message } from '../apps/notifications/push.ts'
import type { Db, Tables, UserRow } from '../db/tables.ts'
import { flagsOf, sessionLimits } from '../http/sessions.ts'

/** On the company's clock: nobody is woken for what lasts all day. */
export const MORNING = '09:00'

/** A finder of causes gets these. */
export interface Now {
  readonly db: Kysely<Tables>
  readonly now: string
  readonly timeZone: string
}

/** Whether somebody may (still) hear of a kind. */
export function mayHear(kind: Kind, user: UserRow): boolean {
  const permissions = flagsOf(user)
  const caller: Caller = { kind: 'session', id: user.id, isAdmin: user.is_admin === 1, permissions }
  return user.deactivated === 0 && permissions.changed_password && KINDS[kind].who.allows(caller, {}) === true
}

/** Devices whose session lives. */
export function livingDevices(db: Db, now: string) {
  const { seen, opened } = sessionLimits(now)
  return db
    .selectFrom('push_device')
    .innerJoin('session', 'session.id', 'push_device.session_id')
    .where('session.last_seen_at', '>', seen)
    .where('session.created_at', '>', opened)
}

export interface Listener {
  readonly user: UserRow
  /** The data source's name, `''` for kinds that have none. */
  readonly source: string
  /** When they asked for it: of what happens at a moment, as a break or a failure does, nothing from before is told. */
  readonly since: string
}

/** Those who want to hear of a kind, may, and have a device to hear it on. */
export async function listenersTo(db: Db, kind: Kind, now: string): Promise<Listener[]> {
  const rows = await db
    .selectFrom('push_choice')
    .innerJoin('user', 'user.id', 'push_choice.user_id')
    .selectAll('user')
    .select(['push_choice.source', 'push_choice.since'])
    .where('push_choice.kind', '=', kind)
    .where('user.id', 'in', livingDevices(db, now).select('push_device.user_id'))
    .execute()
  return rows.filter((row) => mayHear(kind, row)).map(({ source, since, ...user }) => ({ user, source, since }))
}

export interface Telling {
  readonly userId: number
  readonly kind: Kind
  /** The data source's name, for the kind that has one. */
  readonly source?: string
  /** What it is about. What has been told already is told no more. */
  readonly causes: readonly string[]
  /** From then on it is worth telling no more, and what has not been sent is dropped. */
  readonly until: string
  /** Of the causes that are new, of which there is one at least. */
  message(fresh: ReadonlySet<string>): Message
}

/** A first look, so that what was told is not written anew every minute. */
async function areTold(db: Db, userId: number, causes: readonly string[]): Promise<boolean> {
  const { told } = await db
    .selectFrom('push_cause')
    .select((eb) => eb.fn.countAll<number>().as('told'))
    .where('user_id', '=', userId)
    .where('cause', 'in', causes)
    .executeTakeFirstOrThrow()
  return told === new Set(causes).size
}

/** Puts it on its way to every device of the person. */
export async function tell(db: Kysely<Tables>, now: string, telling: Telling): Promise<void> {
  const { userId, kind, source = '', causes, until, message } = telling
  if (causes.length === 0 || (await areTold(db, userId, causes))) return
  await db.transaction().execute(async (tx) => {
    const added = await tx
      .insertInto('push_cause')
      .values(causes.map((cause) => ({ user_id: userId, cause, at: now })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('cause')
      .execute()
    const fresh = new Set(added.map(({ cause }) => cause))
    if (fresh.size === 0) return
    const payload = JSON.stringify(message(fresh))
    const targets = await livingDevices(tx, now)
      .select('push_device.id')
      .where('push_device.user_id', '=', userId)
      .execute()
    if (targets.length === 0) return
    const rest = { kind, source, payload, created_at: now, expires_at: until, tries: 0, next_at: now }
    await tx
      .insertInto('push_delivery')
      .values(targets.map(({ id }) => ({ device_id: id, ...rest })))
      .execute()
  })
}
