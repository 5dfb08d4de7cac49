import { afterEach, beforeEach, expect, test } from 'vitest'
import { completeUserTasks, createTodo, startOnboarding } from '#contract/apps/checklist.ts'
import { getAnalytics, getReport, type Report, setAnalytics } from '#contract/apps/reporting.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'
import { aTodo } from '#tests/todo.ts'
import { mondaysOf } from './report.ts'

let portal: Portal
let reader: TestUser
beforeEach(async () => {
  portal = await openPortal()
  reader = await portal.addUser({ flags: { access_reporting: true } })
})
afterEach(() => portal.close())

const read = async (from: string, to: string): Promise<Report> =>
  (await portal.call(getReport, { as: reader.token, query: { from, to } })).body

test('mondaysOf returns the Monday of every week that the period touches', () => {
  expect(mondaysOf({ from: '2026-03-04', to: '2026-03-16' })).toEqual(['2026-03-02', '2026-03-09', '2026-03-16'])
  expect(mondaysOf({ from: '2026-03-02', to: '2026-03-02' })).toEqual(['2026-03-02'])
})

test('counts finished breaks by department and company-time hour, and by type; omits open ones', async () => {
  const log = (user_id: number, department: string, break_type: string, out: string, back: string | null) => ({
    user_id,
    user_name: 'Somebody',
    department,
    break_type,
    custom_message: '',
    clock_out_time: `${out}.000Z`,
    clock_in_time: back && `${back}.000Z`,
    changed_by: null,
    rev: 1,
  })
  await portal.deps.db
    .insertInto('break_log')
    .values([
      // Winter time until the 29th, summer time after: both are 12:00 in Berlin.
      log(1, 'Sales', 'Lunch', '2026-03-28T11:10:00', '2026-03-28T11:40:00'),
      log(1, 'Sales', 'Lunch', '2026-03-30T10:50:00', '2026-03-30T11:20:00'),
      log(2, 'Ops', 'Break', '2026-03-30T22:30:00', '2026-03-31T00:30:00'),
      log(2, 'Ops', 'Break', '2026-03-31T08:00:00', null),
      // 00:30 on 1 April in Berlin.
      log(1, 'Sales', 'Lunch', '2026-03-31T22:30:00', '2026-03-31T22:45:00'),
    ])
    .execute()
  const { away, types } = await read('2026-03-28', '2026-03-31')
  expect(away).toEqual([
    { department: 'Ops', hour: 0, breaks: 1, minutes: 120 },
    { department: 'Sales', hour: 12, breaks: 2, minutes: 60 },
  ])
  expect(types).toEqual([
    { breakType: 'Break', breaks: 1, minutes: 120 },
    { breakType: 'Lunch', breaks: 2, minutes: 60 },
  ])
  expect((await read('2026-03-30', '2026-03-30')).types).toEqual([{ breakType: 'Lunch', breaks: 1, minutes: 30 }])
})

test('sorts types of equal minutes by name', async () => {
  const half = (break_type: string, hour: string) => ({
    ...{ user_id: 1, user_name: 'Ann', department: 'Sales', break_type, custom_message: '' },
    ...{ clock_out_time: `2026-03-05T${hour}:00:00.000Z`, clock_in_time: `2026-03-05T${hour}:30:00.000Z` },
    ...{ changed_by: null, rev: 1 },
  })
  const rows = [
    half('Walk', '07'),
    half('lunch', '08'),
    half('Break', '09'),
    half('Éclair', '10'),
    half('Doctor', '11'),
  ]
  await portal.deps.db.insertInto('break_log').values(rows).execute()
  const names = (await read('2026-03-05', '2026-03-05')).types.map(({ breakType }) => breakType)
  expect(names).toEqual(['Break', 'Doctor', 'Éclair', 'lunch', 'Walk'])
})

test('counts every break of a long period exactly once, across a clock change', async () => {
  const first = Date.parse('2026-01-31T23:00:00.000Z')
  const HALF_HOUR = 1_800_000
  const rows = Array.from({ length: 90 * 48 }, (_, index) => ({
    user_id: 1,
    user_name: 'Ann',
    department: 'Ops',
    break_type: 'Break',
    custom_message: '',
    clock_out_time: new Date(first + index * HALF_HOUR).toISOString(),
    clock_in_time: new Date(first + index * HALF_HOUR + 60_000).toISOString(),
    changed_by: null,
    rev: 1,
  }))
  for (let start = 0; start < rows.length; start += 1_000)
    await portal.deps.db
      .insertInto('break_log')
      .values(rows.slice(start, start + 1_000))
      .execute()
  // February and March have 59 days; one of them is an hour shorter because of summer time.
  const breaks = 59 * 48 - 2
  const { away, types } = await read('2026-02-01', '2026-03-31')
  expect(types).toEqual([{ breakType: 'Break', breaks, minutes: breaks }])
  expect(away).toHaveLength(24)
  expect(away.map((each) => each.breaks)).toEqual(
    Array.from({ length: 24 }, (_, hour) => (hour === 2 ? 58 * 2 : 59 * 2)),
  )
  // A period that begins on the first whole day of summer time.
  const fortnight = (await read('2026-03-30', '2026-04-12')).away
  expect(fortnight.map(({ hour, breaks }) => [hour, breaks])).toEqual(
    Array.from({ length: 24 }, (_, hour) => [hour, 14 * 2]),
  )
})

