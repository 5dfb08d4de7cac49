/** SQLite's file is locked by another program, such as an admin's own or one that copies the file. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getProfile } from '#contract/apps/accounts.ts'
import { createBreakType, listBreakTypes } from '#contract/apps/onbreak.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'

let folder: string
let other: Database.Database
let portal: Portal
let boss: TestUser
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'foyer-locked-'))
  const file = join(folder, 'foyer.sqlite')
  portal = await openPortal({ databaseUrl: file })
  boss = await portal.addUser({ flags: { onbreak_admin: true } })
  other = new Database(file)
  other.exec('begin immediate')
})
afterEach(async () => {
  vi.useRealTimers()
  other.close()
  await portal.close()
  rmSync(folder, { recursive: true, force: true })
})

const add = (breakType: string) => portal.call(createBreakType, { as: boss.token, body: { breakType } })
const types = async () => (await portal.call(listBreakTypes, { as: boss.token })).body

test('writes wait until the file is unlocked, while reads go on', async () => {
  const answered: string[] = []
  const writes = ['Errand', 'Doctor'].map((type) => add(type).finally(() => answered.push(type)))
  for (let read = 0; read < 20; read++) {
    await nextTurn()
    expect(await types()).toEqual([])
    expect((await portal.call(getProfile, { as: boss.token })).status).toBe(200)
  }
  expect(answered).toEqual([])
  other.exec('commit')
  expect((await Promise.all(writes)).map(({ status }) => status)).toEqual([201, 201])
  expect(await types()).toHaveLength(2)
})

test('updating when a session was last seen delays no request', async () => {
  const later = new Date(Date.now() + 120_000).toISOString()
  portal.setNow(later)
  expect((await portal.call(getProfile, { as: boss.token })).status).toBe(200)
  other.exec('commit')
  const seen = async () => (await portal.deps.db.selectFrom('session').select('last_seen_at').execute()).at(0)
  await expect.poll(seen).toEqual({ last_seen_at: later })
})

test('a write that waits too long gets 503 and may be retried', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  let isAnswered = false
  const write = add('Errand').finally(() => {
    isAnswered = true
  })
  while (!isAnswered) {
    vi.advanceTimersByTime(10)
    await nextTurn()
  }
  const { status, headers, body } = await write
  expect([status, headers['retry-after']]).toEqual([503, '5'])
  expect(body.detail).toContain('locked by another program')
  other.exec('commit')
  expect((await add('Errand')).status).toBe(201)
})
