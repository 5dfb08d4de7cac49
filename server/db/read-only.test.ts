/** A Postgres that takes no writes, as a standby after a failover, and one that exceeds the time limits. */
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { createBreakType, listBreakTypes } from '#contract/apps/onbreak.ts'
import { getHealth } from '#contract/apps/portal.ts'
import type { CallDeclaration } from '#contract/call.ts'
import { buildApp } from '#server/app.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'
import { isTimeout } from './errors.ts'
import { type OpenDatabase, openDatabase } from './open.ts'

describe.runIf(inject('postgresUrl'))('on Postgres', () => {
  let portal: Portal
  let boss: TestUser
  let database: OpenDatabase
  let app: Awaited<ReturnType<typeof buildApp>>
  beforeEach(async () => {
    portal = await openPortal()
    boss = await portal.addUser({ flags: { onbreak_admin: true } })
    database = openDatabase(portal.deps.config.databaseUrl ?? '')
    app = await buildApp({ ...portal.deps, db: database.db })
  })
  afterEach(async () => {
    await app.close()
    await database.db.destroy()
    await portal.close()
  })

  const call = async ({ method, path }: CallDeclaration, payload?: object) => {
    const headers = { authorization: `Bearer ${boss.token}` }
    const answer = await app.inject({ method, url: path, headers, ...(payload ? { payload } : {}) })
    return { status: answer.statusCode, again: answer.headers['retry-after'], body: answer.json() }
  }
  /** Changes a setting of the one connection that consecutive calls share. A connection opened later does not have it. */
  const set = (what: string) => sql`set ${sql.raw(what)}`.execute(database.db)

  test('refuses writes with 503 and a reason, allows reads, and replaces the connection', async () => {
    await set('default_transaction_read_only = on')
    expect(await call(listBreakTypes)).toMatchObject({ status: 200 })
    expect(await call(createBreakType, { breakType: 'Errand' })).toEqual({
      status: 503,
      again: '5',
      body: {
        detail: 'The portal cannot save anything right now: its database is read-only. Please tell your administrator.',
      },
    })
    expect(await call(createBreakType, { breakType: 'Errand' })).toMatchObject({ status: 201 })
  })

  test('health answers 503 for a read-only connection and then uses another one', async () => {
    expect(await call(getHealth)).toMatchObject({ status: 200 })
    await set('default_transaction_read_only = on')
    const body = { detail: 'The database is read-only.' }
    expect(await call(getHealth)).toEqual({ status: 503, again: '5', body })
    expect(await call(getHealth)).toMatchObject({ status: 200 })
  })

  test('a statement that takes too long gets 503 and may be retried', async () => {
    await portal.deps.db.transaction().execute(async (tx) => {
      await tx.selectFrom('revision').select('rev').forUpdate().execute()
      await set('statement_timeout = 50')
      const body = { detail: 'The portal’s database took too long over this. Please try again.' }
      expect(await call(createBreakType, { breakType: 'Errand' })).toEqual({ status: 503, again: '5', body })
    })
    expect(isTimeout({ code: '25P03' })).toBe(true)
  })

  test('waiting too long for a lock is not reported as an unreachable database', async () => {
    await portal.deps.db.transaction().execute(async (tx) => {
      await tx.selectFrom('revision').select('rev').forUpdate().execute()
      await set('lock_timeout = 50')
      const body = { detail: 'The portal has too much to do right now. Please try again.' }
      expect(await call(createBreakType, { breakType: 'Errand' })).toEqual({ status: 503, again: '5', body })
    })
  })
})
