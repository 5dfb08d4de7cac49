/** What each kind of entry holds. The audit log as a whole is tested in `audit.test.ts`. */
import { describe, expect, test } from 'vitest'
import * as accounts from '#contract/apps/accounts.ts'
import * as checklist from '#contract/apps/checklist.ts'
import * as onbreak from '#contract/apps/onbreak.ts'
import { setAnalytics } from '#contract/apps/reporting.ts'
import { openWithFirstAdmin } from '#server/apps/accounts/first-admin.ts'
import {
  ANN,
  ann,
  BO,
  boss,
  entries,
  NOON,
  portal,
  rows,
  setPermissions,
  signIn,
  update,
  updateOwn,
  withAuditedPortal,
} from '#tests/audit.ts'
import { diff } from './store.ts'

withAuditedPortal()

const newest = async () => (await entries({ limit: 1 }))[0]
const remove = () => portal.call(accounts.deleteUser, { as: boss.token, params: { id: ann.id } })

describe('diff', () => {
  test('lists the fields that differ, with their values as text', () => {
    const before = { name: 'Ann', isAdmin: false, cepManager: null, hardId: 7, dept: 'Sales' }
    const after = { name: 'Ann', isAdmin: true, cepManager: 'Bo', hardId: null, dept: '' }
    expect(diff(before, after)).toEqual([
      { field: 'isAdmin', from: 'false', to: 'true' },
      { field: 'cepManager', from: '', to: 'Bo' },
      { field: 'hardId', from: '7', to: '' },
      { field: 'dept', from: 'Sales', to: '' },
    ])
    expect(diff(before, before)).toEqual([])
    expect(diff({ name: null }, { name: '' })).toEqual([])
    expect(diff({}, { name: 'Ann' })).toEqual([{ field: 'name', from: '', to: 'Ann' }])
    expect(diff({ name: 'Ann' }, {})).toEqual([{ field: 'name', from: 'Ann', to: '' }])
  })

  test('cuts long texts after 300 characters, never in the middle of one', () => {
    const [change] = diff({ text: '😀'.repeat(400) }, { text: `${'😀'.repeat(400)}!` })
    expect(change).toEqual({ field: 'text', from: `${'😀'.repeat(300)}…`, to: `${'😀'.repeat(300)}…` })
  })
})

describe('signing in and out', () => {
  test('is logged with actor, time and IP address', async () => {
    const { body } = await signIn(' Ann@example.com', ann.password)
    const signedIn = { kind: 'sign-in', at: NOON, actor: ANN(), subject: null, changes: [], address: '127.0.0.1' }
    expect(await newest()).toEqual({ _id: expect.any(Number), ...signedIn })
    await portal.call(accounts.logout, { as: body.token })
    expect(await newest()).toMatchObject({ ...signedIn, kind: 'sign-out' })
    expect(await entries()).toHaveLength(2)
  })

  test('is logged when refused, with the email address only if the account exists', async () => {
    await signIn('ann@example.com', 'wrong password')
    const refused = { kind: 'sign-in-refused', actor: null, subject: { id: ann.id, name: 'ann@example.com' } }
    expect(await newest()).toMatchObject(refused)
    await signIn('the password instead', 'wrong password')
    expect(await newest()).toMatchObject({ ...refused, subject: null })
    await setPermissions({ dept: 'deactivated' })
    await signIn('ann@example.com', ann.password)
    expect(await newest()).toMatchObject(refused)
  })

  test('is not logged when refused for too many attempts', async () => {
    for (let i = 0; i < 10; i++) await signIn('nobody@example.com', 'wrong password')
    expect((await signIn('nobody@example.com', 'wrong password')).status).toBe(429)
    expect(await entries()).toHaveLength(10)
  })
})

