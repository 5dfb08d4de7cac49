import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deleteUser, updatePermissions, updateUser } from '#contract/apps/accounts.ts'
import { type Department, deleteDepartment, listDepartments, updateDepartment } from '#contract/apps/checklist.ts'
import { type DateRange, listAllReports, listOpenPeriods, listPeriods, submitMoodReport } from '#contract/apps/mood.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'
import { createSession } from '../../http/sessions.ts'
import { ensureWeeks } from './weeks.ts'

/** A Thursday. Its week ends on 29 March, the last Sunday of the month. */
const NOW = '2026-03-26T10:00:00.000Z'

let portal: Portal
let ann: TestUser
beforeEach(async () => {
  portal = await openPortal()
  portal.setNow(NOW)
  ann = await portal.addUser({ name: 'Ann', flags: { access_mood: true, isCEP: true } })
})
afterEach(() => portal.close())

/** Signs in anew: these tests span weeks, longer than a session lasts. */
const tokenOf = ({ id }: TestUser) => createSession(portal.deps.db, id, portal.deps.clock())
const weeks = async (call = listOpenPeriods, user = ann): Promise<DateRange[]> =>
  (await portal.call(call, { as: await tokenOf(user) })).body
const starts = (list: readonly DateRange[]) => list.map(({ startDate }) => startDate)
const good = (timePeriod: number) => ({
  timePeriod,
  moraleLevel: 4,
  stressLevel: 3,
  workloadLevel: 2,
  highComment: 'The new lamp',
  lowComment: 'Rain',
})
const send = async (body: object, user = ann, headers = {}) =>
  portal.call(submitMoodReport, { as: await tokenOf(user), body, headers })
const stored = async () => (await portal.deps.db.selectFrom('mood_report').selectAll().execute()).length

test('the list of weeks starts with the current one, gains each week that begins and hides future ones', async () => {
  expect(await weeks(listPeriods)).toEqual([
    {
      _id: expect.any(Number),
      startDate: '2026-03-23',
      endDate: '2026-03-29',
      isEmployeeOfTheMonthReport: true,
    },
  ])
  portal.setNow('2026-04-19T21:59:59.999Z') // a Sunday in Berlin, for one more millisecond
  expect(starts(await weeks(listPeriods))).toEqual(['2026-03-23', '2026-03-30', '2026-04-06', '2026-04-13'])
  portal.setNow('2026-04-19T22:00:00.000Z')
  expect(starts(await weeks(listPeriods)).at(-1)).toBe('2026-04-20')
  // When the clock goes back, no week is created and future ones are hidden, and none of them is open.
  portal.setNow(NOW)
  expect(starts(await weeks(listPeriods))).toEqual(['2026-03-23'])
  expect(starts(await weeks(listOpenPeriods))).toEqual(['2026-03-23'])
})

