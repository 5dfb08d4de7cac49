/**
 * Sends pending notifications to those who may still receive them. Failed deliveries are retried a limited number of times.
 */
import type { Urgency } from 'web-push'
import type { Kind } from '#contract/apps/notifications.ts'
import { type PushOutcome, push } from '../apps/notifications/push.ts'
import { forgetDevice, noteSent } from '../apps/notifications/store.ts'
import type { Deps } from '../deps.ts'
import { after, MINUTE_MS } from '../lib/instants.ts'
import { isBreakOver } from './breaks.ts'
import { causesInSource, isFailureOpen } from './etl.ts'
import { isReportDue } from './mood.ts'
import { activeDevices, type CauseCheck, causesOf, forgetCauses, mayReceive } from './queue.ts'
import { isTaskDue } from './tasks.ts'

const MAX_TRIES = 5
/** How long a delivery is leased to one server. If that server dies, another one takes over afterwards. */
const LEASE_MS = 2 * MINUTE_MS
const CONCURRENCY = 10
/** Deliveries per round; then the queue is read anew. Some may wait for a push service that hangs. */
const ROUND_SIZE = 50
const MAX_ROUNDS = 10

const URGENCY: Readonly<Record<Kind, Urgency>> = {
  breakOver: 'high',
  moodDue: 'normal',
  tasks: 'normal',
  etlFailures: 'high',
}

/** Whether it is still worth telling, by kind. */
const CAUSE_CHECKS: Readonly<Record<Kind, CauseCheck>> = {
  breakOver: isBreakOver,
  moodDue: isReportDue,
  tasks: isTaskDue,
  etlFailures: isFailureOpen,
}

export type ErrorReporter = (error: unknown) => void

/** Leases a delivery to this server; undefined if another server has it or it is gone. */
async function claim({ db }: Deps, id: number, nextAt: string, now: string) {
  const row = await db
    .updateTable('push_delivery')
    .set((eb) => ({ next_at: after(now, LEASE_MS), tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .where('next_at', '=', nextAt)
    .returningAll()
    .executeTakeFirst()
  return row
}

type Delivery = NonNullable<Awaited<ReturnType<typeof claim>>>

/**
 * Returns the device and its person; null if the session has ended, the right is lost, the person no longer wants this
 * kind, or there is nothing to tell any more.
 */
async function targetOf({ db, config: { timeZone } }: Deps, delivery: Delivery, now: string) {
  const { device_id, kind, source, created_at: queuedAt } = delivery
  const row = await activeDevices(db, now)
    .innerJoin('user', 'user.id', 'push_device.user_id')
    .innerJoin('push_choice', 'push_choice.user_id', 'user.id')
    .selectAll('user')
    .select(['push_device.endpoint', 'push_device.p256dh', 'push_device.auth'])
    .where('push_device.id', '=', device_id)
    .where('push_choice.kind', '=', kind)
    .where('push_choice.source', '=', source)
    .executeTakeFirst()
  if (!row || !mayReceive(kind, row)) return null
  const noted = await causesOf(db, row.id, kind, queuedAt)
  // A message about another source, queued at the same instant, has its own causes: they are not this one's to forget.
  const causes = kind === 'etlFailures' ? await causesInSource(db, source, noted) : noted
  const told = { userId: row.id, causes }
  if (await CAUSE_CHECKS[kind]({ db, now, timeZone }, told)) return row
  await forgetCauses(db, told, queuedAt)
  return null
}

async function settle(deps: Deps, delivery: Delivery, outcome: PushOutcome, report: ErrorReporter): Promise<void> {
  const { db } = deps
  const now = deps.clock()
  if (outcome.is === 'again' && delivery.tries < MAX_TRIES) {
    const wait = Math.max(outcome.seconds * 1000, MINUTE_MS * 2 ** (delivery.tries - 1))
    await db
      .updateTable('push_delivery')
      .set({ next_at: after(now, wait) })
      .where('id', '=', delivery.id)
      .execute()
    return
  }
  await db.deleteFrom('push_delivery').where('id', '=', delivery.id).execute()
  if (outcome.is === 'sent') await noteSent(db, delivery.device_id, now)
  if (outcome.is === 'gone') await forgetDevice(db, delivery.device_id)
  if (outcome.is === 'refused') report(new Error(`A push service refused a notification (${outcome.status}).`))
}

async function deliverOne(deps: Deps, due: { id: number; next_at: string }, report: ErrorReporter): Promise<void> {
  const now = deps.clock()
  const delivery = await claim(deps, due.id, due.next_at, now)
  if (!delivery) return
  const target = delivery.expires_at > now ? await targetOf(deps, delivery, now) : null
  if (!target) {
    await deps.db.deleteFrom('push_delivery').where('id', '=', delivery.id).execute()
    return
  }
  const ttl = Math.ceil((Date.parse(delivery.expires_at) - Date.parse(now)) / 1000)
  const options = { urgency: URGENCY[delivery.kind], ttl }
  await settle(deps, delivery, await push(deps, target, JSON.parse(delivery.payload), options), report)
}

/** Returns due deliveries, those not tried yet first. */
const dueNow = ({ db, clock }: Deps) =>
  db
    .selectFrom('push_delivery')
    .select(['id', 'next_at'])
    .where('next_at', '<=', clock())
    .orderBy('tries')
    .orderBy('next_at')
    .orderBy('id')
    .limit(ROUND_SIZE)
    .execute()

/** Sends what is due, until the portal stops. */
export async function deliver(deps: Deps, report: ErrorReporter, stopping?: AbortSignal): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS && !stopping?.aborted; round++) {
    const due = await dueNow(deps)
    for (let from = 0; from < due.length && !stopping?.aborted; from += CONCURRENCY)
      await Promise.all(due.slice(from, from + CONCURRENCY).map((each) => deliverOne(deps, each, report).catch(report)))
    if (due.length < ROUND_SIZE) return
  }
}
