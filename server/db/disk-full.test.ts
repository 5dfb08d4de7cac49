/** A full disk, simulated with a limit on the size of SQLite's file; and a disk that takes no writes. */
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

test('a full disk refuses writes with 503 and a reason, and allows reads', async () => {
  const boss = await portal.addUser({ flags: { onbreak_admin: true } })
  await sql`pragma max_page_count = 1`.execute(portal.deps.db)
  const add = () => portal.call(createBreakType, { as: boss.token, body: { breakType: 'x'.repeat(60) } })
  const refused = []
  // Uses up the free space in the file's last pages first.
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

test('recognises a full disk by the codes of Postgres and the file system', () => {
  expect(['53100', 'ENOSPC', 'EDQUOT', '23505'].map((code) => isDiskFull({ code }))).toEqual([true, true, true, false])
})

test('a failing or read-only disk refuses writes with 503 and a reason, and allows reads', async () => {
  const boss = await portal.addUser({ flags: { onbreak_admin: true } })
  const add = () => portal.call(createBreakType, { as: boss.token, body: { breakType: 'Errand' } })
  await sql`pragma query_only = on`.execute(portal.deps.db)
  expect(await add()).toMatchObject({
    status: 503,
    body: {
      detail:
        'The portal cannot save anything right now: its disk does not accept changes. Please tell your administrator.',
    },
    headers: expect.objectContaining({ 'retry-after': '5' }),
  })
  expect((await portal.call(listBreakTypes, { as: boss.token })).status).toBe(200)
  await sql`pragma query_only = off`.execute(portal.deps.db)
  expect((await add()).status).toBe(201)
})

test('recognises a read-only disk by the codes of SQLite and the file system, but not a failed read', () => {
  const codes = ['SQLITE_READONLY', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_FSYNC', 'EROFS']
  expect(codes.map((code) => isDiskReadOnly({ code }))).toEqual(codes.map(() => true))
  const others = ['SQLITE_IOERR_READ', 'SQLITE_READONLY_DBMOVED', 'EIO']
  expect(others.map((code) => isDiskReadOnly({ code }))).toEqual(others.map(() => false))
})
