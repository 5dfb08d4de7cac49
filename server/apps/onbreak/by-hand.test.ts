/** Breaks that a person enters by hand (spec §7, POST onbreak/create/breakdata). */
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as calls from '#contract/apps/onbreak.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

let portal: Portal
let ann: Awaited<ReturnType<Portal['addUser']>>
let boss: typeof ann

beforeEach(async () => {
  portal = await openPortal({ config: { timeZone: 'Europe/Berlin' } })
  ann = await portal.addUser({ flags: { access_onbreak: true } })
  boss = await portal.addUser({ flags: { onbreak_admin: true, access_reporting: true } })
})
afterEach(() => portal.close())

const log = async () =>
  (await portal.call(calls.listBreakLog, { as: boss.token, query: { from: '2026-03-01', to: '2026-03-31' } })).body

test('creates a manual entry, and returns the existing one for the same time of leaving', async () => {
  const body = { breakType: 'Lunch', customMessage: 'Soup', clockOutTime: '2026-03-05T12:00:00+01:00' }
  const first = await portal.call(calls.createBreakData, { as: ann.token, body })
  expect(first).toMatchObject({ status: 201, body: { user: ann.id, clockOutTime: '2026-03-05T11:00:00.000Z' } })
  const second = await portal.call(calls.createBreakData, { as: ann.token, body })
  expect(second).toMatchObject({ status: 200, body: first.body })
  expect(await log()).toHaveLength(1)
})

test.each([
  ['a type that nobody knows', { breakType: 'Nap', clockOutTime: '2026-03-05T11:00:00.000Z' }, 'breakType'],
  ['a break to come', { breakType: 'Lunch', clockOutTime: '2026-03-05T13:00:00.001Z' }, 'clockOutTime'],
])('refuses a manual entry for %s', async (_, body, field) => {
  portal.setNow('2026-03-05T12:00:00.000Z')
  const refused = await portal.call(calls.createBreakData, { as: ann.token, body })
  expect(refused.status).toBe(400)
  expect(Object.keys(refused.body.fields)).toEqual([field])
  expect(await log()).toEqual([])
  const isTaken = async (over: object) =>
    (await portal.call(calls.createBreakData, { as: ann.token, body: { ...body, ...over } })).status
  // A device's clock may be ahead, and a type that was added is known.
  await portal.call(calls.createBreakType, { as: boss.token, body: { breakType: 'Nap' } })
  expect(await isTaken({ clockOutTime: '2026-03-05T13:00:00.000Z' })).toBe(201)
})

test('closes a manual entry that is made during a break, and leaves the running break open, whose end leaves it', async () => {
  portal.setNow('2026-03-05T12:00:00.000Z')
  await portal.call(calls.updateMyBreak, { as: ann.token, body: { status: false, breakType: 'Break' } })
  const [running] = await log()
  const clockOutTime = '2026-03-01T10:00:00.000Z'
  await portal.call(calls.createBreakData, { as: ann.token, body: { breakType: 'Lunch', clockOutTime } })
  const rows = await portal.deps.db.selectFrom('break_log').selectAll().orderBy('clock_out_time').execute()
  expect(rows.map((row) => [row.break_type, row.clock_in_time])).toEqual([
    ['Lunch', clockOutTime],
    ['Break', null],
  ])
  expect(running.clockOutTime).toBe('2026-03-05T12:00:00.000Z')
  portal.setNow('2026-03-05T12:30:00.000Z')
  await portal.call(calls.updateMyBreak, { as: ann.token, body: { status: true } })
  expect(await log()).toMatchObject([
    { breakType: 'Lunch', clockInTime: clockOutTime },
    { breakType: 'Break', clockInTime: '2026-03-05T12:30:00.000Z' },
  ])
})

test('a break that begins at the time of leaving of a manual entry goes on in that entry', async () => {
  portal.setNow('2026-03-05T12:00:00.000Z')
  const eve = await portal.addUser({ flags: { access_onbreak: true } })
  for (const [user, hour] of [
    [eve, 11],
    [ann, 12],
  ] as const) {
    const body = { breakType: 'Break', clockOutTime: `2026-03-05T${hour}:00:00.000Z` }
    await portal.call(calls.createBreakData, { as: user.token, body })
  }
  await portal.call(calls.updateMyBreak, { as: ann.token, body: { status: false, breakType: 'Lunch' } })
  expect(await log()).toMatchObject([
    { user: eve.id, breakType: 'Break', clockInTime: '2026-03-05T11:00:00.000Z' },
    { user: ann.id, breakType: 'Lunch', clockInTime: null },
  ])
})

test('stores a manual entry of an available person with zero duration', async () => {
  portal.setNow('2026-03-05T12:00:00.000Z')
  for (const clockOutTime of ['1900-01-01T00:00:00.000Z', '2026-03-04T09:00:00.000Z']) {
    const made = await portal.call(calls.createBreakData, {
      as: ann.token,
      body: { breakType: 'Lunch', clockOutTime },
    })
    expect(made).toMatchObject({ status: 201, body: { clockOutTime, clockInTime: clockOutTime } })
  }
})

test('stores identical concurrent entries once', async () => {
  const body = { breakType: 'Lunch', clockOutTime: '2026-03-05T11:00:00.000Z' }
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => portal.call(calls.createBreakData, { as: ann.token, body })),
  )
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 200, 200, 200, 201])
  expect(await log()).toHaveLength(1)
})

test('accepts an entry of a deleted type during a break of that type, but not after it', async () => {
  portal.setNow('2026-03-05T12:00:00.000Z')
  const { body: type } = await portal.call(calls.createBreakType, { as: boss.token, body: { breakType: 'Nap' } })
  await portal.call(calls.updateMyBreak, { as: ann.token, body: { status: false, breakType: 'Nap' } })
  await portal.call(calls.deleteBreakType, { as: boss.token, params: { id: type._id } })
  const tell = async (clockOutTime: string) =>
    (await portal.call(calls.createBreakData, { as: ann.token, body: { breakType: 'Nap', clockOutTime } })).status
  expect(await tell('2026-03-05T11:59:59.000Z')).toBe(201)
  await portal.call(calls.updateMyBreak, { as: ann.token, body: { status: true } })
  expect(await tell('2026-03-05T11:00:00.000Z')).toBe(400)
})