test.each(['Asia/Kolkata', 'Asia/Kathmandu', 'America/St_Johns'])(
  'assigns breaks to the local hour in %s, which is offset from UTC by a fraction of an hour',
  async (timeZone) => {
    const there = await openPortal({ config: { timeZone } })
    const as = (await there.addUser({ flags: { access_reporting: true } })).token
    const clock = new Intl.DateTimeFormat('en', { timeZone, hour: '2-digit', hourCycle: 'h23' })
    const rows = Array.from({ length: 40 * 96 }, (_, index) => Date.parse('2026-03-01T00:05:00Z') + index * 900_000)
      .filter((at) => clock.format(at) === '12')
      .map((at) => ({
        ...{ user_id: 1, user_name: 'Ann', department: 'Ops', break_type: 'Break', custom_message: '' },
        ...{ clock_out_time: new Date(at).toISOString(), clock_in_time: new Date(at).toISOString() },
        ...{ changed_by: null, rev: 1 },
      }))
    await there.deps.db.insertInto('break_log').values(rows).execute()
    const hours = async (from: string, to: string) =>
      (await there.call(getReport, { as, query: { from, to } })).body.away.map(
        ({ hour, breaks }: { hour: number; breaks: number }) => [hour, breaks],
      )
    expect(await hours('2026-03-20', '2026-03-20')).toEqual([[12, 4]])
    expect(await hours('2026-03-10', '2026-04-05')).toEqual([[12, 27 * 4]])
    await there.close()
  },
)

test('measures the days of a checklist from its start, not from the creation of the account', async () => {
  const boss = await portal.addUser({ isAdmin: true })
  await portal.call(createTodo, { as: boss.token, body: aTodo() })
  const lasted = async (days: number) => {
    const one = await portal.addUser({ dept: 'Sales' })
    const { db } = portal.deps
    await db.updateTable('user').set({ created_at: '2025-01-01T00:00:00.000Z' }).where('id', '=', one.id).execute()
    const call = { as: boss.token, params: { id: one.id } }
    portal.setNow('2026-03-02T09:00:00.000Z')
    await portal.call(startOnboarding, call)
    portal.setNow(new Date(Date.parse('2026-03-02T16:00:00.000Z') + days * 86_400_000).toISOString())
    await portal.call(completeUserTasks, call)
  }
  await lasted(0)
  await lasted(4)
  expect((await read('2026-03-01', '2026-03-31')).checklists).toEqual([{ department: 'Sales', finished: 2, days: 2 }])
  // Counted in the period in which the last task was checked.
  expect((await read('2026-03-06', '2026-03-31')).checklists).toEqual([{ department: 'Sales', finished: 1, days: 4 }])
  expect((await read('2026-02-01', '2026-03-05')).checklists).toEqual([{ department: 'Sales', finished: 1, days: 0 }])
})

test('shows mood figures only of five or more reports that the reader cannot read, or to mood admins', async () => {
  const { db } = portal.deps
  const { id: period_id } = await db
    .insertInto('mood_period')
    .values({ start_date: '2026-02-02' })
    .onConflict((conflict) => conflict.column('start_date').doUpdateSet({ start_date: '2026-02-02' }))
    .returning('id')
    .executeTakeFirstOrThrow()
  const report = (user_id: number, level: number) => ({
    user_id,
    period_id,
    created_at: '2026-02-06T10:00:00.000Z',
    morale_level: level,
    stress_level: 3,
    workload_level: 2,
    manager_id: null,
    manager_department_id: null,
    manager_department: '',
    nominated_id: null,
    nominated_name: '',
    user_name: '',
    morale_comment: '',
    stress_comment: '',
    workload_comment: '',
    high_comment: 'x',
    low_comment: 'y',
    extra_comment: '',
    nominated_text: '',
  })
  await db
    .insertInto('mood_report')
    .values([101, 102, 103, 104].map((id) => report(id, 5)))
    .execute()
  const week = { startDate: '2026-02-02', endDate: '2026-02-08' }
  expect((await read('2026-02-04', '2026-02-05')).mood).toEqual([{ ...week, sent: null, averages: null }])
  await db.insertInto('mood_report').values(report(105, 4)).execute()
  expect((await read('2026-02-04', '2026-02-05')).mood).toEqual([
    { ...week, sent: 5, averages: { morale: 4.8, stress: 3, workload: 2 } },
  ])
  // A person who may read one of the five could work out what the other four said.
  const manager = await portal.addUser({ flags: { access_reporting: true, isCepManager: true } })
  await db.updateTable('mood_report').set({ manager_id: manager.id }).where('user_id', '=', 101).execute()
  const readBy = async ({ token }: TestUser) =>
    (await portal.call(getReport, { as: token, query: { from: '2026-02-04', to: '2026-02-05' } })).body.mood
  expect(await readBy(manager)).toEqual([{ ...week, sent: null, averages: null }])
  const all = await portal.addUser({ flags: { access_reporting: true, mood_admin: true } })
  expect(await readBy(all)).toMatchObject([{ sent: 5 }])
})

