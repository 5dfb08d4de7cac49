import { afterEach, beforeEach, expect, test } from 'vitest'
import { getApplication, listApplications } from '#contract/apps/applications.ts'
import type { FlagName } from '#contract/who.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

let portal: Portal
beforeEach(async () => {
  portal = await openPortal()
})
afterEach(() => portal.close())

const names = (body: { applications: { name: string }[] }) => body.applications.map(({ name }) => name)
const list = (as: string, query: object = {}) => portal.call(listApplications, { as, query })

const add = (name: string, over: { saved?: number; hard_id?: number } = {}) =>
  portal.deps.db
    .insertInto('application')
    .values({
      name,
      urlslug: name.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
      image: '',
      category: '',
      description: '',
      hard_id: null,
      saved: 1,
      rev: 1,
      ...over,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

test.each<[string, FlagName, string[]]>([
  ['access_onbreak', 'access_onbreak', ['On Break']],
  ['access_mood', 'access_mood', ['Mood Report']],
  ['access_etl', 'access_etl', ['ETL Viewer']],
  ['access_reporting', 'access_reporting', ['Reporting']],
  ['isCEP', 'isCEP', ['Handbook', 'Videos']],
  ['onbreak_admin', 'onbreak_admin', []],
])('a user with %s sees only the applications that it opens', async (_label, flag, seen) => {
  await add('Handbook')
  const user = await portal.addUser({ flags: { [flag]: true } })
  const { body } = await list(user.token)
  expect(names(body)).toEqual(seen)
  expect(body).toMatchObject({ page: 1, pages: 1 })
})

test('an admin sees every application sorted by name, including drafts, which an employee does not see', async () => {
  await add('New application', { saved: 0 })
  const boss = await portal.addUser({ isAdmin: true })
  expect(names((await list(boss.token)).body)).toEqual([
    'API Docs',
    'ETL Viewer',
    'Mood Report',
    'New application',
    'On Break',
    'Onboarding',
    'Reporting',
    'Server Status',
    'Videos',
  ])
  const staff = await portal.addUser({ flags: { isCEP: true } })
  expect(names((await list(staff.token)).body)).toEqual(['Videos'])
})

test('a keyword matches within the name, ignoring case and accents, and % and _ match themselves', async () => {
  const staff = await portal.addUser({ flags: { isCEP: true } })
  for (const name of ['Ärztehaus', '100% Rabatt', 'a_b', 'GROẞ']) await add(name)
  const found = async (keyword: string) => names((await list(staff.token, { keyword })).body)
  for (const keyword of ['ÄRZTE', 'arzte']) expect(await found(keyword), keyword).toEqual(['Ärztehaus'])
  for (const keyword of ['groß', 'gross']) expect(await found(keyword), keyword).toEqual(['GROẞ'])
  expect(await found('%')).toEqual(['100% Rabatt'])
  expect(await found('_')).toEqual(['a_b'])
  // An accent alone matches nothing.
  expect(await found('\u0301')).toEqual([])
  expect(await list(staff.token, { keyword: 'nothing like it' })).toMatchObject({
    body: { applications: [], page: 1, pages: 1 },
  })
})

test('returns 24 a page, the last page for any beyond it, and 400 unless the page is a positive integer', async () => {
  const staff = await portal.addUser({ flags: { isCEP: true } })
  for (let count = 1; count <= 24; count++) await add(`App ${count}`)
  const first = (await list(staff.token)).body
  expect([first.page, first.pages, names(first).length]).toEqual([1, 2, 24])
  expect(names(first).slice(0, 3)).toEqual(['App 1', 'App 2', 'App 3'])
  for (const page of ['2', '3', '999999999']) {
    const { body } = await list(staff.token, { page })
    expect([body.page, names(body)]).toEqual([2, ['Videos']])
  }
  for (const page of ['0', '-1', 'x', '1.5', '1e3']) expect((await list(staff.token, { page })).status, page).toBe(400)
  expect(await list(staff.token, { keyword: '', page: '' })).toMatchObject({ status: 200, body: { page: 1 } })
})

test('answers 304 while the list is unchanged', async () => {
  const staff = await portal.addUser({ flags: { isCEP: true } })
  const { headers } = await list(staff.token)
  const again = () =>
    portal.call(listApplications, { as: staff.token, headers: { 'If-None-Match': String(headers.etag) } })
  expect((await again()).status).toBe(304)
  await add('Handbook')
  expect((await again()).status).toBe(200)
})

test('an application can be read without a token, a draft only by an admin', async () => {
  const { id } = await add('Handbook')
  const draft = await add('New application', { saved: 0 })
  const boss = await portal.addUser({ isAdmin: true })
  const read = (id: number, as?: string) => portal.call(getApplication, { ...(as ? { as } : {}), params: { id } })
  expect(await read(id)).toMatchObject({ status: 200, body: { _id: id, name: 'Handbook', hardId: null } })
  expect((await read(draft.id)).status).toBe(404)
  expect((await read(draft.id, boss.token)).status).toBe(200)
  const fresh = await portal.addUser({ isAdmin: true, changedPassword: false })
  expect((await read(draft.id, fresh.token)).status).toBe(404)
  expect((await read(999_999)).status).toBe(404)
})
