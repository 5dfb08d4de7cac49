import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as calls from '#contract/apps/accounts.ts'
import * as onbreak from '#contract/apps/onbreak.ts'
import type { CallDeclaration } from '#contract/call.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'

let portal: Portal
let boss: TestUser
let ann: TestUser
beforeEach(async () => {
  portal = await openPortal()
  boss = await portal.addUser({ name: 'Bo', email: 'bo@example.com', isAdmin: true })
  ann = await portal.addUser({ name: 'Ann', email: 'ann@example.com' })
})
afterEach(() => portal.close())

const signIn = (username: string, password: string) => portal.call(calls.login, { body: { username, password } })
const user = async (id: number) => (await portal.call(calls.getUser, { as: boss.token, params: { id } })).body
const profile = (as: string) => portal.call(calls.getProfile, { as })
const setPermissions = (id: number, body: object, as = boss.token) =>
  portal.call(calls.updatePermissions, { as, params: { id }, body })
const remove = (id: number, as = boss.token) => portal.call(calls.deleteUser, { as, params: { id } })

test('user management answers 403 to a non-admin with other flags, and 401 without a token', async () => {
  const flags = {
    onbreak_admin: true,
    mood_admin: true,
    isCepManager: true,
    isCepDeptManager: true,
    access_reporting: true,
  }
  const chief = await portal.addUser({ flags })
  const body = { name: 'X', email: 'x@example.com', password: 'long enough' }
  const admins: CallDeclaration[] = [
    calls.registerOther,
    calls.updateUser,
    calls.listUsers,
    calls.listManagers,
    calls.deleteUser,
    calls.updatePermissions,
    calls.createPermissions,
    calls.getPermissions,
  ]
  for (const call of admins) {
    const asked = { params: { id: ann.id }, ...(call.method === 'GET' ? {} : { body }) }
    expect((await portal.call(call, { ...asked, as: chief.token })).status, call.path).toBe(403)
    expect((await portal.call(call, asked)).status, call.path).toBe(401)
  }
})

describe('creating an account for another person', () => {
  const EVE = { name: 'Eve', email: 'Eve@example.com', password: 'temporary' }
  const make = (body: object) => portal.call(calls.registerOther, { as: boss.token, body: { ...EVE, ...body } })

  test('returns the user without a token, and they can sign in with a password they must change', async () => {
    await portal.addUser({ dept: 'Sales' })
    const { status, body } = await make({ isAdmin: true, cepEmployee: true, dept: 'Sales' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ name: 'Eve', email: 'eve@example.com', isAdmin: true, deactivated: false })
    expect(body.permissions).toMatchObject({
      isCEP: true,
      empType: 'Sales',
      changed_password: false,
      access_onbreak: false,
    })
    expect(body).not.toHaveProperty('token')
    const eve = await signIn('eve@example.com', 'temporary')
    expect(eve.status).toBe(200)
    expect((await portal.call(calls.listUsers, { as: eve.body.token })).status).toBe(403)
  })

  test('accepts an empty department, and refuses “Everyone”, “deactivated” and an unknown one', async () => {
    expect((await make({ dept: '' })).body).toMatchObject({
      isAdmin: false,
      permissions: { empType: '', isCEP: false },
    })
    for (const dept of ['Everyone', 'deactivated', 'Nowhere']) {
      const { status, body } = await make({ email: 'other@example.com', dept })
      expect(status, dept).toBe(400)
      expect(body.fields).toHaveProperty('dept')
    }
    expect((await signIn('other@example.com', 'temporary')).status).toBe(401)
  })

  test.each([{ email: 'ANN@example.com' }, { password: 'short' }, { name: '' }, { isAdmin: 'yes' }, { token: 'x' }])(
    'refuses %j',
    async (wrong) => expect((await make(wrong)).status).toBe(400),
  )
})