describe('audit entries about people', () => {
  test('name a person who registers as both actor and subject', async () => {
    const { body } = await portal.call(accounts.register, {
      body: { name: 'Eve', email: 'Eve@example.com', password: 'long enough' },
    })
    const eve = { id: body.id, name: 'Eve' }
    const changes = [
      { field: 'name', from: '', to: 'Eve' },
      { field: 'email', from: '', to: 'eve@example.com' },
    ]
    expect(await entries()).toEqual([
      expect.objectContaining({ kind: 'registered', actor: eve, subject: eve, changes }),
    ])
  })

  test('record a user created by an admin', async () => {
    const body = { name: 'Eve', email: 'eve@example.com', password: 'temporary', isAdmin: true, dept: 'Sales' }
    const made = await portal.call(accounts.registerOther, { as: boss.token, body })
    const changes = [
      { field: 'name', from: '', to: 'Eve' },
      { field: 'email', from: '', to: 'eve@example.com' },
      { field: 'isAdmin', from: 'false', to: 'true' },
      { field: 'dept', from: '', to: 'Sales' },
    ]
    const subject = { id: made.body.id, name: 'Eve' }
    expect(await entries()).toEqual([expect.objectContaining({ kind: 'user-made', actor: BO(), subject, changes })])
  })

  test('record a change by an admin, and the new password in an entry of its own', async () => {
    await update({ email: 'Ann.new@example.com', isAdmin: true, password: 'another temporary' })
    const [password, changed] = await entries()
    expect(password).toMatchObject({ kind: 'password-given', actor: BO(), subject: ANN(), changes: [] })
    const changes = [
      { field: 'email', from: 'ann@example.com', to: 'ann.new@example.com' },
      { field: 'isAdmin', from: 'false', to: 'true' },
    ]
    expect(changed).toMatchObject({ kind: 'user-changed', actor: BO(), subject: ANN(), changes })
  })

  test('name a person who changes their own name by the old name', async () => {
    await updateOwn({ name: 'Anna', password: 'a new one of my own' })
    const [password, changed] = await entries()
    expect(password).toMatchObject({ kind: 'password-set', actor: ANN(), subject: ANN(), changes: [] })
    const changes = [{ field: 'name', from: 'Ann', to: 'Anna' }]
    expect(changed).toMatchObject({ kind: 'user-changed', actor: ANN(), subject: ANN(), changes })
  })

  test('record the department that a person chooses, once', async () => {
    const choose = () => portal.call(accounts.updateMyPermissions, { as: ann.token, body: { empType: 'Service' } })
    await portal.deps.db.insertInto('department').values({ name: 'Service', rev: 0 }).execute()
    await choose()
    const changes = [{ field: 'dept', from: 'Sales', to: 'Service' }]
    expect(await newest()).toMatchObject({ kind: 'department-chosen', actor: ANN(), subject: ANN(), changes })
    await choose()
    await portal.call(accounts.updateMyPermissions, { as: ann.token, body: { changed_password: true } })
    expect(await entries()).toHaveLength(1)
  })

  test('record changed permissions, with the manager by name', async () => {
    await setPermissions({ access_mood: true, isCEP: true, cepManager: boss.id, dept: '' })
    const changes = [
      { field: 'access_mood', from: 'false', to: 'true' },
      { field: 'cepManager', from: '', to: 'Bo' },
      { field: 'dept', from: 'Sales', to: '' },
    ]
    expect(await newest()).toMatchObject({ kind: 'permissions-changed', actor: BO(), subject: ANN(), changes })
  })

  test('record created permissions once, as permissions-changed', async () => {
    await portal.deps.db.updateTable('user').set({ has_permissions: 0 }).where('id', '=', ann.id).execute()
    const create = () =>
      portal.call(accounts.createPermissions, { as: boss.token, params: { id: ann.id }, body: { isCEP: false } })
    expect([(await create()).status, (await create()).status]).toEqual([201, 200])
    const changes = [{ field: 'isCEP', from: 'true', to: 'false' }]
    expect(await entries()).toEqual([expect.objectContaining({ kind: 'permissions-changed', changes })])
  })

  test('record deactivation and reactivation, each once', async () => {
    await setPermissions({ dept: 'deactivated' })
    const gone = [
      { field: 'deactivated', from: 'false', to: 'true' },
      { field: 'isCEP', from: 'true', to: 'false' },
      { field: 'dept', from: 'Sales', to: '' },
    ]
    expect(await newest()).toMatchObject({ kind: 'deactivated', actor: BO(), subject: ANN(), changes: gone })
    await setPermissions({ dept: 'deactivated' })
    await setPermissions({ dept: 'Sales' })
    const back = [
      { field: 'deactivated', from: 'true', to: 'false' },
      { field: 'dept', from: '', to: 'Sales' },
    ]
    expect(await newest()).toMatchObject({ kind: 'reactivated', changes: back })
    expect(await entries()).toHaveLength(2)
  })

  test('stay readable by person after that person is deleted', async () => {
    await updateOwn({ name: 'Anna' })
    await remove()
    expect(await entries({ person: ann.id })).toEqual([
      expect.objectContaining({ kind: 'user-deleted', actor: BO(), subject: { id: ann.id, name: 'Anna' } }),
      expect.objectContaining({ kind: 'user-changed', actor: ANN(), subject: ANN() }),
    ])
  })

  test('record one deletion when two requests delete a person at once', async () => {
    expect((await Promise.all([remove(), remove()])).map(({ status }) => status)).toContain(204)
    expect(await entries()).toHaveLength(1)
  })

  test('record for each of several simultaneous changes only the field that it changed', async () => {
    const flags = ['access_mood', 'access_etl', 'access_reporting', 'onbreak_admin'] as const
    await Promise.all(flags.map((flag) => setPermissions({ [flag]: true })))
    const told = (await entries()).map(({ changes }) => changes.map(({ field }) => field))
    expect(told.sort()).toEqual(flags.map((flag) => [flag]).sort())
  })
})

