import argon2 from '@node-rs/argon2'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import * as calls from '#contract/apps/accounts.ts'
import { listApplications } from '#contract/apps/applications.ts'
import { createBreakType, getBoard } from '#contract/apps/onbreak.ts'
import { getConfig } from '#contract/apps/portal.ts'
import type { Db } from '#server/db/tables.ts'
import { endSessions } from '#server/http/sessions.ts'
import { lockWaiters } from '#tests/lock-waiters.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'

let portal: Portal
let ann: TestUser
beforeEach(async () => {
  portal = await openPortal()
  ann = await portal.addUser({ name: 'Ann', email: 'ann@example.com' })
})
afterEach(() => portal.close())

const signIn = (username: string, password: string) => portal.call(calls.login, { body: { username, password } })
const profile = (as: string) => portal.call(calls.getProfile, { as })

test.each<[string, (db: Db, id: number) => { execute(): Promise<unknown> }]>([
  ['is deactivated', (db, id) => db.updateTable('user').set({ deactivated: 1 }).where('id', '=', id)],
  ['is given another password', (db, id) => db.updateTable('user').set({ password_hash: 'x' }).where('id', '=', id)],
  ['is deleted', (db, id) => db.deleteFrom('user').where('id', '=', id)],
])('refuses a sign-in where the person %s while the password is checked', async (_, change) => {
  const { db } = portal.deps
  const { id, email, password } = await portal.addUser({ password: 'a word of my own' })
  const { verify } = argon2
  // By the time the password is checked, the user has been read.
  const looked = vi.spyOn(argon2, 'verify').mockImplementation(async (...args) => {
    await change(db, id).execute()
    return verify(...args)
  })
  onTestFinished(() => looked.mockRestore())
  expect((await signIn(email, password)).status).toBe(401)
  expect(looked).toHaveBeenCalledOnce()
})