describe('changing another user', () => {
  const update = (id: number, body: object) =>
    portal.call(calls.updateUser, {
      as: boss.token,
      params: { id },
      body: { _id: id, name: 'Ann', email: 'ann@example.com', isAdmin: false, password: '', ...body },
    })

  test('saves name, address and the admin flag, and keeps the password and the sessions', async () => {
    const { status, body } = await update(ann.id, { name: 'Anna', email: 'ANNA@example.com', isAdmin: true })
    expect(status).toBe(200)
    expect(body).toMatchObject({ _id: ann.id, name: 'Anna', email: 'anna@example.com', isAdmin: true })
    expect((await profile(ann.token)).status).toBe(200)
    expect((await signIn('anna@example.com', ann.password)).body.permissions.changed_password).toBe(true)
  })

  test('with a new password ends their sessions, and they must change it', async () => {
    const { body } = await update(ann.id, { password: 'temporary' })
    expect(body.permissions.changed_password).toBe(false)
    expect((await profile(ann.token)).status).toBe(401)
    expect((await signIn(ann.email, ann.password)).status).toBe(401)
    const { token } = (await signIn(ann.email, 'temporary')).body
    const confirm = await portal.call(calls.updateMyPermissions, { as: token, body: { changed_password: true } })
    expect(confirm.status).toBe(409)
  })

  test('refuses a taken address, a mismatched id, a short password and an unknown user', async () => {
    expect((await update(ann.id, { email: 'BO@example.com' })).status).toBe(400)
    expect((await update(ann.id, { _id: boss.id })).status).toBe(400)
    expect((await update(ann.id, { password: 'short' })).status).toBe(400)
    expect((await update(999_999, { email: 'new@example.com' })).status).toBe(404)
    expect(await user(ann.id)).toMatchObject({ email: 'ann@example.com' })
  })

  test('refuses to demote the last active admin, but allows other changes', async () => {
    await portal.addUser({ isAdmin: true, deactivated: true })
    const last = { name: 'Bo', email: boss.email, isAdmin: false }
    const refused = await update(boss.id, last)
    expect(refused.status).toBe(409)
    expect(refused.body.detail).toContain('last active admin')
    expect((await update(boss.id, { ...last, isAdmin: true, name: 'Boss' })).body.name).toBe('Boss')
    await portal.addUser({ isAdmin: true })
    expect((await update(boss.id, last)).body.isAdmin).toBe(false)
  })
})

describe('user lists', () => {
  test('listUsers returns all users sorted by name, ignoring case, and then by id', async () => {
    const eve = await portal.addUser({ name: 'eve', deactivated: true })
    const zoe = await portal.addUser({ name: 'Zoë' })
    const otherAnn = await portal.addUser({ name: 'ann' })
    const { body } = await portal.call(calls.listUsers, { as: boss.token })
    expect(body.map((each: { _id: number }) => each._id)).toEqual([ann.id, otherAnn.id, boss.id, eve.id, zoe.id])
    expect(body[3]).toEqual({ _id: eve.id, name: 'eve', email: eve.email, isAdmin: false, deactivated: true })
  })

  test('listCepUsers returns active company employees to those who write or read reports, else 403', async () => {
    const zed = await portal.addUser({ name: 'zed', flags: { isCEP: true } })
    const abe = await portal.addUser({ name: 'Abe', flags: { isCEP: true } })
    await portal.addUser({ name: 'Gone', flags: { isCEP: true }, deactivated: true })
    const expected = [
      { _id: abe.id, name: 'Abe' },
      { _id: zed.id, name: 'zed' },
    ]
    expect((await portal.call(calls.listCepUsers, { as: boss.token })).body).toEqual(expected)
    for (const flag of ['access_mood', 'isCepManager', 'isCepDeptManager', 'mood_admin'] as const) {
      const reader = await portal.addUser({ flags: { [flag]: true } })
      expect((await portal.call(calls.listCepUsers, { as: reader.token })).body, flag).toEqual(expected)
    }
    expect((await portal.call(calls.listCepUsers, { as: zed.token })).status).toBe(403)
  })

  test('listManagers returns active managers of both kinds, sorted by name', async () => {
    const zed = await portal.addUser({ name: 'zed', flags: { isCepManager: true } })
    const abe = await portal.addUser({ name: 'Abe', flags: { isCepDeptManager: true } })
    await portal.addUser({ name: 'Gone', flags: { isCepManager: true }, deactivated: true })
    expect((await portal.call(calls.listManagers, { as: boss.token })).body).toEqual([
      { user: abe.id, name: 'Abe' },
      { user: zed.id, name: 'zed' },
    ])
  })
})

