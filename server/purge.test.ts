import { mkdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { recordChange } from '#server/db/feed.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { purge, purging } from './purge.ts'

let portal: Portal
beforeEach(async () => {
  portal = await openPortal()
})
afterEach(() => portal.close())

test('rejects if a file cannot be deleted, and still purges expired changes', async () => {
  const { db, config } = portal.deps
  await db.transaction().execute((tx) => recordChange(tx, 'users', 1, '2026-03-01T12:00:00.000Z'))
  // A directory, which cannot be removed as a file.
  const stuck = join(config.dataDir, 'videos', 'stuck.part')
  mkdirSync(stuck, { recursive: true })
  utimesSync(stuck, 0, 0)
  await expect(purge(portal.deps, '2026-04-01T12:00:00.000Z')).rejects.toThrow('could not be deleted')
  expect(await db.selectFrom('change').select('rev').where('at', '<', '2026-03-02').execute()).toEqual([])
})

test('deletes all of 450 expired rows per table, and nothing else', async () => {
  const { db, config } = portal.deps
  const [old, kept] = ['2025-01-01T12:00:00.000Z', '2026-03-31T12:00:00.000Z']
  const times = [...Array.from({ length: 450 }, () => old), kept]
  const ann = await portal.addUser()
  for (const at of [old, kept]) await db.transaction().execute((tx) => recordChange(tx, 'users', ann.id, at))
  const entry = { kind: 'sign-in' as const, actor_id: null, actor_name: null, subject_id: null, subject_name: null }
  await db
    .insertInto('audit')
    .values(times.map((at) => ({ ...entry, at, changes: '[]', address: '' })))
    .execute()
  await db
    .insertInto('idempotency')
    .values(
      times.map((created_at, number) => ({
        ...{ caller: `user:${number % 2}`, key_hash: String(number), call: 'x', body_hash: 'x' },
        ...{ status: 200, answer: '', created_at },
      })),
    )
    .execute()
  await db
    .insertInto('push_cause')
    .values(times.map((at, number) => ({ user_id: ann.id, cause: String(number), at })))
    .execute()
  const { id: session_id } = await db
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', ann.id)
    .executeTakeFirstOrThrow()
  const phone = { name: 'Phone', endpoint: 'e', endpoint_hash: 'h', p256dh: 'p', auth: 'a', created_at: kept }
  const { id: device_id } = await db
    .insertInto('push_device')
    .values({ ...phone, user_id: ann.id, session_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rest = { kind: 'tasks' as const, source: '', payload: '{}', created_at: old, tries: 0, next_at: old }
  await db
    .insertInto('push_delivery')
    .values(times.map((at) => ({ device_id, ...rest, expires_at: at === kept ? '2026-04-01T12:00:00.000Z' : at })))
    .execute()
  await purge({ ...portal.deps, config: { ...config, auditDays: 30 } }, '2026-04-01T12:00:00.000Z')
  expect(await db.selectFrom('audit').select('at').execute()).toEqual([{ at: kept }])
  expect(await db.selectFrom('idempotency').select('created_at').execute()).toEqual([{ created_at: kept }])
  expect(await db.selectFrom('push_cause').select('at').execute()).toEqual([{ at: kept }])
  expect(await db.selectFrom('change').select('at').execute()).toEqual([{ at: kept }])
  expect(await db.selectFrom('push_delivery').select('expires_at').execute()).toEqual([
    { expires_at: '2026-04-01T12:00:00.000Z' },
  ])
})

test('deletes nothing until a clock that jumped far ahead has stayed ahead for 24 hours', async () => {
  const { db } = portal.deps
  await db.transaction().execute((tx) => recordChange(tx, 'users', 1, '2026-03-01T12:00:00.000Z'))
  const isThere = async () =>
    (await db.selectFrom('change').select('rev').where('at', '<', '2026-03-02').execute()).length
  let hours = 0
  const forget = purging(portal.deps, () => hours * 3_600_000)
  await forget('2026-03-01T13:00:00.000Z')
  await expect(forget('2027-04-05T13:00:00.000Z')).rejects.toThrow('clock')
  await forget('2026-03-01T14:00:00.000Z')
  for (; hours < 24; hours++) await expect(forget('2027-04-05T13:00:00.000Z')).rejects.toThrow('clock')
  expect(await isThere()).toBe(1)
  await forget('2027-04-05T13:00:00.000Z')
  expect(await isThere()).toBe(0)
  await forget('2027-04-05T14:00:00.000Z')
})

test('after two weeks off, deletes again on the second day although the server is restarted every few hours', async () => {
  const { db } = portal.deps
  await db.transaction().execute((tx) => recordChange(tx, 'users', 1, '2026-03-01T12:00:00.000Z'))
  /** As the first purge of a process that has just started. */
  const startAt = (now: string) => purging(portal.deps, () => 0)(now)
  await startAt('2026-03-01T13:00:00.000Z')
  for (const at of ['2026-03-16T08:00', '2026-03-16T16:00', '2026-03-17T07:59'])
    await expect(startAt(`${at}:00.000Z`)).rejects.toThrow('clock')
  await startAt('2026-03-17T08:00:00.000Z')
  expect(await db.selectFrom('change').select('rev').execute()).toEqual([])
})

test.each([
  ['jumps again', '2026-06-17T08:00:00.000Z'],
  ['was put right in between', '2026-03-02T13:00:00.000Z', '2026-03-18T08:00:00.000Z'],
])('a clock that is doubted and %s is doubted for another day, over restarts too', async (_, ...times) => {
  const startAt = (now: string) => purging(portal.deps, () => 0)(now)
  await startAt('2026-03-01T13:00:00.000Z')
  await expect(startAt('2026-03-16T08:00:00.000Z')).rejects.toThrow('clock')
  for (const at of times.slice(0, -1)) await startAt(at)
  await expect(startAt(times.at(-1) ?? '')).rejects.toThrow('clock')
})
