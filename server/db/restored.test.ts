/** After a restore every record is newer than anything a device was told before. */
import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { createDepartment, createTodo, listUserTasks } from '#contract/apps/checklist.ts'
import { createBreakType, getBoard, updateMyBreak } from '#contract/apps/onbreak.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { aTodo } from '#tests/todo.ts'
import { backUp } from './backup.ts'
import { recordChange } from './feed.ts'
import { advanceCountersIfRestored } from './restored.ts'

const NOW = '2026-11-22T12:00:00.000Z'
const LATER = '2026-11-22T12:10:00.000Z'

let portal: Portal
beforeEach(async () => {
  portal = await openPortal()
  portal.setNow(NOW)
})
afterEach(() => portal.close())

const started = (now = NOW, isDeclared = false, of = portal) => advanceCountersIfRestored(of.deps, { now, isDeclared })
const revOf = async ({ deps }: Portal) =>
  (await deps.db.selectFrom('revision').select('rev').executeTakeFirstOrThrow()).rev
const bump = () => portal.deps.db.transaction().execute((tx) => recordChange(tx, 'users', null, NOW))

/** Adds two people on the board, one of them with a task. */
async function company() {
  const ann = await portal.addUser({ isAdmin: true, flags: { access_onbreak: true, onbreak_admin: true } })
  const ben = await portal.addUser({ flags: { access_onbreak: true } })
  await portal.deps.db
    .insertInto('user_task')
    .values({
      user_id: ben.id,
      title: 'Laptop',
      details: '',
      is_offboarding: 0,
      weight: 0,
      is_checked: 0,
      effective_at: NOW,
      changed_by_name: '',
      changed_by_id: null,
      rev: await bump(),
    })
    .execute()
  const records = async () => [
    ...(await portal.call(getBoard, { as: ann.token })).body,
    ...(await portal.call(listUserTasks, { as: ann.token, params: { id: ben.id } })).body,
  ]
  return { ann, revs: async () => (await records()).map(({ rev }: { rev: number }) => rev) }
}

describe('a start', () => {
  test('without a restore changes no revision, nor does the first start', async () => {
    const { revs } = await company()
    const before = [await revOf(portal), await revs()]
    for (const now of [NOW, LATER]) expect(await started(now)).toBe(false)
    expect([await revOf(portal), await revs()]).toEqual(before)
  })

  test('after a restore reported by the admin moves every record above all earlier revisions, once', async () => {
    const { ann, revs } = await company()
    await started()
    const lost = (await revOf(portal)) + 100_000
    expect(await started(LATER, true)).toBe(true)
    const rev = await revOf(portal)
    expect(rev).toBeGreaterThan(lost)
    // Three records: two on the board, which is also cached in memory, and one task.
    expect(await revs()).toEqual([rev, rev, rev])
    expect(await started(LATER)).toBe(false)
    expect(await revOf(portal)).toBe(rev)
    const { body } = await portal.call(updateMyBreak, { as: ann.token, body: { status: false, breakType: 'Lunch' } })
    expect(body.rev).toBe(rev + 1)
  })

  test('after a second restore of the same backup moves records above the revisions of the first', async () => {
    const { revs } = await company()
    const { db } = portal.deps
    const backup = await revOf(portal)
    await started(NOW, true)
    for (let count = 0; count < 20; count++) await bump()
    const told = await revOf(portal)
    await db.updateTable('revision').set({ rev: backup }).execute()
    await db.deleteFrom('change').where('rev', '>', backup).execute()
    expect(await started(LATER, true)).toBe(true)
    expect(Math.min(...(await revs()))).toBeGreaterThan(told)
  })

  test('after a restore reuses no id that a waiting change may refer to', async () => {
    const { ann } = await company()
    const add = async () => {
      const { body: todo } = await portal.call(createTodo, { as: ann.token, body: aTodo() })
      const { body: department } = await portal.call(createDepartment, {
        as: ann.token,
        body: { empType: `Team ${randomUUID()}` },
      })
      return [(await portal.addUser()).id, todo._id, department._id]
    }
    const before = await add()
    // A table that never had a row.
    const type = async () =>
      (await portal.call(createBreakType, { as: ann.token, body: { breakType: `Type ${randomUUID()}` } })).body._id
    await started(NOW, true)
    const [after, first] = [await add(), await type()]
    await started(LATER, true)
    const later = await add()
    const spans = before.map((id, index) => [(after[index] ?? 0) - id, (later[index] ?? 0) - (after[index] ?? 0)])
    expect(Math.min(...spans.flat(), first)).toBeGreaterThan(500)
  })

  test('after a restore adds over 1,000,000 to a counter that is ahead of the clock', async () => {
    await company()
    const before = 1_500_000_000
    await portal.deps.db.updateTable('revision').set({ rev: before }).execute()
    await started(NOW, true)
    expect(await revOf(portal)).toBeGreaterThan(before + 1_000_000)
  })
})

