import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPermissions, getUser, registerOther, updatePermissions, updateUser } from '#contract/apps/accounts.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'

let portal: Portal
let boss: TestUser
let eve: TestUser
beforeEach(async () => {
  portal = await openPortal()
  boss = await portal.addUser({ isAdmin: true })
  eve = await portal.addUser({ name: 'Eve', deactivated: true })
})
afterEach(() => portal.close())

const about = () => ({ as: boss.token, params: { id: eve.id } })
const account = (isAdmin: boolean) =>
  portal.call(updateUser, { ...about(), body: { name: 'Eva', email: eve.email, isAdmin } })
const permissions = (body: object) => portal.call(updatePermissions, { ...about(), body })
const user = async () => (await portal.call(getUser, about())).body

test('updateUser and updatePermissions refuse to make a deactivated person an admin, and change nothing', async () => {
  for (const answer of [await account(true), await permissions({ isAdmin: true, access_etl: true })]) {
    expect(answer.status).toBe(409)
    expect(answer.body.detail).toMatch(/^Eve is deactivated/)
  }
  expect(await user()).toMatchObject({ name: 'Eve', isAdmin: false, permissions: { access_etl: false } })
  expect((await account(false)).status).toBe(200)
  expect((await permissions({ access_etl: true, isAdmin: false })).status).toBe(200)
})

test('a deactivation takes the manager that the same call takes, and only then', async () => {
  const lead = await portal.addUser({ flags: { isCepManager: true } })
  await permissions({ cepManager: lead.id, dept: '' })
  expect((await permissions({ dept: 'deactivated' })).body.myManager).toBe(lead.id)
  expect((await permissions({ dept: 'deactivated', cepManager: null })).body.myManager).toBeNull()
  expect((await user()).permissions.myManager).toBeNull()
  expect((await permissions({ dept: 'deactivated', cepManager: eve.id })).status).toBe(400)
  expect((await permissions({ isAdmin: true, cepManager: lead.id })).status).toBe(409)
  expect((await user()).permissions.myManager).toBeNull()
})

test('one updatePermissions call can reactivate a person and make them an admin', async () => {
  expect((await permissions({ isAdmin: true, dept: '' })).status).toBe(200)
  expect(await user()).toMatchObject({ isAdmin: true, deactivated: false })
  expect((await account(true)).status).toBe(200)
})

test('going on with the registration of a person who was deactivated meanwhile gives them nothing', async () => {
  await portal.addUser({ dept: 'Sales' })
  const body = { name: 'Max', email: 'max@example.com', password: 'temporary' }
  const { _id: id } = (await portal.call(registerOther, { as: boss.token, body })).body
  const max = { as: boss.token, params: { id } }
  await portal.call(updatePermissions, { ...max, body: { dept: 'deactivated' } })
  const made = await portal.call(createPermissions, { ...max, body: { isCEP: true, dept: 'Sales' } })
  expect(made).toMatchObject({ status: 200, body: { isCEP: false, empType: '' } })
  expect((await portal.call(getUser, max)).body).toMatchObject({
    deactivated: true,
    permissions: { isCEP: false, empType: '' },
  })
})
