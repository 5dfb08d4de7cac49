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

const pin = (who: TestUser, applications: number[], base?: number[], headers = {}) =>
  portal.call(setPins, { as: who.token, body: { applications, ...(base && { base }) }, headers })
const pinned = async (who: TestUser) => (await portal.call(listPins, { as: who.token })).body

test('keeps each person’s pins in the order in which they were set, without duplicates', async () => {
  expect(await pinned(ann)).toEqual([])
  expect((await pin(ann, [3, 1, 1])).body).toEqual([3, 1])
  expect(await pinned(ann)).toEqual([3, 1])
  expect(await pinned(boss)).toEqual([])
  await pin(boss, [2])
  expect(await pinned(ann)).toEqual([3, 1])
  await pin(ann, [])
  expect(await pinned(ann)).toEqual([])
  expect(await pinned(boss)).toEqual([2])
})

test('skips unknown applications, and unpins an application when it is deleted', async () => {
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

test.each<[string, { there: number[]; base: number[]; wanted: number[]; made: number[] }]>([
  ['pinned here and elsewhere', { there: [1, 2, 3], base: [], wanted: [8], made: [8, 1, 2, 3] }],
  ['pinned here, unpinned elsewhere', { there: [2], base: [1, 2], wanted: [1, 2, 8], made: [2, 8] }],
  ['unpinned here, pinned elsewhere', { there: [1, 2, 3], base: [1, 2], wanted: [2], made: [2, 3] }],
  ['pinned at both', { there: [8, 1], base: [], wanted: [8], made: [8, 1] }],
  ['unpinned at both', { there: [2], base: [1, 2], wanted: [2], made: [2] }],
  ['moved here, pinned elsewhere', { there: [1, 2, 3], base: [1, 2], wanted: [2, 1], made: [2, 1, 3] }],
  ['nothing changed here', { there: [3, 1], base: [1, 2], wanted: [1, 2], made: [1, 3] }],
])('merges a change based on an older list into the stored pins: %s', async (_, { there, base, wanted, made }) => {
  await pin(ann, there)
  expect((await pin(ann, wanted, base)).body).toEqual(made)
  expect(await pinned(ann)).toEqual(made)
})

test('a repeat with the same idempotency key does not pin again what was unpinned since', async () => {
  const key = { 'idempotency-key': '00000000-0000-4000-8000-000000000001' }
  await pin(ann, [8], [], key)
  await pin(ann, [], [8])
  expect((await pin(ann, [8], [], key)).body).toEqual([8])
  expect(await pinned(ann)).toEqual([])
  // Without the key it is a new request.
  expect((await pin(ann, [8], [])).body).toEqual([8])
})

test('refuses a change that adds up to too many pins, and keeps the existing ones', async () => {
  const { db } = portal.deps
  const made = await db
    .insertInto('application')
    .values(
      Array.from({ length: 20 }, (_, index) => ({
        ...{ name: `App ${index}`, urlslug: `app-${index}`, image: '', category: '', description: '' },
        ...{ hard_id: null, saved: 1, rev: 1 },
      })),
    )
    .returning('id')
    .execute()
  const full = [...made.map(({ id }) => id), 1, 2, 3, 4]
  await pin(ann, full)
  const { status, body } = await pin(ann, [5, 6], [])
  expect([status, body]).toEqual([409, { detail: 'At most 24 apps can be pinned.', current: full }])
  expect(await pinned(ann)).toEqual(full)
  // The result counts, even though the list it was computed from was longer.
  await pin(ann, full.slice(2))
  expect((await pin(ann, [...full, 5, 6], full)).body).toEqual([...full.slice(2), 5, 6])
})

test('refuses more than 24 pins', async () => {
  const { status, body } = await pin(
    ann,
    Array.from({ length: 25 }, (_, index) => index + 1),
  )
  expect([status, body]).toEqual([400, expect.objectContaining({ detail: 'At most 24 apps can be pinned.' })])
})
