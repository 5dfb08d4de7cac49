/** The reports of a scope, page by page. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#contract/apps/mood.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'

let portal: Portal
let boss: TestUser

beforeAll(async () => {
  portal = await openPortal()
  const flags = { mood_admin: true, isCepManager: true, isCepDeptManager: true, isCEP: true }
  boss = await portal.addUser({ name: 'Boss', flags, dept: 'Sales' })
  for (let count = 0; count < 7; count++) {
    const user = await portal.addUser({ flags: { access_mood: true }, manager: boss.id })
    const [week] = (await portal.call(calls.listOpenPeriods, { as: user.token })).body as calls.DateRange[]
    const levels = { moraleLevel: 4, stressLevel: 3, workloadLevel: 2, highComment: 'Sun', lowComment: 'Rain' }
    const body = { timePeriod: week?._id, ...levels }
    expect((await portal.call(calls.submitMoodReport, { as: user.token, body })).status).toBe(201)
  }
})
afterAll(() => portal.close())

test.each([
  ['myreports', calls.listMyReports],
  ['deptreports', calls.listDeptReports],
  ['adminreports', calls.listAllReports],
])('%s: the pages contain every report once, in the order of the whole list', async (_name, call) => {
  const read = async (query: object = {}) =>
    (await portal.call(call, { as: boss.token, query })).body as calls.MoodReport[]
  const all = await read()
  expect(all).toHaveLength(7)
  const pages: calls.MoodReport[][] = []
  for (let page = await read({ limit: 3 }); page.length > 0; page = await read({ limit: 3, before: page.at(-1)?._id }))
    pages.push(page)
  expect(pages.map(({ length }) => length)).toEqual([3, 3, 1])
  expect(pages.flat()).toEqual(all)
})

test.each([{ limit: 0 }, { limit: 1_001 }, { limit: 'all' }, { before: 'x' }])('query %o gets 400', async (query) => {
  expect((await portal.call(calls.listAllReports, { as: boss.token, query })).status).toBe(400)
})

test('returns 1,107 reports, more than one batch, once each and newest first', async () => {
  const [sent] = (await portal.call(calls.listAllReports, { as: boss.token })).body as calls.MoodReport[]
  const row = await portal.deps.db
    .selectFrom('mood_report')
    .selectAll()
    .where('id', '=', sent?._id ?? 0)
    .executeTakeFirstOrThrow()
  const { id: last, ...like } = row
  const many = Array.from({ length: 1_100 }, (_, count) => ({ ...like, user_id: 10_000 + count }))
  for (let from = 0; from < many.length; from += 100)
    await portal.deps.db
      .insertInto('mood_report')
      .values(many.slice(from, from + 100))
      .execute()
  const all = (await portal.call(calls.listAllReports, { as: boss.token })).body as calls.MoodReport[]
  const ids = all.map(({ _id }) => _id)
  expect(ids).toHaveLength(1_107)
  expect(new Set(ids).size).toBe(1_107)
  expect(ids).toEqual([...ids].sort((a, b) => b - a))
  expect(ids).toContain(last)
})
