import { afterEach, beforeEach, expect, test } from 'vitest'
import { login } from '#contract/apps/accounts.ts'
import * as calls from '#contract/apps/mood.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { seedCompany } from './company.ts'

/** A Friday morning. */
const NOW = '2026-03-06T09:30:00.000Z'

let portal: Portal
beforeEach(async () => {
  portal = await openPortal()
  portal.setNow(NOW)
  const { timeZone } = portal.deps.config
  await portal.deps.db.transaction().execute((db) => seedCompany(db, { people: 60, now: NOW, timeZone }))
})
afterEach(() => portal.close())

const signIn = async (username: string): Promise<string> =>
  (await portal.call(login, { body: { username, password: 'foyer-demo' } })).body.token

test('creates reports for 14 past weeks, each by over 60 % of people, and for the current one up to now', async () => {
  const as = await signIn('haruki@foyer.example')
  const weeks: calls.DateRange[] = (
    await portal.call(calls.listPeriods, { as: await signIn('ines.okafor@foyer.example') })
  ).body
  expect(weeks).toHaveLength(15)
  const reports: calls.MoodReport[] = (await portal.call(calls.listAllReports, { as })).body
  expect(reports.length).toBeGreaterThan(500)
  expect(new Set(reports.map(({ timePeriod }) => timePeriod)).size).toBe(15)
  for (const { createdAt, highComment, lowComment, nominatedEmployee, user, timePeriod } of reports) {
    expect(createdAt <= NOW).toBe(true)
    expect(highComment && lowComment).toBeTruthy()
    expect(nominatedEmployee === null || nominatedEmployee !== user).toBe(true)
    const week = weeks.find(({ _id }) => _id === timePeriod)
    expect(nominatedEmployee === null || week?.isEmployeeOfTheMonthReport).toBe(true)
  }
  expect(reports.filter(({ nominatedEmployee }) => nominatedEmployee !== null).length).toBeGreaterThan(60)
  const sent = reports.map(({ createdAt }) => createdAt)
  expect(sent).toEqual([...sent].sort().reverse())
  const all = await portal.call(calls.getMoodTrends, { as, query: { scope: 'moodAdmin' } })
  expect(all.body.lowStreaks.length).toBeGreaterThan(0)
  for (const { sent: count, expected } of all.body.weeks.slice(0, -1)) expect(count / expected).toBeGreaterThan(0.6)
})

test('creates over 30 reports for each manager, and leaves the demo users open weeks to report', async () => {
  for (const [email, call] of [
    ['nora.lindqvist@foyer.example', calls.listMyReports],
    ['jurgen.weiss@foyer.example', calls.listDeptReports],
    ['celine.dubois@foyer.example', calls.listDeptReports],
  ] as const)
    expect((await portal.call(call, { as: await signIn(email) })).body.length, email).toBeGreaterThan(30)
  for (const email of ['ines.okafor@foyer.example', 'grace.miller@foyer.example']) {
    const { body } = await portal.call(calls.listOpenPeriods, { as: await signIn(email) })
    expect(body.length, email).toBeGreaterThan(1)
    expect(
      body.some((week: calls.DateRange) => week.isEmployeeOfTheMonthReport),
      email,
    ).toBe(true)
  }
})
