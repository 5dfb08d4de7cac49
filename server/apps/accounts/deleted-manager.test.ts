import { afterEach, beforeEach, expect, test } from 'vitest'
import { deleteUser, updatePermissions } from '#contract/apps/accounts.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'

let portal: Portal
let admin: TestUser
beforeEach(async () => {
  portal = await openPortal()
  admin = await portal.addUser({ isAdmin: true })
})
afterEach(() => portal.close())

test('deleting a manager while their people are being saved succeeds, and so does every save', async () => {
  for (let round = 0; round < 5; round++) {
    const lead = await portal.addUser({ flags: { isCepManager: true } })
    const team = await Promise.all(Array.from({ length: 8 }, () => portal.addUser({ manager: lead.id })))
    const save = ({ id }: TestUser) =>
      portal.call(updatePermissions, { as: admin.token, params: { id }, body: { access_mood: true } })
    const answers = await Promise.all([
      ...team.map(save),
      portal.call(deleteUser, { as: admin.token, params: { id: lead.id } }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([...team.map(() => 200), 204])
  }
})