describe('deleting a user', () => {
  test('ends their sessions and open break, removes them as manager, and keeps their break log', async () => {
    const manager = await portal.addUser({ name: 'Mia', flags: { isCepManager: true, access_onbreak: true } })
    await setPermissions(ann.id, { cepManager: manager.id })
    const away = { status: false, breakType: 'Lunch', customMessage: '' }
    expect((await portal.call(onbreak.updateMyBreak, { as: manager.token, body: away })).status).toBe(200)
    const { status, body } = await remove(manager.id)
    expect(status).toBe(204)
    expect(body).toBeNull()
    expect((await profile(manager.token)).status).toBe(401)
    expect((await signIn(manager.email, manager.password)).status).toBe(401)
    expect((await user(ann.id)).permissions.myManager).toBeNull()
    const rows = await portal.deps.db.selectFrom('break_log').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ user_name: 'Mia', clock_in_time: expect.stringContaining('T') })
    expect((await remove(manager.id)).status).toBe(404)
  })

  test('is refused for oneself, and allowed for another admin', async () => {
    const second = await portal.addUser({ isAdmin: true })
    expect((await remove(boss.id)).status).toBe(409)
    expect((await remove(second.id)).status).toBe(204)
    expect((await profile(boss.token)).status).toBe(200)
  })

  test('leaves one admin when two delete each other at once', async () => {
    const second = await portal.addUser({ isAdmin: true })
    const answers = await Promise.all([remove(second.id), remove(boss.id, second.token)])
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    const left = await portal.deps.db.selectFrom('user').select('id').where('is_admin', '=', 1).execute()
    expect(left).toHaveLength(1)
  })
})

