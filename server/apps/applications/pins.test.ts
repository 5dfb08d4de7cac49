import { afterEach, beforeEach, expect, test } from 'vitest'
import { deleteApplication, listPins, setPins } from '#contract/apps/applications.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'

let portal: Portal
let boss: TestUser
let ann: TestUser
beforeEach(async () => {
  portal = await openPortal()
  boss = await portal.addUser({ isAdmin: true })
  ann = await portal.addUser({})
})
afterEach(() => portal.close())

const pin = (who: TestUser, applications: number[]) => portal.call(setPins, { as: who.token, body: { applications } })
const pinned = async (who: TestUser) => (await portal.call(listPins, { as: who.token })).body

test('each person has pins of their own, in the order in which they were put', async () => {
  expect(await pinned(ann)).toEqual([])
  expect((await pin(ann, [3, 1, 1])).body).toEqual([3, 1])
  expect(await pinned(ann)).toEqual([3, 1])
  expect(await pinned(boss)).toEqual([])
  await pin(ann, [])
  expect(await pinned(ann)).toEqual([])
})

test('what was deleted meanwhile is passed over, and leaves the pins when it goes', async () => {
  const { db } = portal.deps
  const { id } = await db
    .insertInto('application')
    .values({
      name: 'Wiki',
      urlslug: 'wiki',
      image: '',
      category: '',
      description: '',
      hard_id: null,
      saved: 1,
      rev: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect((await pin(ann, [id, 999, 1])).body).toEqual([id, 1])
  await portal.call(deleteApplication, { as: boss.token, params: { id } })
  expect(await pinned(ann)).toEqual([1])
})

test('not more than a strip holds', async () => {
  const { status, body } = await pin(
    ann,
    Array.from({ length: 25 }, (_, index) => index + 1),
  )
  expect([status, body]).toEqual([400, expect.objectContaining({ detail: 'At most 24 apps can be pinned.' })])
})
