/** The caller behind a token is cached, but only for as long as it is valid. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { getProfile } from '#contract/apps/accounts.ts'
import { createApiKey } from '#contract/apps/etl.ts'
import { createBreakType, listBreakTypes } from '#contract/apps/onbreak.ts'
import { ofFlags } from '#contract/who.ts'
import { displayOf } from '#server/apps/displays/store.ts'
import { apiKeyOf } from '#server/apps/etl/keys.ts'
import { commitTogether } from '#server/db/commit.ts'
import type { Db } from '#server/db/tables.ts'
import { pairDisplay } from '#tests/display.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'
import { newSecret } from './secrets.ts'
import { purgeSessions, sessionOf } from './sessions.ts'

let portal: Portal
let ann: TestUser
beforeEach(async () => {
  portal = await openPortal()
  ann = await portal.addUser({ name: 'Ann', flags: { access_onbreak: true } })
})
afterEach(() => portal.close())

const asAnn = () => ({ as: ann.token })
const addType = () => portal.call(createBreakType, { ...asAnn(), body: { breakType: 'Errand' } })
const mayChange = (isOne: 0 | 1) =>
  portal.deps.db.updateTable('user').set({ onbreak_admin: isOne }).where('id', '=', ann.id)

test('a right is granted and withdrawn with effect on the next call', async () => {
  expect((await addType()).status).toBe(403)
  await mayChange(1).execute()
  expect((await addType()).status).toBe(201)
  await mayChange(0).execute()
  expect((await addType()).status).toBe(403)
})

test('the second change of a group commit sees the rights left by the first', async () => {
  const { db, clock } = portal.deps
  const look = (tx: Db) => sessionOf(tx, ann.token, clock())
  expect(await look(db)).toMatchObject({ id: ann.id })
  const [before, , after] = await Promise.all([
    commitTogether(db, look),
    commitTogether(db, (tx) => tx.updateTable('user').set({ deactivated: 1 }).where('id', '=', ann.id).execute()),
    commitTogether(db, look),
  ])
  expect(before).toMatchObject({ id: ann.id })
  expect(after).toBeNull()
})

test('a right granted in a rolled back transaction is not cached', async () => {
  const { db, clock } = portal.deps
  const given = db.transaction().execute(async (tx) => {
    await tx.updateTable('user').set({ onbreak_admin: 1 }).where('id', '=', ann.id).execute()
    expect((await sessionOf(tx, ann.token, clock()))?.permissions.onbreak_admin).toBe(true)
    throw new Error('taken back')
  })
  await expect(given).rejects.toThrow('taken back')
  expect((await addType()).status).toBe(403)
})

test('updating when a session was last seen does not empty the cache', async () => {
  const { db, clock } = portal.deps
  const eve = await portal.addUser()
  portal.setNow(new Date(Date.now() + 120_000).toISOString())
  for (let time = 0; time < 2; time++) await sessionOf(db, ann.token, clock())
  await portal.call(getProfile, { as: eve.token })
  let asked = 0
  const counted = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      asked++
      return result
    },
  })
  expect(await sessionOf(counted, ann.token, clock())).toMatchObject({ id: ann.id })
  expect(asked).toBe(portal.deps.dialect === 'sqlite' ? 0 : 1)
  await mayChange(1).execute()
  expect((await sessionOf(counted, ann.token, clock()))?.permissions.onbreak_admin).toBe(true)
})

test('a cached session expires by the clock', async () => {
  const days = (count: number, ms = 0) => new Date(Date.parse('2026-03-05T12:00:00.000Z') + count * 86_400_000 + ms)
  portal.setNow(days(0).toISOString())
  const eve = await portal.addUser()
  const status = async (at: Date) => {
    portal.setNow(at.toISOString())
    return (await portal.call(getProfile, { as: eve.token })).status
  }
  for (let day = 10; day <= 80; day += 10) expect(await status(days(day))).toBe(200)
  expect(await status(days(90, -30_000))).toBe(200)
  expect(await status(days(90, -1))).toBe(200)
  expect(await status(days(90))).toBe(401)
})

test('a last-seen time from a clock that was ahead is corrected', async () => {
  const { db } = portal.deps
  const eve = await portal.addUser()
  const [rightly, ahead] = ['2026-03-05T11:00:00.000Z', '2027-03-05T12:00:00.000Z']
  const stored = db.updateTable('session').set({ created_at: rightly, last_seen_at: ahead })
  await stored.where('user_id', '=', eve.id).execute()
  const session = db.selectFrom('session').select('last_seen_at').where('user_id', '=', eve.id)
  for (const at of ['05T12:00', '05T12:01', '06T12:00', '06T12:00', '05T12:02']) {
    const now = `2026-03-${at}:00.000Z`
    portal.setNow(now)
    expect((await portal.call(getProfile, { as: eve.token })).status).toBe(200)
    await expect.poll(async () => (await session.executeTakeFirstOrThrow()).last_seen_at).toBe(now)
  }
})

test('using a cached session updates when it was last seen, and no other session', async () => {
  const at = (day: number) => new Date(Date.parse('2026-03-05T12:00:00.000Z') + day * 86_400_000).toISOString()
  const seenAt = async ({ id }: TestUser) => {
    const session = portal.deps.db.selectFrom('session').select('last_seen_at').where('user_id', '=', id)
    return (await session.executeTakeFirstOrThrow()).last_seen_at
  }
  const status = async (day: number) => {
    portal.setNow(at(day))
    return (await portal.call(getProfile, asAnn())).status
  }
  portal.setNow(at(0))
  ann = await portal.addUser({ name: 'Ann' })
  const eve = await portal.addUser()
  for (const day of [0, 10, 20]) {
    expect(await status(day)).toBe(200)
    await expect.poll(() => seenAt(ann)).toBe(at(day))
  }
  expect(await seenAt(eve)).toBe(at(0))
  // A change of rights empties the cache.
  await mayChange(1).execute()
  expect(await status(23)).toBe(200)
})

test('expired sessions are purged, one that was used until then too, and no other', async () => {
  const { db } = portal.deps
  const at = '2026-06-30T12:00:00.000Z'
  const used = { created_at: '2026-03-05T12:00:00.000Z', last_seen_at: '2026-06-30T11:00:00.000Z' }
  const idle = { created_at: '2026-06-15T12:00:00.000Z', last_seen_at: '2026-06-16T12:00:00.000Z' }
  const alive = { created_at: '2026-04-01T12:00:00.001Z', last_seen_at: '2026-06-16T12:00:00.001Z' }
  for (const times of [used, idle, alive]) {
    const { id } = await portal.addUser()
    await db.updateTable('session').set(times).where('user_id', '=', id).execute()
  }
  await db.deleteFrom('session').where('user_id', '=', ann.id).execute()
  await purgeSessions(db, at)
  expect(await db.selectFrom('session').select(['created_at', 'last_seen_at']).execute()).toEqual([alive])
})

test('a change of the SQLite file by another program takes effect on the next call', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-sessions-'))
  const file = join(folder, 'foyer.sqlite')
  const here = await openPortal({ databaseUrl: file })
  const eve = await here.addUser({ flags: { access_onbreak: true } })
  const other = new Database(file)
  try {
    const status = async () => (await here.call(listBreakTypes, { as: eve.token })).status
    expect([await status(), await status()]).toEqual([200, 200])
    other.prepare('update user set access_onbreak = 0').run()
    expect(await status()).toBe(403)
    other.prepare('delete from session').run()
    expect(await status()).toBe(401)
  } finally {
    other.close()
    await here.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

test.each([
  'guess',
  newSecret().slice(1),
  `${newSecret()}x`,
  newSecret().replace(/.$/, '+'),
  'display_',
  'foyer_made-up',
])('a token of invalid form, such as %s, is refused without a database query', async (token) => {
  const noDatabase = null as unknown as Db
  for (const look of [apiKeyOf, displayOf, sessionOf])
    expect(await look(noDatabase, token, portal.deps.clock())).toBeNull()
  const answerTo = async (as: string) => {
    const { headers, ...answer } = await portal.call(getProfile, { as })
    return { ...answer, headers: { ...headers, date: '' } }
  }
  expect(await answerTo(token)).toEqual(await answerTo(newSecret()))
})

test('the caller behind a display’s token or an API key has none of a person’s rights', async () => {
  const { db, clock } = portal.deps
  await mayChange(1).execute()
  const display = await pairDisplay(portal, ann)
  const boss = await portal.addUser({ isAdmin: true })
  const key = (await portal.call(createApiKey, { as: boss.token, body: { name: 'Airflow' } })).body
  const none = { sessionId: 0, isAdmin: false, permissions: { ...ofFlags(false), changed_password: true } }
  expect(await displayOf(db, display.token, clock())).toEqual({
    kind: 'display',
    id: display.id,
    name: 'Lobby',
    ...none,
  })
  expect(await apiKeyOf(db, key.key, clock())).toEqual({ kind: 'apiKey', id: key._id, name: 'Airflow', ...none })
})