test('the entry about the first admin has no actor', async () => {
  const { db, config } = portal.deps
  await db.deleteFrom('user').execute()
  const known = { ...portal.deps, config: { ...config, adminPassword: 'a first password' } }
  const made = await openWithFirstAdmin(known, async () => {})
  expect(await rows()).toMatchObject([
    { kind: 'user-made', actor_id: null, subject_name: 'Admin', address: '', at: NOON },
  ])
  expect(made?.email).toBe(config.adminEmail)
})

test('logs each creation, rename, change and deletion of a break type', async () => {
  const as = boss.token
  const { body } = await portal.call(onbreak.createBreakType, { as, body: { breakType: 'Errand' } })
  const rename = () =>
    portal.call(onbreak.updateBreakType, { as, params: { id: body._id }, body: { breakType: 'Chore' } })
  expect((await rename()).body).toEqual({ _id: body._id, breakType: 'Chore' })
  await rename()
  const planned = { breakType: 'Chore', plannedMinutes: 20 }
  await portal.call(onbreak.updateBreakType, { as, params: { id: body._id }, body: planned })
  await portal.call(onbreak.deleteBreakType, { as, params: { id: body._id } })
  const lunch = { breakType: 'Lunch', plannedMinutes: 20 }
  for (const plan of [lunch, lunch]) await portal.call(onbreak.planBuiltInBreakType, { as, body: plan })
  const minutes = [{ field: 'plannedMinutes', from: '', to: '20' }]
  const changes = [{ field: 'breakType', from: 'Errand', to: 'Chore' }]
  expect(await entries()).toEqual([
    expect.objectContaining({ kind: 'break-type-changed', subject: { id: null, name: 'Lunch' }, changes: minutes }),
    expect.objectContaining({ kind: 'break-type-deleted', actor: BO(), subject: { id: null, name: 'Chore' } }),
    expect.objectContaining({ kind: 'break-type-changed', subject: { id: null, name: 'Chore' }, changes: minutes }),
    expect.objectContaining({ kind: 'break-type-renamed', subject: { id: null, name: 'Errand' }, changes }),
    expect.objectContaining({ kind: 'break-type-made', subject: { id: null, name: 'Errand' }, changes: [] }),
  ])
})

test('logs each creation, rename and deletion of a department', async () => {
  const as = boss.token
  const { body } = await portal.call(checklist.createDepartment, { as, body: { empType: 'Depot' } })
  const params = { id: body._id }
  for (const empType of ['Store', 'Store'])
    await portal.call(checklist.updateDepartment, { as, params, body: { empType } })
  await portal.call(checklist.deleteDepartment, { as, params })
  const changes = [{ field: 'empType', from: 'Depot', to: 'Store' }]
  expect(await entries()).toEqual([
    expect.objectContaining({ kind: 'department-deleted', actor: BO(), subject: { id: null, name: 'Store' } }),
    expect.objectContaining({ kind: 'department-renamed', subject: { id: null, name: 'Depot' }, changes }),
    expect.objectContaining({ kind: 'department-made', subject: { id: null, name: 'Depot' }, changes: [] }),
  ])
})

test('logs each change of the analytics URL once', async () => {
  const set = (url: string) => portal.call(setAnalytics, { as: boss.token, body: { url } })
  await set('https://bi.example/board')
  await set('https://bi.example/board')
  await set('')
  const change = (from: string, to: string) =>
    expect.objectContaining({
      kind: 'analytics-set',
      actor: BO(),
      subject: null,
      changes: [{ field: 'url', from, to }],
    })
  expect(await entries()).toEqual([change('https://bi.example/board', ''), change('', 'https://bi.example/board')])
})
