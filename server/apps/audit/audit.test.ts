/**
 * The audit log as a whole: who reads it, what never gets into it, how long it is kept. What each kind of entry holds
 * is tested in `kinds.test.ts`.
 */
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import * as accounts from '#contract/apps/accounts.ts'
import { AUDIT_KINDS, listAudit } from '#contract/apps/audit.ts'
import * as onbreak from '#contract/apps/onbreak.ts'
import { sha256 } from '#server/http/secrets.ts'
import { purge } from '#server/purge.ts'
import {
  ANN,
  ann,
  BO,
  boss,
  entries,
  NOON,
  portal,
  read,
  rows,
  setPermissions,
  signIn,
  update,
  updateOwn,
  withAuditedPortal,
} from '#tests/audit.ts'
import { audit } from './store.ts'

withAuditedPortal()

/** Waits for the refusals: they are logged only after the response. */
const refusals = (count: number) =>
  vi.waitFor(async () => {
    const found = (await rows()).filter(({ kind }) => kind === 'refused')
    expect(found).toHaveLength(count)
    return found
  }, 10_000)

describe('a refused call', () => {
  test('is logged once a minute per person and call', async () => {
    const knock = () => portal.call(accounts.listUsers, { as: ann.token })
    expect((await knock()).status).toBe(403)
    await refusals(1)
    portal.setNow('2026-03-05T12:00:59.999Z')
    await knock()
    await read({}, ann.token)
    await refusals(2)
    portal.setNow('2026-03-05T12:01:00.000Z')
    await knock()
    const found = await refusals(3)
    expect(found.map(({ subject_name }) => subject_name)).toEqual([
      'GET /api/users/',
      'GET /api/audit/',
      'GET /api/users/',
    ])
    expect((await entries({ kind: 'refused' }))[0]).toMatchObject({
      actor: ANN(),
      subject: { id: null, name: 'GET /api/users/' },
    })
  })

  test('is logged for each person, and again after the clock was set back', async () => {
    const knock = (as: string) => portal.call(accounts.listUsers, { as })
    const eve = await portal.addUser({ name: 'Eve' })
    await knock(ann.token)
    await refusals(1)
    await knock(eve.token)
    await refusals(2)
    portal.setNow('2026-03-05T11:00:00.000Z')
    await knock(ann.token)
    expect((await refusals(3)).map(({ actor_name }) => actor_name)).toEqual(['Ann', 'Eve', 'Ann'])
  })

  test('is not logged for an anonymous caller, nor for one who must change the password first', async () => {
    const newcomer = await portal.addUser({ changedPassword: false })
    expect((await portal.call(accounts.listUsers, {})).status).toBe(401)
    expect((await portal.call(accounts.listUsers, { as: newcomer.token })).status).toBe(403)
    await portal.call(accounts.listUsers, { as: ann.token })
    await refusals(1)
  })

  test('still answers 403 when it cannot be logged', async () => {
    await sql`drop table audit`.execute(portal.deps.db)
    expect((await portal.call(accounts.listUsers, { as: ann.token })).status).toBe(403)
  })
})

test('logs nothing for a call that changes nothing or whose content is refused', async () => {
  await setPermissions({ isCEP: true, dept: 'Sales', access_mood: false, cepManager: null })
  await update({})
  await update({ email: boss.email })
  await updateOwn({ password: '' })
  await updateOwn({ email: boss.email, password: 'a new one of my own' })
  await setPermissions({ access_mood: true, cepManager: 999_999 })
  await portal.call(onbreak.createBreakType, { as: boss.token, body: { breakType: 'Lunch' } })
  await portal.call(accounts.registerOther, {
    as: boss.token,
    body: { name: 'Eve', email: 'eve@example.com', password: 'temporary', dept: 'Nowhere' },
  })
  expect(await rows()).toEqual([])
})

test('a failed transaction leaves no entry, and a change that cannot be logged is not made', async () => {
  const { db } = portal.deps
  const fails = db.transaction().execute(async (tx) => {
    await audit(tx, { kind: 'user-changed', actor: BO(), subject: ANN(), at: NOON, address: '' })
    throw new Error('late')
  })
  await expect(fails).rejects.toThrow('late')
  expect(await rows()).toEqual([])
  await sql`alter table audit rename to elsewhere`.execute(db)
  expect((await setPermissions({ access_mood: true })).status).toBe(500)
  await sql`alter table elsewhere rename to audit`.execute(db)
  const { access_mood } = await db.selectFrom('user').selectAll().where('id', '=', ann.id).executeTakeFirstOrThrow()
  expect(access_mood).toBe(0)
})

test('logs requests with the same idempotency key once', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const send = () =>
    portal.call(accounts.updatePermissions, {
      as: boss.token,
      params: { id: ann.id },
      body: { access_mood: true },
      headers,
    })
  expect((await Promise.all([send(), send(), send()])).map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await entries()).toHaveLength(1)
})

