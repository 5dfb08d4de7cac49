/** Whatever two admins do to each other or to themselves at the same moment, one admin who can sign in is left. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deleteUser, updatePermissions, updateUser } from '#contract/apps/accounts.ts'
import { lockWaiters } from '#tests/lock-waiters.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'

let portal: Portal
let boss: TestUser
let second: TestUser
beforeEach(async () => {
  portal = await openPortal()
  boss = await portal.addUser({ isAdmin: true })
  second = await portal.addUser({ isAdmin: true })
  // An admin who cannot sign in does not count.
  await portal.addUser({ isAdmin: true, deactivated: true })
})
afterEach(() => portal.close())

/** Every way in which somebody ceases to be an admin. */
const ENDS = {
  delete: ({ id }: TestUser, by: TestUser) => portal.call(deleteUser, { as: by.token, params: { id } }),
  'demote by permissions': ({ id }: TestUser, by: TestUser) =>
    portal.call(updatePermissions, { as: by.token, params: { id }, body: { isAdmin: false } }),
  'demote by the account': ({ id, name, email }: TestUser, by: TestUser) =>
    portal.call(updateUser, { as: by.token, params: { id }, body: { name, email, isAdmin: false } }),
  deactivate: ({ id }: TestUser, by: TestUser) =>
    portal.call(updatePermissions, { as: by.token, params: { id }, body: { dept: 'deactivated' } }),
}
type End = keyof typeof ENDS
const ends = Object.keys(ENDS) as End[]
const pairs = ends.flatMap((one, place) => ends.slice(place).map((other): [End, End] => [one, other]))

const activeAdmins = async () =>
  (
    await portal.deps.db
      .selectFrom('user')
      .select('id')
      .where('is_admin', '=', 1)
      .where('deactivated', '=', 0)
      .execute()
  ).map(({ id }) => id)

const succeeded = (answers: readonly { status: number }[]) => answers.filter(({ status }) => status < 300).length

describe('two admins at once', () => {
  test.each(pairs)('%s and %s, each done to the other: one succeeds, one active admin left', async (one, other) => {
    const answers = await Promise.all([ENDS[one](second, boss), ENDS[other](boss, second)])
    expect(succeeded(answers)).toBe(1)
    expect(answers.every(({ status }) => [200, 204, 401, 403, 409].includes(status))).toBe(true)
    expect(await activeAdmins()).toHaveLength(1)
  })

  test.each(ends.slice(1))('%s, each done to themselves: one succeeds and one active admin is left', async (end) => {
    const answers = await Promise.all([ENDS[end](boss, boss), ENDS[end](second, second)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await activeAdmins()).toHaveLength(1)
  })
})

test.each(ends)('refuses with 409 for the last active admin: %s', async (end) => {
  expect((await ENDS.delete(second, boss)).status).toBe(204)
  const { status, body } = await ENDS[end](boss, boss)
  expect(status).toBe(409)
  expect(body.detail).toMatch(/\.$/)
  expect(await activeAdmins()).toEqual([boss.id])
})

test('refuses to demote an admin who becomes the last one meanwhile', async ({ skip }) => {
  const { db, dialect } = portal.deps
  if (dialect === 'sqlite') return skip('One writer: nothing comes between.')
  const heir = await portal.addUser()
  let demoted: ReturnType<(typeof ENDS)[End]> | undefined
  await db.transaction().execute(async (tx) => {
    const set = (id: number, is_admin: number) =>
      tx.updateTable('user').set({ is_admin }).where('id', '=', id).execute()
    await set(heir.id, 1)
    await set(boss.id, 0)
    await set(second.id, 0)
    demoted = ENDS['demote by permissions'](heir, boss)
    await expect.poll(await lockWaiters(db, tx)).toBeGreaterThan(0)
  })
  expect([403, 409]).toContain((await demoted)?.status)
  expect(await activeAdmins()).toEqual([heir.id])
})