test('a report shows the last names of a deleted author, nominee and department', async () => {
  const boss = await portal.addUser({ isAdmin: true, flags: { mood_admin: true } })
  const mona = await portal.addUser({ name: 'Mona', dept: 'Sales', flags: { isCepManager: true } })
  const leah = await portal.addUser({ name: 'Maiden', manager: mona.id, flags: { access_mood: true, isCEP: true } })
  const nora = await portal.addUser({ name: 'Nora Before', flags: { isCEP: true } })
  const max = await portal.addUser({ name: 'Max', dept: 'Support', flags: { isCepManager: true } })
  const otto = await portal.addUser({ name: 'Otto', manager: max.id, flags: { access_mood: true, isCEP: true } })
  const pia = await portal.addUser({ name: 'Pia', flags: { isCEP: true } })
  const as = { as: boss.token }
  const [week] = await weeks()
  await send({ ...good(week?._id ?? 0), nominatedEmployee: nora.id }, leah)
  await send({ ...good(week?._id ?? 0), nominatedEmployee: pia.id }, otto)
  const rename = (id: number, name: string) =>
    portal.call(updateUser, { ...as, params: { id }, body: { name, email: `${id}@example.com` } })
  await rename(leah.id, 'Married')
  await rename(nora.id, 'Nora After')
  const found: Department[] = (await portal.call(listDepartments, as)).body
  const paramsOf = (name: string) => ({ id: found.find(({ empType }) => empType === name)?._id ?? 0 })
  await portal.call(updateDepartment, { ...as, params: paramsOf('Sales'), body: { empType: 'Growth' } })
  for (const [manager, dept] of [
    [mona, 'Sales'],
    [max, 'Support'],
  ] as const) {
    await portal.call(updatePermissions, { ...as, params: { id: manager.id }, body: { dept: '' } })
    expect((await portal.call(deleteDepartment, { ...as, params: paramsOf(dept) })).status).toBe(204)
  }
  for (const { id } of [leah, nora, otto, pia]) await portal.call(deleteUser, { ...as, params: { id } })
  expect((await portal.call(listAllReports, as)).body).toMatchObject([
    { name: 'Otto', nominatedEmployeeName: 'Pia', manager: { user: max.id, empType: 'Support' } },
    { name: 'Married', nominatedEmployeeName: 'Nora After', manager: { user: mona.id, empType: 'Growth' } },
  ])
})

test('concurrent calls create each week only once', async () => {
  const { db } = portal.deps
  const timeZone = 'Europe/Berlin'
  await ensureWeeks(db, { now: NOW, timeZone })
  const now = '2027-03-26T10:00:00.000Z'
  await Promise.all(Array.from({ length: 12 }, () => ensureWeeks(db, { now, timeZone })))
  portal.setNow(now)
  const all = starts(await weeks(listPeriods))
  expect(all).toHaveLength(53)
  expect(new Set(all).size).toBe(53)
})

test('weeks are open from the one in which a person joined, until reported or four weeks after their end', async () => {
  const [first] = await weeks()
  expect(starts(await weeks())).toEqual(['2026-03-23'])
  portal.setNow('2026-04-26T10:00:00.000Z') // 28 days after 29 March
  expect(starts(await weeks())).toEqual(['2026-03-23', '2026-03-30', '2026-04-06', '2026-04-13', '2026-04-20'])
  const late = await portal.addUser({ flags: { access_mood: true } })
  expect(starts(await weeks(listOpenPeriods, late))).toEqual(['2026-04-20'])

  expect((await send(good(first?._id ?? 0), late)).status).toBe(400) // before they joined
  expect((await send(good(first?._id ?? 0))).status).toBe(201)
  expect(starts(await weeks())).not.toContain('2026-03-23')
  portal.setNow('2026-04-27T10:00:00.000Z')
  expect(starts(await weeks())).toEqual(['2026-03-30', '2026-04-06', '2026-04-13', '2026-04-20', '2026-04-27'])
  portal.setNow('2026-05-04T10:00:00.000Z')
  const tooLate = (await weeks(listPeriods)).find(({ startDate }) => startDate === '2026-03-30')
  expect((await send(good(tooLate?._id ?? 0))).body.detail).toBe('This week is not open to you, or no longer open.')
})

test('submitting a report returns it with trimmed comments, the nominee and the manager', async () => {
  const boss = await portal.addUser({ name: 'Bo', dept: 'Sales', flags: { isCepManager: true } })
  const cy = await portal.addUser({ name: 'Cy', manager: boss.id, flags: { access_mood: true } })
  const [week] = await weeks(listOpenPeriods, cy)
  const body = {
    ...good(week?._id ?? 0),
    highComment: '  The new lamp 💡 ',
    stressComment: ' ',
    nominatedEmployee: ann.id,
    nominatedText: 'Always there',
  }
  expect(await send(body, cy)).toMatchObject({
    status: 201,
    body: {
      _id: expect.any(Number),
      user: cy.id,
      name: 'Cy',
      createdAt: NOW,
      timePeriod: week?._id,
      moraleLevel: 4,
      moraleComment: '',
      stressLevel: 3,
      stressComment: '',
      workloadLevel: 2,
      workloadComment: '',
      highComment: 'The new lamp 💡',
      lowComment: 'Rain',
      extraComment: '',
      nominatedEmployee: ann.id,
      nominatedEmployeeName: 'Ann',
      nominatedText: 'Always there',
      manager: { user: boss.id, empType: 'Sales' },
    },
  })
  expect((await send(good(week?._id ?? 0))).body).toMatchObject({
    manager: null,
    nominatedEmployee: null,
    nominatedEmployeeName: '',
  })
})

