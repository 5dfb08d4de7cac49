/** A portal with a push service of its own, for tests of the notifications that people get on their devices. */
import { afterEach, beforeEach, expect } from 'vitest'
import { createApiKey, postLineage } from '#contract/apps/etl.ts'
import { setWanted, subscribe } from '#contract/apps/notifications.ts'
import { notify } from '#server/notifications/sender.ts'
import { type LineageEvent, lineageEvent } from './lineage-event.ts'
import { openPortal, type Portal, type TestUser } from './portal.ts'
import { startPushService } from './push-service.ts'

/** A Thursday, noon in Berlin. */
export const NOW = '2026-03-05T11:00:00.000Z'
export const SUNDAY = '2026-03-08T08:00:00.000Z'
const NOTHING = { breakOver: false, moodDue: false, tasks: false, etlSources: [] }

/** These are set anew before each test of a file that calls `withNotifiedPortal`. */
export let service: Awaited<ReturnType<typeof startPushService>>
export let portal: Portal
export let ann: TestUser
export let boss: TestUser
/** Faults that the sender reported. A test that expects some must remove them, or it fails. */
export let faults: unknown[]

/** Sets the portal up; called once in a file, before its tests. */
export function withNotifiedPortal(): void {
  beforeEach(async () => {
    service = await startPushService()
    portal = await openPortal({ config: { pushAnywhere: true } })
    portal.setNow(NOW)
    faults = []
    ann = await portal.addUser({ name: 'Ann', flags: { access_etl: true, access_mood: true, access_onbreak: true } })
    boss = await portal.addUser({ name: 'Bo', isAdmin: true, flags: { onbreak_admin: true } })
  })
  afterEach(async () => {
    await portal.close()
    await service.stop()
    expect(faults).toEqual([])
  })
}

export const minutes = (count: number, from = NOW) => new Date(Date.parse(from) + count * 60_000).toISOString()
export const report = (fault: unknown) => void faults.push(fault)

/** Runs the sender once, at the instant `at` if one is given. */
export const runSender = (at?: string) => {
  if (at) portal.setNow(at)
  return notify(portal.deps, report)
}

export async function want(wanted: object, { token } = ann) {
  expect((await portal.call(setWanted, { as: token, body: { ...NOTHING, ...wanted } })).status).toBe(200)
}

/** Subscribes a device of that person and sets which notifications they want. */
export async function subscribeDevice(wanted: object, who = ann) {
  expect((await portal.call(subscribe, { as: who.token, body: service.device(who.name) })).status).toBe(201)
  await want(wanted, who)
}

export const sentNotifications = () => service.taken.map(({ device, message }) => [device, message.title, message.body])

/** Posts these lineage events with an API key of Airflow's. */
export async function postRuns(...events: LineageEvent[]) {
  const { key } = (await portal.call(createApiKey, { as: boss.token, body: { name: 'Airflow' } })).body
  const body = events.map((event) => lineageEvent({ time: portal.deps.clock(), ...event }))
  expect((await portal.call(postLineage, { as: key, body })).status).toBe(201)
}