test('stores no password, token or hash in any entry', async () => {
  const secrets = ['secret temporary', 'secret of my own', 'secret typed wrong', 'secret of another', ann.token]
  const hashes = async () => {
    const users = await portal.deps.db.selectFrom('user').select('password_hash').execute()
    secrets.push(...users.map(({ password_hash }) => password_hash))
  }
  await update({ password: 'secret temporary' })
  await hashes()
  const { body } = await signIn('ann@example.com', 'secret temporary')
  secrets.push(body.token)
  await updateOwn({ password: 'secret of my own' }, body.token)
  await hashes()
  await signIn('ann@example.com', 'secret typed wrong')
  await signIn('secret typed wrong', 'secret typed wrong')
  const other = await portal.call(accounts.register, {
    body: { name: 'Eve', email: 'eve@example.com', password: 'secret of another' },
  })
  secrets.push(other.body.token)
  await hashes()
  await portal.call(accounts.listUsers, { as: body.token })
  await refusals(1)
  await portal.call(accounts.logout, { as: body.token })
  const all = JSON.stringify(await rows())
  expect((await rows()).length).toBeGreaterThan(6)
  expect(all).not.toContain('secret')
  for (const secret of secrets) {
    expect(all).not.toContain(secret)
    expect(all).not.toContain(sha256(secret))
  }
})

describe('reading the audit log', () => {
  /** Adds ten entries: the even ones are sign-ins by Ann, the odd ones are about her. */
  async function addTen(): Promise<number[]> {
    for (let i = 0; i < 10; i++)
      await audit(
        portal.deps.db,
        i % 2 === 0
          ? { kind: 'sign-in', actor: ANN(), at: NOON, address: '' }
          : { kind: 'user-changed', actor: BO(), subject: ANN(), at: NOON, address: '' },
      )
    return (await rows()).map(({ id }) => id).reverse()
  }
  const ids = async (query: object) => (await entries(query)).map(({ _id }) => _id)

  test('is for admins only', async () => {
    const flags = { onbreak_admin: true, mood_admin: true, access_reporting: true, isCepManager: true }
    const chief = await portal.addUser({ flags })
    expect((await read({}, chief.token)).status).toBe(403)
    expect((await read({}, ann.token)).status).toBe(403)
    expect((await portal.call(listAudit, {})).status).toBe(401)
    expect((await read()).status).toBe(200)
  })

  test('returns entries newest first, page by page', async () => {
    const all = await addTen()
    expect(await ids({})).toEqual(all)
    expect(await ids({ limit: 4 })).toEqual(all.slice(0, 4))
    expect(await ids({ limit: 4, before: all[3] })).toEqual(all.slice(4, 8))
    expect(await ids({ limit: 4, before: all[7] })).toEqual(all.slice(8))
    expect(await ids({ before: all[9] })).toEqual([])
  })

  test('returns 100 entries by default and at most 500', async () => {
    const row = { at: NOON, kind: 'sign-in' as const, changes: '[]', address: '' }
    await portal.deps.db
      .insertInto('audit')
      .values(Array.from({ length: 520 }, () => row))
      .execute()
    expect(await ids({})).toHaveLength(100)
    expect(await ids({ limit: 520 })).toHaveLength(500)
  })

  test('filters by person, as actor or subject, and by kind', async () => {
    const [changed = 0, signedIn = 0] = await addTen()
    await audit(portal.deps.db, { kind: 'sign-in', actor: BO(), at: NOON, address: '' })
    // Has her name, but is no user.
    await audit(portal.deps.db, {
      kind: 'refused',
      actor: null,
      subject: { id: null, name: 'Ann' },
      at: NOON,
      address: '',
    })
    expect(await ids({ person: ann.id })).toHaveLength(10)
    expect(await ids({ person: boss.id })).toHaveLength(6)
    expect(await ids({ person: 999_999 })).toEqual([])
    expect(await ids({ kind: 'sign-in' })).toHaveLength(6)
    expect((await ids({ person: ann.id, kind: 'sign-in' }))[0]).toBe(signedIn)
    expect(await ids({ person: ann.id, kind: 'user-changed', limit: 1, before: changed + 1 })).toEqual([changed])
    for (const kind of Object.keys(AUDIT_KINDS)) expect((await read({ kind })).status, kind).toBe(200)
  })
})

describe('a stored audit entry', () => {
  const add = (at: string) => audit(portal.deps.db, { kind: 'sign-in', actor: ANN(), at, address: '' })

  test('cannot be changed', async () => {
    await add(NOON)
    const { db } = portal.deps
    await expect(db.updateTable('audit').set({ kind: 'sign-out' }).execute()).rejects.toThrow('append-only')
    expect(await rows()).toMatchObject([{ kind: 'sign-in' }])
  })

  test('is deleted after the configured number of days', async () => {
    const { deps } = portal
    await add('2026-03-04T11:59:59.999Z')
    await add('2026-03-04T12:00:00.000Z')
    await purge(deps, NOON)
    expect(await rows()).toHaveLength(2)
    await purge({ ...deps, config: { ...deps.config, auditDays: 1 } }, NOON)
    expect(await rows()).toMatchObject([{ at: '2026-03-04T12:00:00.000Z' }])
    await purge(deps, '2027-03-04T12:00:00.001Z')
    expect(await rows()).toEqual([])
  })
})
