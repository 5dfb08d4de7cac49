import { afterEach, beforeEach, expect, test } from 'vitest'
import * as calls from '#contract/apps/versions.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'

const NOW = '2026-03-05T12:00:00.000Z'
/** An id that does not exist. */
const NOBODY = 999_999

let portal: Portal
let boss: TestUser
let ann: TestUser
beforeEach(async () => {
  portal = await openPortal()
  portal.setNow(NOW)
  boss = await portal.addUser({ isAdmin: true })
  ann = await portal.addUser()
})
afterEach(() => portal.close())

const make = async (): Promise<number> => (await portal.call(calls.createVersion, { as: boss.token })).body._id
const save = (id: number, body: object, as = boss.token) =>
  portal.call(calls.updateVersion, { as, params: { id }, body: { title: 'March', text: '<p>News</p>', ...body } })
const read = (id: number, as = ann.token) => portal.call(calls.getVersion, { as, params: { id } })
const list = (as = ann.token, headers = {}) => portal.call(calls.listVersions, { as, headers })
const remove = (id: number, as = boss.token) => portal.call(calls.deleteVersion, { as, params: { id } })

test('a new version is empty and visible only to admins until it is saved', async () => {
  const made = await portal.call(calls.createVersion, { as: boss.token })
  expect(made).toMatchObject({ status: 201, body: { title: '', text: '', createdAt: NOW } })
  const id = made.body._id
  expect((await list()).body).toEqual([])
  expect((await read(id)).status).toBe(404)
  expect((await list(boss.token)).body).toEqual([made.body])
  expect((await read(id, boss.token)).body).toEqual(made.body)

  portal.setNow('2026-03-06T12:00:00.000Z')
  const saved = { ...made.body, title: 'March', text: '<p>News</p>' }
  expect(await save(id, {})).toMatchObject({ status: 200, body: saved })
  expect((await list()).body).toEqual([saved])
  expect((await read(id)).body).toEqual(saved)
})

test('lists versions by descending id, regardless of the order of saving', async () => {
  const [first, second, third] = [await make(), await make(), await make()]
  for (const id of [third, first, second]) await save(id, { title: `Version ${id}` })
  const titles = (await list()).body.map(({ _id, title }: calls.Version) => [_id, title])
  expect(titles).toEqual([third, second, first].map((id) => [id, `Version ${id}`]))
})

test('the list has an ETag, and answers 304 until a version changes', async () => {
  const id = await make()
  await save(id, {})
  const { headers } = await list()
  const since = { 'if-none-match': String(headers.etag) }
  expect((await list(ann.token, since)).status).toBe(304)
  await save(id, { title: 'April' })
  expect((await list(ann.token, since)).status).toBe(200)
})

test('sanitizes the text before it is stored, and keeps the title as plain text', async () => {
  const id = await make()
  const text = '<p onclick="x()">Hi <b>all</b><script>alert(1)</script> <a href="https://example.com">there</a></p>'
  const { body } = await save(id, { title: '  <b>March</b> & more ', text })
  const cleaned =
    '<p>Hi <strong>all</strong> <a href="https://example.com" target="_blank" rel="noopener noreferrer nofollow">there</a></p>'
  expect(body).toMatchObject({ title: '<b>March</b> & more', text: cleaned })
  const row = await portal.deps.db.selectFrom('version').selectAll().executeTakeFirstOrThrow()
  expect(row.text).toBe(cleaned)
})

test('treats saving the sanitized text again as no change', async () => {
  const id = await make()
  const { body } = await save(id, { text: '<p>a < b & <br>c</p><ul><li>d' })
  const { rev } = await portal.deps.db.selectFrom('version').select('rev').executeTakeFirstOrThrow()
  expect((await save(id, { text: body.text })).body).toEqual(body)
  // Nothing changed, so nobody is notified.
  expect((await portal.deps.db.selectFrom('version').select('rev').executeTakeFirstOrThrow()).rev).toBe(rev)
})

test.each([
  [{ title: '' }, 'Title is required.'],
  [{ title: '   ' }, 'Title is required.'],
  [{ title: 'x'.repeat(201) }, 'Title can have at most 200 characters.'],
  [{ text: '' }, 'The text is required.'],
  [{ text: '<p> &nbsp;</p>' }, 'The text is required.'],
  [{ text: '<script>alert(1)</script>' }, 'The text is required.'],
  [{ text: 'x'.repeat(200_001) }, 'The text can have at most 200,000 characters.'],
  // Each & is escaped to five characters.
  [{ text: '&'.repeat(60_000) }, 'The text can have at most 200,000 characters.'],
])('refuses an invalid save and does not publish the version (%#)', async (body, detail) => {
  const id = await make()
  expect(await save(id, body)).toMatchObject({ status: 400, body: { detail, fields: expect.anything() } })
  expect((await list()).body).toEqual([])
})

test('accepts 200 characters of title and 200,000 of text, an emoji counting as one', async () => {
  const id = await make()
  const text = `<p>${'👋'.repeat(199_993)}</p>`
  const { status, body } = await save(id, { title: '👋'.repeat(200), text })
  expect([status, body.text === text]).toEqual([200, true])
})

test('only admins can create, save and delete; a missing version is 404', async () => {
  const id = await make()
  expect((await portal.call(calls.createVersion, { as: ann.token })).status).toBe(403)
  expect((await save(id, {}, ann.token)).status).toBe(403)
  expect((await remove(id, ann.token)).status).toBe(403)
  for (const answer of [await read(NOBODY), await save(NOBODY, {}), await remove(NOBODY)])
    expect(answer).toMatchObject({ status: 404, body: { detail: 'There is no such version.' } })
})

test('a deleted version is 404, and its id is not reused', async () => {
  const [other, id] = [await make(), await make()]
  for (const one of [other, id]) await save(one, {})
  expect((await remove(id)).status).toBe(204)
  expect((await read(id)).status).toBe(404)
  expect((await list()).body.map((version: calls.Version) => version._id)).toEqual([other])
  expect(await make()).toBeGreaterThan(id)
})