describe('permissions', () => {
  const onBoard = async () => {
    const viewer = await portal.addUser({ flags: { onbreak_admin: true } })
    return (await portal.call(onbreak.getBoard, { as: viewer.token })).body as { userId: number; status: boolean }[]
  }

  test('can be read by the user and by admins only', async () => {
    const read = (as: string, id = ann.id) => portal.call(calls.getPermissions, { as, params: { id } })
    expect((await read(ann.token)).body).toEqual((await user(ann.id)).permissions)
    expect((await read(boss.token)).status).toBe(200)
    expect((await read(ann.token, boss.id)).status).toBe(403)
    expect((await read(boss.token, 999_999)).status).toBe(404)
  })

  test('keep their value unless the request names them', async () => {
    await portal.addUser({ dept: 'Sales' })
    const manager = await portal.addUser({ flags: { isCepManager: true } })
    const { status, body } = await setPermissions(ann.id, {
      access_etl: true,
      isCEP: true,
      dept: 'Sales',
      cepManager: manager.id,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      access_etl: true,
      isCEP: true,
      empType: 'Sales',
      myManager: manager.id,
      changed_password: true,
    })
    expect((await setPermissions(ann.id, { isCEP: false })).body).toEqual({ ...body, isCEP: false })
    expect((await setPermissions(ann.id, { cepManager: null, dept: '' })).body).toMatchObject({
      empType: '',
      myManager: null,
    })
    expect((await setPermissions(ann.id, { isAdmin: true })).status).toBe(200)
    expect((await user(ann.id)).isAdmin).toBe(true)
  })

  test('refuse an invalid manager, department or field with 400, and then change nothing', async () => {
    for (const wrong of [
      { cepManager: 999_999 },
      { cepManager: ann.id },
      { cepManager: 'Bo' },
      { dept: 'Everyone' },
      { dept: 'Nowhere' },
      { access_etl: 1 },
      { changed_password: true },
      { root: true },
    ])
      expect((await setPermissions(ann.id, { access_mood: true, ...wrong })).status, JSON.stringify(wrong)).toBe(400)
    expect((await user(ann.id)).permissions.access_mood).toBe(false)
    expect((await setPermissions(999_999, {})).status).toBe(404)
  })

  test('dept “deactivated” deactivates and clears all but changed_password; an empty dept reactivates', async () => {
    const eve = await portal.addUser({
      isAdmin: true,
      dept: 'Sales',
      flags: { access_onbreak: true, onbreak_admin: true, access_mood: true, isCEP: true, isCepManager: true },
    })
    expect((await setPermissions(eve.id, { dept: 'deactivated', access_etl: true, isAdmin: true })).status).toBe(200)
    const gone = await user(eve.id)
    expect(gone).toMatchObject({ deactivated: true, isAdmin: false })
    const { changed_password, myManager, empType, ...flags } = gone.permissions
    expect({ changed_password, empType }).toEqual({ changed_password: true, empType: '' })
    expect(Object.values(flags)).toEqual(Object.values(flags).map(() => false))
    expect((await profile(eve.token)).status).toBe(401)
    expect((await signIn(eve.email, eve.password)).status).toBe(401)
    expect((await onBoard()).map(({ userId }) => userId)).not.toContain(eve.id)
    expect((await setPermissions(eve.id, { access_mood: true, access_onbreak: true })).status).toBe(200)
    expect((await user(eve.id)).deactivated).toBe(true)
    // The break of a deactivated person is shown to nobody.
    const watcher = await portal.addUser({ flags: { onbreak_admin: true } })
    const theirs = { as: watcher.token, params: { id: eve.id } }
    expect((await portal.call(onbreak.getBreak, theirs)).status).toBe(404)
    expect((await portal.call(onbreak.updateBreak, { ...theirs, body: { status: true } })).status).toBe(404)

    expect((await setPermissions(eve.id, { dept: '' })).status).toBe(200)
    expect((await user(eve.id)).deactivated).toBe(false)
    expect((await profile(eve.token)).status).toBe(401)
    expect((await signIn(eve.email, eve.password)).status).toBe(200)
  })

  test('access_onbreak decides who is on the board, and granting it again keeps a break in progress', async () => {
    await setPermissions(ann.id, { access_onbreak: true })
    expect(await onBoard()).toMatchObject([{ userId: ann.id, status: true }])
    const body = { status: false, breakType: 'Lunch', customMessage: 'Soup' }
    await portal.call(onbreak.updateMyBreak, { as: ann.token, body })
    await setPermissions(ann.id, { access_onbreak: true, access_mood: true })
    expect(await onBoard()).toMatchObject([
      { userId: ann.id, status: false, breakType: 'Lunch', customMessage: 'Soup' },
    ])
    await setPermissions(ann.id, { access_mood: false })
    expect(await onBoard()).toHaveLength(1)
    await setPermissions(ann.id, { access_onbreak: false })
    expect(await onBoard()).toEqual([])
    await setPermissions(ann.id, { dept: 'deactivated' })
    await setPermissions(ann.id, { access_onbreak: true })
    await setPermissions(ann.id, { dept: '' })
    expect(await onBoard()).toMatchObject([{ userId: ann.id, status: true }])
  })

  test('refuse to demote or deactivate the last active admin', async () => {
    for (const body of [{ isAdmin: false }, { dept: 'deactivated' }])
      expect((await setPermissions(boss.id, body)).status, JSON.stringify(body)).toBe(409)
    expect(await user(boss.id)).toMatchObject({ isAdmin: true, deactivated: false })
    expect((await setPermissions(boss.id, { access_etl: true })).status).toBe(200)
  })

  test('leave one admin when two admins demote and deactivate each other at once', async () => {
    const second = await portal.addUser({ isAdmin: true })
    const answers = await Promise.all([
      setPermissions(second.id, { isAdmin: false }),
      setPermissions(boss.id, { dept: 'deactivated' }, second.token),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const left = await portal.deps.db.selectFrom('user').select('id').where('is_admin', '=', 1).execute()
    expect(left).toHaveLength(1)
  })

  test('of a new user can be created only once, and a repeat returns the existing ones', async () => {
    const sue = await portal.addUser({ dept: 'Sales' })
    const body = { name: 'Eve', email: 'eve@example.com', password: 'temporary' }
    const eve = (await portal.call(calls.registerOther, { as: boss.token, body })).body._id as number
    const make = (over: object, id = eve) =>
      portal.call(calls.createPermissions, { as: boss.token, params: { id }, body: over })
    expect((await make({ dept: 'Nowhere' })).status).toBe(400)
    const made = await make({ isCEP: true, dept: 'Sales' })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ isCEP: true, empType: 'Sales' })
    expect((await portal.call(calls.getPermissions, { as: boss.token, params: { id: sue.id } })).body.isCEP).toBe(false)
    const again = await make({ isCEP: false, dept: '' })
    expect(again.status).toBe(200)
    expect(again.body).toEqual(made.body)
    expect((await make({}, 999_999)).status).toBe(404)
    const registered = await portal.call(calls.register, { body: { ...body, email: 'own@example.com' } })
    expect((await make({ isCEP: true }, registered.body._id)).status).toBe(200)
  })
})