test('lists the finished mood weeks that overlap the period, also for a mood admin', async () => {
  const start_dates = ['2026-01-26', '2026-02-02', '2026-02-09', '2026-02-16']
  await portal.deps.db
    .insertInto('mood_period')
    .values(start_dates.map((start_date) => ({ start_date })))
    .execute()
  portal.setNow('2026-02-18T12:00:00.000Z')
  const { token } = await portal.addUser({ flags: { access_reporting: true, mood_admin: true } })
  const weeks = async (from: string, to: string) =>
    (await portal.call(getReport, { as: token, query: { from, to } })).body.mood.map(
      ({ startDate }: { startDate: string }) => startDate,
    )
  expect(await weeks('2026-02-02', '2026-02-08')).toEqual(['2026-02-02'])
  expect(await weeks('2026-02-01', '2026-02-09')).toEqual(['2026-01-26', '2026-02-02', '2026-02-09'])
  expect(await weeks('2026-02-15', '2026-02-18')).toEqual(['2026-02-09'])
})

test('refuses invalid days, a reversed period and too many days', async () => {
  const status = async (from: string, to: string) =>
    (await portal.call(getReport, { as: reader.token, query: { from, to } })).status
  expect(await status('2026-03-02', '2026-03-01')).toBe(400)
  expect(await status('2020-01-01', '2026-01-01')).toBe(400)
  expect(await status('yesterday', '2026-01-01')).toBe(400)
  // Weeks that begin before the year 0 or end after 9999 would be counted for ever.
  expect(await status('0000-01-01', '0000-01-31')).toBe(400)
  expect(await status('9999-12-01', '9999-12-31')).toBe(400)
  expect(await status('1900-01-01', '1900-01-01')).toBe(200)
  expect(await status('2199-12-31', '2199-12-31')).toBe(200)
})

test('only an admin can set the analytics address, which must be https without a password', async () => {
  const boss = await portal.addUser({ isAdmin: true })
  const set = (url: string, as = boss) => portal.call(setAnalytics, { as: as.token, body: { url } })
  for (const url of ['http://bi.example/', 'javascript:alert(1)', 'https://', 'bi.example', 'https:// bi.example'])
    expect((await set(url)).status, url).toBe(400)
  for (const url of ['https://ann:pw@bi.example/', 'https://ann@bi.example'])
    expect((await set(url)).body, url).toMatchObject({ fields: { url: expect.stringContaining('no password') } })
  expect((await set('https://bi.example/', reader)).status).toBe(403)
  expect((await set('https://bi.example/@ann?to=a@b.example')).status).toBe(200)
  expect((await set('https://bi.example/board?x=1')).body).toEqual({ url: 'https://bi.example/board?x=1' })
  expect((await portal.call(getAnalytics, { as: reader.token })).body).toEqual({ url: 'https://bi.example/board?x=1' })
  expect((await set('')).body).toEqual({ url: '' })
})

test('counts breaks of a local day that begins at half past the hour in UTC', async () => {
  const india = await openPortal({ config: { timeZone: 'Asia/Kolkata' } })
  const as = (await india.addUser({ flags: { access_reporting: true } })).token
  const row = (clock_out_time: string) => ({
    user_id: 1,
    user_name: 'Ann',
    department: 'Ops',
    break_type: 'Break',
    custom_message: '',
    clock_out_time,
    clock_in_time: clock_out_time,
    changed_by: null,
    rev: 1,
  })
  // In UTC, 5 March lasts from 18:30 to 18:30.
  const times = ['04T18:29:59.999', '04T18:30:00.000', '05T03:30:00.000', '05T18:29:59.999', '05T18:30:00.000']
  await india.deps.db
    .insertInto('break_log')
    .values(times.map((time) => row(`2026-03-${time}Z`)))
    .execute()
  const { body } = await india.call(getReport, { as, query: { from: '2026-03-05', to: '2026-03-05' } })
  expect(body.types).toEqual([{ breakType: 'Break', breaks: 3, minutes: 0 }])
  await india.close()
})