describe('the profile', () => {
  const update = (body: object, as = ann.token) =>
    portal.call(calls.updateProfile, { as, body: { id: ann.id, name: 'Ann', email: ann.email, password: '', ...body } })

  test('is the user’s own record, also by id, and another user’s record is for admins only', async () => {
    const boss = await portal.addUser({ isAdmin: true })
    const own = await profile(ann.token)
    expect(own.body).toMatchObject({ _id: ann.id, id: ann.id, name: 'Ann' })
    expect(own.body).not.toHaveProperty('token')
    const user = (id: number | string, as: string) => portal.call(calls.getUser, { as, params: { id } })
    expect((await user(ann.id, ann.token)).body).toEqual(own.body)
    expect((await user(ann.id, boss.token)).body).toEqual(own.body)
    expect((await user(boss.id, ann.token)).status).toBe(403)
    for (const id of [999_999, 0, -1, '01', 'x', '99999999999', '%00'])
      expect((await user(id, boss.token)).status, String(id)).toBe(404)
  })

  test('saves name and address, and keeps the token and the other sessions', async () => {
    const other = (await signIn(ann.email, ann.password)).body.token
    const { status, body } = await update({ name: ' Anna ', email: 'Anna@Example.com' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: 'Anna', email: 'anna@example.com', token: ann.token })
    expect((await profile(other)).body.name).toBe('Anna')
    expect((await signIn('anna@example.com', ann.password)).status).toBe(200)
    expect((await signIn(ann.email, ann.password)).status).toBe(401)
  })

  test('saves a new password, which ends the other sessions and replaces the old password', async () => {
    const other = (await signIn(ann.email, ann.password)).body.token
    expect((await update({ password: 'a new password' })).body.token).toBe(ann.token)
    expect((await profile(ann.token)).status).toBe(200)
    expect((await profile(other)).status).toBe(401)
    expect((await signIn(ann.email, ann.password)).status).toBe(401)
    expect((await signIn(ann.email, 'a new password')).status).toBe(200)
  })

  test('refuses a sign-in with the old password during the change', async ({ skip }) => {
    const { db, dialect } = portal.deps
    if (dialect === 'sqlite') return skip('One writer: nothing comes between.')
    let beside: ReturnType<typeof signIn> | undefined
    await db.transaction().execute(async (tx) => {
      await tx.updateTable('user').set({ password_hash: 'another' }).where('id', '=', ann.id).execute()
      await endSessions(tx, ann.id, portal.deps.clock())
      beside = signIn(ann.email, ann.password)
      await expect.poll(await lockWaiters(db, tx)).toBeGreaterThan(0)
    })
    expect((await beside)?.status).toBe(401)
  })

  test('does not replace a password that an admin sets at the same moment', async ({ skip }) => {
    const { db, dialect } = portal.deps
    if (dialect === 'sqlite') return skip('One writer: nothing comes between.')
    // The session of somebody else goes on.
    await portal.addUser()
    let own: ReturnType<typeof update> | undefined
    await db.transaction().execute(async (tx) => {
      await tx
        .updateTable('user')
        .set({ password_hash: 'given', changed_password: 0 })
        .where('id', '=', ann.id)
        .execute()
      await endSessions(tx, ann.id, portal.deps.clock())
      own = update({ password: 'a password of my own' })
      await expect.poll(await lockWaiters(db, tx)).toBeGreaterThan(0)
    })
    expect((await own)?.status).toBe(401)
    const row = await db.selectFrom('user').select('password_hash').where('id', '=', ann.id).executeTakeFirst()
    expect(row?.password_hash).toBe('given')
  })

  test('answers 403 to an update of another user', async () => {
    const eve = await portal.addUser({ name: 'Eve' })
    expect((await update({ id: eve.id, name: 'Mallory' })).status).toBe(403)
    expect((await profile(eve.token)).body.name).toBe('Eve')
  })

  test('refuses a taken address, a short password, an unknown field and an empty name', async () => {
    const eve = await portal.addUser()
    for (const wrong of [{ email: eve.email.toUpperCase() }, { password: 'short' }, { isAdmin: true }, { name: '' }])
      expect((await update(wrong)).status, JSON.stringify(wrong)).toBe(400)
    expect((await profile(ann.token)).body).toMatchObject({ email: ann.email, isAdmin: false })
  })

  test('two users who take one address at once: one succeeds, the other gets 400', async () => {
    const eve = await portal.addUser()
    const answers = await Promise.all([
      update({ email: 'wanted@example.com' }),
      update({ id: eve.id, email: 'wanted@example.com' }, eve.token),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })
})

describe('a temporary password', () => {
  let eve: TestUser
  beforeEach(async () => {
    eve = await portal.addUser({
      changedPassword: false,
      dept: 'Sales',
      flags: { access_onbreak: true, isCEP: true },
      isAdmin: true,
    })
  })
  const update = (password: string) =>
    portal.call(calls.updateProfile, { as: eve.token, body: { id: eve.id, name: 'Eve', email: eve.email, password } })

  test('allows the profile, the config, choosing a department and logout, and no other call', async () => {
    expect((await profile(eve.token)).body.permissions.changed_password).toBe(false)
    expect((await portal.call(getConfig, { as: eve.token })).status).toBe(200)
    expect((await portal.call(calls.updateMyPermissions, { as: eve.token, body: { empType: 'Sales' } })).status).toBe(
      200,
    )
    for (const call of [
      listApplications,
      getBoard,
      calls.listUsers,
      calls.getUser,
      calls.getPermissions,
      createBreakType,
    ]) {
      const { status, body } = await portal.call(call, { as: eve.token, params: { id: eve.id } })
      expect(status, call.path).toBe(403)
      expect(body).toEqual({ detail: 'Change your password first.' })
    }
    expect((await portal.call(calls.logout, { as: eve.token })).status).toBe(204)
  })

  test('cannot be set again as the new password, nor marked as changed', async () => {
    expect((await update(eve.password)).status).toBe(400)
    const said = await portal.call(calls.updateMyPermissions, { as: eve.token, body: { changed_password: true } })
    expect(said.status).toBe(409)
    expect((await profile(eve.token)).body.permissions.changed_password).toBe(false)
  })

  test('no longer restricts calls once the user has set another password', async () => {
    expect((await update('')).body.permissions.changed_password).toBe(false)
    expect((await update('one of my own')).body.permissions.changed_password).toBe(true)
    const said = await portal.call(calls.updateMyPermissions, { as: eve.token, body: { changed_password: true } })
    expect(said.status).toBe(200)
    expect(said.body.changed_password).toBe(true)
    expect((await portal.call(calls.listUsers, { as: eve.token })).status).toBe(200)
  })
})

describe('one’s own permissions', () => {
  const choose = (as: string, body: object) => portal.call(calls.updateMyPermissions, { as, body })

  test('let an employee choose an existing department, and answer 400 to any other', async () => {
    await portal.addUser({ dept: 'Sales' })
    const sue = await portal.addUser({ dept: 'Support' })
    const eve = await portal.addUser({ flags: { isCEP: true } })
    expect((await choose(eve.token, { empType: 'Sales' })).body.empType).toBe('Sales')
    for (const empType of ['', 'Everyone', 'deactivated', 'Nowhere', null])
      expect((await choose(eve.token, { empType })).status, String(empType)).toBe(400)
    expect((await profile(eve.token)).body.permissions.empType).toBe('Sales')
    expect((await profile(sue.token)).body.permissions.empType).toBe('Support')
  })

  test('answer 403 when non-employees and department managers choose a department', async () => {
    await portal.addUser({ dept: 'Sales' })
    const manager = await portal.addUser({ dept: 'Support', flags: { isCEP: true, isCepDeptManager: true } })
    const chief = await portal.addUser({ isAdmin: true, flags: { isCepManager: true } })
    const noEmployee = 'Only company employees may choose a department.'
    const fixed = 'Your department decides which reports you read. Please ask an admin to change it.'
    for (const [{ token }, detail] of [
      [ann, noEmployee],
      [manager, fixed],
      [chief, noEmployee],
    ] as const)
      expect(await choose(token, { empType: 'Sales' })).toMatchObject({ status: 403, body: { detail } })
    expect((await profile(manager.token)).body.permissions.empType).toBe('Support')
  })

  test('answer 400 to any other body', async () => {
    const eve = await portal.addUser({ dept: 'Sales', flags: { isCEP: true } })
    for (const body of [
      {},
      { changed_password: false },
      { changed_password: true, empType: 'Sales' },
      { access_etl: true },
      { empType: 'Sales', isCepManager: true },
    ])
      expect((await choose(eve.token, body)).status, JSON.stringify(body)).toBe(400)
  })
})
