/** Devices that receive notifications, and the kinds that each person has chosen. */
import type { SqlBool } from 'kysely'
import { type Kind, MAX_DEVICES, type PushDevice, type Wanted } from '#contract/apps/notifications.ts'
import { keysOf } from '#contract/records.ts'
import { deleteInSteps } from '../../db/delete-in-steps.ts'
import type { Db } from '../../db/tables.ts'
import { conflict, notFound } from '../../http/problem.ts'
import { sha256 } from '../../http/secrets.ts'
import { endedSessions } from '../../http/sessions.ts'
import { after, before, DAY_MS } from '../../lib/instants.ts'
import { holdUser } from '../accounts/store.ts'
import type { PushTarget } from './push.ts'

/** Longer than the time in which the same cause can come up again. */
const CAUSES_KEPT_MS = 90 * DAY_MS

/** For how long a device whose session has ended stays in its owner's list. */
const SIGNED_OUT_KEPT_MS = 90 * DAY_MS

interface DeviceRow {
  readonly id: number
  readonly name: string
  readonly created_at: string
  readonly last_sent_at: string | null
  readonly session_id: number
  readonly is_signed_out: SqlBool
}

const asDevice = (row: DeviceRow, sessionId: number): PushDevice => ({
  _id: row.id,
  name: row.name,
  createdAt: row.created_at,
  lastSentAt: row.last_sent_at,
  isThis: row.session_id === sessionId,
  isSignedOut: Boolean(row.is_signed_out),
})

const COLUMNS = ['id', 'name', 'created_at', 'last_sent_at', 'session_id'] as const

export interface DeviceOwner {
  readonly id: number
  readonly sessionId: number
}

/** Returns the devices of a person: the one that asks first, then newest first. */
export async function listDevices(db: Db, { id, sessionId }: DeviceOwner, now: string): Promise<PushDevice[]> {
  const rows = await db
    .selectFrom('push_device')
    .select(COLUMNS)
    .select((eb) => eb('session_id', 'in', endedSessions(db, now)).as('is_signed_out'))
    .where('user_id', '=', id)
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => asDevice(row, sessionId)).sort((a, b) => Number(b.isThis) - Number(a.isThis))
}

/**
 * Registers the device of a session and removes any earlier registration of the same session or endpoint. At the
 * limit a signed-out device makes room; without one, throws 409.
 */
export async function putDevice(
  db: Db,
  { id, sessionId }: DeviceOwner,
  target: PushTarget & { name: string },
  now: string,
): Promise<PushDevice> {
  // Locks the person, so that of several devices at once each is counted.
  await holdUser(db, id)
  const endpointHash = sha256(target.endpoint)
  await db
    .deleteFrom('push_device')
    .where((eb) => eb.or([eb('session_id', '=', sessionId), eb('endpoint_hash', '=', endpointHash)]))
    .execute()
  // A browser whose session ended has given up its endpoint: turned on again it has another one, and the same name.
  await db
    .deleteFrom('push_device')
    .where('user_id', '=', id)
    .where('name', '=', target.name)
    .where('session_id', 'in', endedSessions(db, now))
    .execute()
  const others = await listDevices(db, { id, sessionId }, now)
  if (others.length >= MAX_DEVICES) {
    const oldest = others.findLast(({ isSignedOut }) => isSignedOut)
    if (!oldest) throw conflict(`You have ${MAX_DEVICES} devices with notifications already. Remove one of them first.`)
    await forgetDevice(db, oldest._id)
  }
  const row = await db
    .insertInto('push_device')
    .values({ ...target, user_id: id, session_id: sessionId, endpoint_hash: endpointHash, created_at: now })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  return asDevice({ ...row, is_signed_out: false }, sessionId)
}

/** Removes a person's device. Throws 404 where it is not theirs. */
export async function removeDevice(db: Db, id: number, userId: number): Promise<void> {
  const deleted = await db
    .deleteFrom('push_device')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  if (!deleted) throw notFound('There is no such device.')
}

