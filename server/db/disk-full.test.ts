/** A disk with no room left, as SQLite says it: its file may not grow any more; and one that takes no changes. */
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createBreakType, listBreakTypes } from '#contract/apps/onbreak.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { isDiskFull, isDiskReadOnly } from './errors.ts'

let portal: Portal
beforeEach(async () => {
  portal = await openPortal({ databaseUrl: ':memory:' })
})
afterEach(() => portal.close())

test('nothing is saved, and whoever tries is told why and that it may be tried again; reading goes on', async () => {
  const boss = await portal.addUser({ flags: { onbreak_admin: true } })
  await sql`pragma max_page_count = 1`.execute(portal.deps.db)
  const add = () => portal.call(createBreakType, { as: boss.token, body: { breakType: 'x'.repeat(60) } })
  const refused = []
  // What room there is in the file's last pages is used up first.
  for (let turn = 0; turn < 500 && refused.length === 0; turn++) {
    const answer = await portal.call(createBreakType, { as: boss.token, body: { breakType: `Errand ${turn}` } })
    if (answer.status !== 201) refused.push(answer)
  }
  expect(refused[0]).toMatchObject({
    status: 503,
    body: { detail: expect.stringContaining('its disk is full') },
    headers: expect.objectContaining({ 'retry-after': '5' }),
  })
  expect((await portal.call(listBreakTypes, { as: boss.token })).status).toBe(200)
  await sql`pragma max_page_count = 1000000`.execute(portal.deps.db)
  expect((await add()).status).toBe(201)
})

test('Postgres and the file system have names of their own for it', () => {
  expect(['53100', 'ENOSPC', '23505'].map((code) => isDiskFull({ code }))).toEqual([true, true, false])
})

test('on a disk that fails, or was made read-only under the portal, whoever changes something is told; reading goes on', async () => {
  const boss = await portal.addUser({ flags: { onbreak_admin: true } })
  const add = () => portal.call(createBreakType, { as: boss.token, body: { breakType: 'Errand' } })
  await sql`pragma query_only = on`.execute(portal.deps.db)
  expect(await add()).toMatchObject({
    status: 503,
    body: {
      detail: 'The portal can save nothing right now: its disk takes no changes. Please tell whoever looks after it.',
    },
    headers: expect.objectContaining({ 'retry-after': '5' }),
  })
  expect((await portal.call(listBreakTypes, { as: boss.token })).status).toBe(200)
  await sql`pragma query_only = off`.execute(portal.deps.db)
  expect((await add()).status).toBe(201)
})

test('SQLite and the file system have names of their own for that; a file that cannot be read is something else', () => {
  const codes = ['SQLITE_READONLY', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_FSYNC', 'EROFS']
  expect(codes.map((code) => isDiskReadOnly({ code }))).toEqual(codes.map(() => true))
  const others = ['SQLITE_IOERR_READ', 'SQLITE_READONLY_DBMOVED', 'EIO']
  expect(others.map((code) => isDiskReadOnly({ code }))).toEqual(others.map(() => false))
})
