/** Finds who is to be notified of a kind, and notifies them: once per cause, whichever server finds it first. */
import type { Kysely } from 'kysely'
import { KINDS, type Kind } from '#contract/apps/notifications.ts'
import type { Caller } from '#contract/who.ts'
import type { PushMessage } from '../apps/notifications/push.ts'
import type { Db, Tables, UserRow } from '../db/tables.ts'
import { flagsOf, sessionLimits } from '../http/sessions.ts'
import { inBatches } from '../lib/batches.ts'

/** On the company's clock. All-day matters are not told earlier, so that they wake nobody. */
export const MORNING = '09:00'

/** The input of a finder of causes. */
export interface FinderContext {
  readonly db: Kysely<Tables>
  readonly now: string
  readonly timeZone: string
}

/** Whether a person may (still) be notified of a kind. */
export function mayReceive(kind: Kind, user: UserRow): boolean {
  const permissions = flagsOf(user)
  const caller: Caller = { kind: 'session', id: user.id, isAdmin: user.is_admin === 1, permissions }
  return user.deactivated === 0 && permissions.changed_password && KINDS[kind].who.allows(caller, {}) === true
}

/** Selects devices whose session is alive. */
export function activeDevices(db: Db, now: string) {
  const { seen, opened } = sessionLimits(now)
  return db
    .selectFrom('push_device')
    .innerJoin('session', 'session.id', 'push_device.session_id')
    .where('session.last_seen_at', '>', seen)
    .where('session.created_at', '>', opened)
}

/** A person who wants to be notified of a kind. */
export interface Recipient {
  readonly user: UserRow
  /** The data source's name, `''` for kinds that have none. */
  readonly source: string
  /** When the person chose this kind. Events at a moment, such as a break or a failure, are not told if they are older. */
  readonly since: string
}

/** Returns the people who want to be notified of a kind, may be, and have a device for it. */
export async function recipientsOf(db: Db, kind: Kind, now: string): Promise<Recipient[]> {
  const rows = await db
    .selectFrom('push_choice')
    .innerJoin('user', 'user.id', 'push_choice.user_id')
    .selectAll('user')
    .select(['push_choice.source', 'push_choice.since'])
    .where('push_choice.kind', '=', kind)
    .where('user.id', 'in', activeDevices(db, now).select('push_device.user_id'))
    .execute()
  return rows.filter((row) => mayReceive(kind, row)).map(({ source, since, ...user }) => ({ user, source, since }))
}

/** The first word of each kind's causes, which tells them apart. */
const CAUSE_WORDS: Readonly<Record<Kind, string>> = {
  breakOver: 'break',
  moodDue: 'mood',
  tasks: 'task',
  etlFailures: 'etl',
}

/** Returns the key of a cause; no part of it contains a blank. */
export const causeKey = (kind: Kind, ...parts: readonly (string | number)[]) => [CAUSE_WORDS[kind], ...parts].join(' ')

/** Returns the id of the task that a cause is about, which comes first in its key. */
export const taskIdOf = (cause: string) => Number(cause.split(' ')[1])

/** What a delivery tells of. */
interface ToldCauses {
  readonly userId: number
  readonly causes: readonly string[]
}

/**
 * Whether one of the causes still holds. Checked before each try, since a push service may not take a delivery for
 * minutes: people are not told of what is over.
 */
export type CauseCheck = (at: FinderContext, told: ToldCauses) => Promise<boolean>

/** Returns the causes of a kind that a person was told of at an instant, whatever their sources. */
export async function causesOf(db: Db, userId: number, kind: Kind, queuedAt: string): Promise<string[]> {
  const rows = await db
    .selectFrom('push_cause')
    .select('cause')
    .where('user_id', '=', userId)
    .where('at', '=', queuedAt)
    .where('cause', 'like', `${CAUSE_WORDS[kind]} %`)
    .execute()
  return rows.map(({ cause }) => cause)
}

/**
 * Forgets the causes of a delivery that was dropped, so that they are told if they come back. Not if a device of the
 * person may have shown them.
 */
export async function forgetCauses(db: Db, { userId, causes }: ToldCauses, queuedAt: string): Promise<void> {
  const shown = await db
    .selectFrom('push_device')
    .select('id')
    .where('user_id', '=', userId)
    .where('last_sent_at', '>=', queuedAt)
    .executeTakeFirst()
  if (shown) return
  await inBatches(causes, (batch) =>
    db
      .deleteFrom('push_cause')
      .where('user_id', '=', userId)
      .where('at', '=', queuedAt)
      .where('cause', 'in', batch)
      .execute(),
  )
}

/** A notification to one person, about one or more causes. */
export interface QueuedNotification {
  readonly userId: number
  readonly kind: Kind
  /** The data source's name, for the kind that has one. */
  readonly source?: string
  /** Keys of what the message is about. Causes already told are skipped. */
  readonly causes: readonly string[]
  /** Until when it is worth telling. Deliveries not sent by then are dropped. */
  readonly until: string
  /** Builds the message about the causes that are new, at least one. */
  message(fresh: ReadonlySet<string>): PushMessage
}

/** Whether all causes, each named once, are told already. Checked by reading first, to avoid a write every minute. */
async function areTold(db: Db, userId: number, causes: readonly string[]): Promise<boolean> {
  let told = 0
  await inBatches(causes, async (batch) => {
    const found = await db
      .selectFrom('push_cause')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .where('cause', 'in', batch)
      .executeTakeFirstOrThrow()
    told += found.count
  })
  return told === causes.length
}

/** Queues the message for every device of the person, unless all causes have been told. */
export async function queueNotification(
  db: Kysely<Tables>,
  now: string,
  notification: QueuedNotification,
): Promise<void> {
  const { userId, kind, source = '', until, message } = notification
  // Sorted, so that two servers lock them in the same order and do not deadlock.
  const causes = [...new Set(notification.causes)].sort()
  if (causes.length === 0 || (await areTold(db, userId, causes))) return
  await db.transaction().execute(async (tx) => {
    const fresh = new Set<string>()
    await inBatches(causes, async (batch) => {
      const added = await tx
        .insertInto('push_cause')
        .values(batch.map((cause) => ({ user_id: userId, cause, at: now })))
        .onConflict((conflict) => conflict.doNothing())
        .returning('cause')
        .execute()
      for (const { cause } of added) fresh.add(cause)
    })
    if (fresh.size === 0) return
    const payload = JSON.stringify(message(fresh))
    const targets = await activeDevices(tx, now)
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