test('missing or blank fields are named in one sentence in form order; bad levels and long texts get 400', async () => {
  const [week] = await weeks()
  const sentence = async (body: object) => {
    const { status, body: problem } = await send(body)
    expect(status).toBe(400)
    return problem
  }
  expect((await sentence({})).detail).toBe(
    'Required fields missing: Morale, Stress, Workload, Weekly High, Weekly Low, Date Range.',
  )
  const { detail, fields } = await sentence({
    ...good(week?._id ?? 0),
    stressLevel: null,
    highComment: ' \n ',
    workloadLevel: 7,
  })
  expect(detail).toBe('Required fields missing: Stress, Weekly High.')
  expect(Object.keys(fields).sort()).toEqual(['highComment', 'stressLevel', 'workloadLevel'])
  for (const level of [0, 6, 2.5, '3', true])
    expect((await sentence({ ...good(week?._id ?? 0), moraleLevel: level })).detail).toMatch(/^A level/)
  expect((await sentence({ ...good(week?._id ?? 0), lowComment: '🌧'.repeat(5_001) })).detail).toBe(
    'Weekly Low can have at most 5,000 characters.',
  )
  expect((await send({ ...good(week?._id ?? 0), lowComment: '🌧'.repeat(5_000) })).status).toBe(201)
})

test('a nominee must be another active company employee, in the last week of a month', async () => {
  const flags = { isCEP: true }
  const others = {
    fine: await portal.addUser({ name: 'Di', flags }),
    gone: await portal.addUser({ flags, deactivated: true }),
    guest: await portal.addUser(),
  }
  const [last] = await weeks()
  portal.setNow('2026-04-02T10:00:00.000Z')
  const ordinary = (await weeks()).at(-1)
  const vote = async (nominatedEmployee: number, week = last) => {
    const { status, body } = await send({ ...good(week?._id ?? 0), nominatedEmployee })
    return [status, body.detail ?? body.nominatedEmployeeName]
  }
  expect(await vote(ann.id)).toEqual([400, ' Spread the love, vote for someone else.'])
  expect(await vote(ann.id, ordinary)).toEqual([400, ' Spread the love, vote for someone else.'])
  expect((await vote(others.fine.id, ordinary))[0]).toBe(400)
  expect((await vote(others.gone.id))[0]).toBe(400)
  expect((await vote(others.guest.id))[0]).toBe(400)
  expect((await vote(99_999))[0]).toBe(400)
  expect(await stored()).toBe(0)
  expect(await vote(others.fine.id)).toEqual([201, 'Di'])
})

test('a week takes one report per person: others get 409, a repeated idempotency key the same answer', async () => {
  const [week] = await weeks()
  const key = { 'idempotency-key': randomUUID() }
  const first = await send(good(week?._id ?? 0), ann, key)
  const again = await send(good(week?._id ?? 0), ann, key)
  expect([first.status, again.status, again.headers['idempotency-replayed']]).toEqual([201, 201, 'true'])
  expect(again.body).toEqual(first.body)
  const other = await send(good(week?._id ?? 0))
  expect(other).toMatchObject({ status: 409, body: { current: first.body } })

  const bo = await portal.addUser({ flags: { access_mood: true } })
  const answers = await Promise.all(Array.from({ length: 6 }, () => send(good(week?._id ?? 0), bo)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
  expect(await stored()).toBe(2)
  expect((await send(good(99_999))).status).toBe(400)
})