describe.skipIf(inject('postgresUrl'))('on SQLite', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'foyer-restored-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  test('a start on a copy made by the portal counts as a restore, once', async () => {
    await portal.close()
    const file = join(folder, 'foyer.sqlite')
    portal = await openPortal({ databaseUrl: file })
    const { revs } = await company()
    await started()
    await backUp(portal.deps, NOW)
    expect(await started()).toBe(false)
    for (let count = 0; count < 20; count++) await bump()
    const told = await revOf(portal)
    await portal.close()

    const [copy = '', ...others] = readdirSync(join(folder, 'backups'))
    expect(others).toEqual([])
    rmSync(`${file}-wal`, { force: true })
    copyFileSync(join(folder, 'backups', copy), file)
    portal = await openPortal({ databaseUrl: file })
    expect(await revOf(portal)).toBeLessThan(told)
    expect(await started(LATER)).toBe(true)
    expect(await revOf(portal)).toBeGreaterThan(told)
    expect(Math.min(...(await revs()))).toBeGreaterThan(told)
    expect(await started(LATER)).toBe(false)
  })
})

describe.skipIf(!inject('postgresUrl'))('on Postgres', () => {
  /** Recreates the table as pg_restore does. */
  async function makeAnew() {
    const { db } = portal.deps
    await sql`create table restored (like revision including all)`.execute(db)
    await sql`insert into restored select * from revision`.execute(db)
    await sql`drop table revision`.execute(db)
    await sql`alter table restored rename to revision`.execute(db)
  }

  test('recreated tables count as a restore, and of two starting servers one advances the counters', async () => {
    const { revs } = await company()
    await started()
    const told = (await revOf(portal)) + 100_000
    await makeAnew()
    const second = await openPortal({ databaseUrl: portal.deps.config.databaseUrl ?? '' })
    try {
      const both = await Promise.all([started(LATER), started(LATER, false, second)])
      expect(both.sort()).toEqual([false, true])
    } finally {
      await second.close()
    }
    expect(Math.min(...(await revs()))).toBeGreaterThan(told)
    expect(await started(LATER)).toBe(false)
  })

  test('a copy in another cluster counts as a restore, even if its tables have the same numbers', async () => {
    await started()
    const { db } = portal.deps
    // As read from a dump of a database whose `revision` had the same oid.
    await sql`
      update meta set value = replace(value, system_identifier::text, '7713773884744335382')
      from pg_control_system() where key = 'home'`.execute(db)
    expect(await started(LATER)).toBe(true)
    expect(await started(LATER)).toBe(false)
  })

  test('the first start after a release that recorded no cluster is none after a restore', async () => {
    const { db } = portal.deps
    const value = sql<string>`'revision'::regclass::oid::text`
    await db.insertInto('meta').values({ key: 'home', value }).execute()
    expect(await started()).toBe(false)
    expect(await started()).toBe(false)
  })

  test('a server that is already running serves the new revisions too', async () => {
    const { revs } = await company()
    await started()
    await revs()
    const second = await openPortal({ databaseUrl: portal.deps.config.databaseUrl ?? '' })
    try {
      await started(LATER, true, second)
    } finally {
      await second.close()
    }
    expect(new Set(await revs())).toEqual(new Set([await revOf(portal)]))
  })
})