/** Removes a device that the push service no longer knows, or that another one replaces. */
export async function forgetDevice(db: Db, id: number): Promise<void> {
  await db.deleteFrom('push_device').where('id', '=', id).execute()
}

/** Records when a device was last sent a notification. */
export async function noteSent(db: Db, id: number, now: string): Promise<void> {
  await db.updateTable('push_device').set({ last_sent_at: now }).where('id', '=', id).execute()
}

/**
 * Marks the device of a session as tested and returns it; undefined if it was tested within `everyMs`. Throws 409
 * where there is no device. A test further in the future was recorded by a clock that was ahead, and does not count.
 */
export async function claimTest(db: Db, sessionId: number, now: string, everyMs: number) {
  const device = await db.selectFrom('push_device').select('id').where('session_id', '=', sessionId).executeTakeFirst()
  if (!device) throw conflict('This device has no notifications turned on.')
  return db
    .updateTable('push_device')
    .set({ tested_at: now })
    .where('id', '=', device.id)
    .where((eb) =>
      eb.or([
        eb('tested_at', 'is', null),
        eb('tested_at', '<', before(now, everyMs)),
        eb('tested_at', '>', after(now, everyMs)),
      ]),
    )
    .returning(['id', 'endpoint', 'p256dh', 'auth'])
    .executeTakeFirst()
}

interface Choice {
  readonly kind: Kind
  readonly source: string
}

function choicesOf({ etlSources, ...kinds }: Wanted): Choice[] {
  const chosen = keysOf(kinds).filter((kind) => kinds[kind])
  return [
    ...chosen.map((kind) => ({ kind, source: '' })),
    ...[...new Set(etlSources)].map((source) => ({ kind: 'etlFailures' as const, source })),
  ]
}

const keyOf = ({ kind, source }: { kind: string; source: string }) => JSON.stringify([kind, source])

/** Returns what a person has chosen to be notified of. */
export async function getChoices(db: Db, userId: number): Promise<Wanted> {
  const rows = await db.selectFrom('push_choice').select(['kind', 'source']).where('user_id', '=', userId).execute()
  const has = (kind: Kind) => rows.some((row) => row.kind === kind)
  return {
    breakOver: has('breakOver'),
    moodDue: has('moodDue'),
    tasks: has('tasks'),
    etlSources: rows
      .filter(({ kind }) => kind === 'etlFailures')
      .map(({ source }) => source)
      .sort(),
  }
}

/** Replaces a person's choices. A kind that was chosen before keeps its `since`. */
export async function setChoices(db: Db, userId: number, next: Wanted, now: string): Promise<Wanted> {
  // Locks the person: without this, two requests at once would merge their choices.
  await holdUser(db, userId)
  const stored = await db.selectFrom('push_choice').select(['kind', 'source']).where('user_id', '=', userId).execute()
  const chosen = choicesOf(next)
  const has = new Set(chosen.map(keyOf))
  for (const { kind, source } of stored.filter((choice) => !has.has(keyOf(choice))))
    await db
      .deleteFrom('push_choice')
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .where('source', '=', source)
      .execute()
  if (chosen.length > 0)
    await db
      .insertInto('push_choice')
      .values(chosen.map((choice) => ({ ...choice, user_id: userId, since: now })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  return getChoices(db, userId)
}

/** Deletes old causes, expired deliveries, and devices signed out for too long. */
export async function purgePush(db: Db, now: string): Promise<void> {
  const causes = db.selectFrom('push_cause').select(['user_id', 'cause']).where('at', '<', before(now, CAUSES_KEPT_MS))
  await deleteInSteps((most) =>
    db
      .deleteFrom('push_cause')
      .where((eb) => eb(eb.refTuple('user_id', 'cause'), 'in', causes.limit(most).$asTuple('user_id', 'cause'))),
  )
  const late = db.selectFrom('push_delivery').select('id').where('expires_at', '<', now)
  await deleteInSteps((most) => db.deleteFrom('push_delivery').where('id', 'in', late.limit(most)))
  await db
    .deleteFrom('push_device')
    .where('session_id', 'in', endedSessions(db, before(now, SIGNED_OUT_KEPT_MS)))
    .execute()
}
