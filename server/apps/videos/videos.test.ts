import { afterEach, beforeEach, expect, test } from 'vitest'
import * as calls from '#contract/apps/videos.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'

let portal: Portal
let boss: TestUser
let ann: TestUser
beforeEach(async () => {
  portal = await openPortal()
  boss = await portal.addUser({ isAdmin: true })
  ann = await portal.addUser({ flags: { isCEP: true } })
})
afterEach(() => portal.close())

const TOUR = { title: 'A tour of the house', url: 'https://videos.example/tour', description: 'Four minutes' }
const add = (body: object = TOUR, as = boss.token) => portal.call(calls.createVideo, { as, body })
const list = async (as = ann.token) => (await portal.call(calls.listVideos, { as })).body

test('an admin adds, changes and deletes videos; employees see them in the order of adding', async () => {
  const first = await add()
  expect(first).toMatchObject({ status: 201, body: TOUR })
  const { body: second } = await add({ title: 'First aid', url: 'https://videos.example/aid' })
  expect(second.description).toBe('')
  expect(await list()).toEqual([first.body, second])
  const id = first.body._id
  const body = { ...TOUR, title: 'The tour' }
  expect((await portal.call(calls.updateVideo, { as: boss.token, params: { id }, body })).body.title).toBe('The tour')
  expect((await list()).map(({ title }: calls.Video) => title)).toEqual(['The tour', 'First aid'])
  expect((await portal.call(calls.deleteVideo, { as: boss.token, params: { id } })).status).toBe(204)
  expect((await portal.call(calls.deleteVideo, { as: boss.token, params: { id } })).status).toBe(404)
  expect((await portal.call(calls.updateVideo, { as: boss.token, params: { id }, body })).status).toBe(404)
  expect(await list()).toEqual([second])
})

test.each([
  'http://videos.example/tour',
  'javascript:alert(1)//https://a.b',
  'videos.example/tour',
  'https://',
  'https://a b.example',
  'https://localhost/tour.mp4',
  'https://.',
  ' ',
])('refuses %s as the address of a video', async (url) => {
  expect(await add({ ...TOUR, url })).toMatchObject({ status: 400, body: { fields: { url: expect.any(String) } } })
  expect(await list()).toEqual([])
})

test.each(['https://a.b', 'HTTPS://videos.example:8443/a.b?c#d', 'https://münchen.example/ä'])(
  'accepts %s as the address of a video',
  async (url) => {
    expect(await add({ ...TOUR, url })).toMatchObject({ status: 201, body: { url } })
  },
)

test('refuses a long invalid address within 10 s', async () => {
  const url = `https://${'a.'.repeat(100_000)} b`
  expect((await add({ ...TOUR, url })).status).toBe(400)
}, 10_000)

test('the list answers 304 until it changes', async () => {
  const { headers } = await portal.call(calls.listVideos, { as: ann.token })
  const since = { 'if-none-match': String(headers.etag) }
  expect((await portal.call(calls.listVideos, { as: ann.token, headers: since })).status).toBe(304)
  await add()
  expect((await portal.call(calls.listVideos, { as: ann.token, headers: since })).status).toBe(200)
})
