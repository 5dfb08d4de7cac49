import { afterEach, beforeEach, expect, test } from 'vitest'
import * as calls from '#contract/apps/checklist.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'
import { aTodo } from '#tests/todo.ts'

let portal: Portal
let boss: TestUser
let ann: TestUser
beforeEach(async () => {
  portal = await openPortal()
  // In Berlin it is already the 29th.
  portal.setNow('2026-03-28T23:30:00.000Z')
  boss = await portal.addUser({ name: 'Bo', isAdmin: true })
  ann = await portal.addUser({ name: 'Ann' })
})
afterEach(() => portal.close())

const of = (id: number) => ({ as: boss.token, params: { id } })
const addTodo = (over: object = {}) => portal.call(calls.createTodo, { as: boss.token, body: aTodo(over) })
const due = async (id = ann.id) =>
  (await portal.call(calls.listUserTasks, of(id))).body.map(({ dueOn }: calls.UserTask) => dueOn)
const incomplete = async (): Promise<calls.IncompleteUser[]> =>
  (await portal.call(calls.listIncompleteUsers, { as: boss.token })).body
const leave = (body?: object) => portal.call(calls.startOffboarding, { ...of(ann.id), ...(body ? { body } : {}) })

test('due dates count from the company’s day on which the list began, also for tasks added later', async () => {
  await addTodo({ dueDays: 4 })
  await addTodo()
  await portal.call(calls.startOnboarding, of(ann.id))
  expect(await due()).toEqual(['2026-04-02', undefined])
  portal.setNow('2026-03-31T10:00:00.000Z')
  await addTodo({ dueDays: 0 })
  await portal.call(calls.startOnboarding, of(ann.id))
  expect(await due()).toEqual(['2026-04-02', undefined, '2026-03-29'])
})

test('new due days of a todo count from the day on which each list began', async () => {
  const { body } = await addTodo({ dueDays: 4 })
  await portal.call(calls.startOnboarding, of(ann.id))
  portal.setNow('2026-03-31T10:00:00.000Z')
  const cy = await portal.addUser({ name: 'Cy' })
  await portal.call(calls.startOnboarding, of(cy.id))
  await portal.call(calls.updateTodo, { ...of(body._id), body: aTodo({ dueDays: 1 }) })
  expect([await due(), await due(cy.id)]).toEqual([['2026-03-30'], ['2026-04-01']])
})

test('tasks added to a finished list are due counting from the day they were added', async () => {
  await addTodo({ dueDays: 4 })
  await portal.call(calls.startOnboarding, of(ann.id))
  await portal.call(calls.completeUserTasks, of(ann.id))
  portal.setNow('2026-04-05T10:00:00.000Z')
  await addTodo({ dueDays: 2 })
  await portal.call(calls.startOnboarding, of(ann.id))
  expect(await due()).toEqual(['2026-04-02', '2026-04-07'])
})

test('a task unchecked after the last day has moved gets its due date from the new last day', async () => {
  await addTodo({ isOffboarding: true, dueDays: 2 })
  await leave({ lastDay: '2026-04-10' })
  const [task] = (await portal.call(calls.listUserTasks, of(ann.id))).body
  const check = (isChecked: boolean) => portal.call(calls.checkTask, { ...of(task._id), body: { isChecked } })
  await check(true)
  await leave({ lastDay: '2026-04-30' })
  expect(await due()).toEqual(['2026-04-12'])
  expect((await check(false)).body).toMatchObject({ dueOn: '2026-05-02' })
  expect(await due()).toEqual(['2026-05-02'])
})

test('of two simultaneous offboarding requests, the one with a last day sets it', async () => {
  for (let round = 0; round < 20; round++) {
    const one = await portal.addUser()
    const start = (body: object) => portal.call(calls.startOffboarding, { ...of(one.id), body })
    await Promise.all([start({ lastDay: '2030-01-01' }), start({})])
    const { db } = portal.deps
    const kept = await db.selectFrom('user').select('last_day').where('id', '=', one.id).executeTakeFirstOrThrow()
    expect(kept.last_day).toBe('2030-01-01')
  }
})

test('counts overdue tasks until they are checked', async () => {
  await addTodo({ dueDays: 1 })
  await addTodo({ dueDays: 1 })
  await portal.call(calls.startOnboarding, of(ann.id))
  portal.setNow('2026-03-30T21:59:00.000Z')
  expect((await incomplete())[0]).toEqual({
    id: ann.id,
    name: 'Ann',
    email: ann.email,
    empType: '',
    isOffboarding: false,
  })
  portal.setNow('2026-03-30T22:00:00.000Z')
  expect((await incomplete())[0]).toMatchObject({ overdue: 2 })
  const [task] = (await portal.call(calls.listUserTasks, of(ann.id))).body
  await portal.call(calls.checkTask, { ...of(task._id), body: { isChecked: true } })
  expect((await incomplete())[0]).toMatchObject({ overdue: 1 })
})

test('offboarding sets the last day, by default today, and the due dates of open tasks move with it', async () => {
  await addTodo({ isOffboarding: true, dueDays: -3 })
  await addTodo({ isOffboarding: true, dueDays: 7 })
  expect((await leave()).status).toBe(201)
  expect(await due()).toEqual(['2026-03-26', '2026-04-05'])
  expect((await incomplete())[0]).toMatchObject({ lastDay: '2026-03-29', overdue: 1 })
  const [first] = (await portal.call(calls.listUserTasks, of(ann.id))).body
  await portal.call(calls.checkTask, { ...of(first._id), body: { isChecked: true } })
  expect((await leave({ lastDay: '2026-12-31' })).status).toBe(200)
  expect(await due()).toEqual(['2026-03-26', '2027-01-07'])
  expect((await leave({})).status).toBe(200)
  expect((await incomplete())[0]).toMatchObject({ lastDay: '2026-12-31' })
  await portal.call(calls.cancelOffboarding, of(ann.id))
  expect((await leave()).status).toBe(201)
  expect((await incomplete())[0]).toMatchObject({ lastDay: '2026-03-29' })
  await portal.call(calls.cancelOffboarding, of(ann.id))
  expect((await leave({ lastDay: '2026-06-30' })).status).toBe(201)
  expect(await due()).toEqual(['2026-03-26', '2026-07-07'])
})

test.each([
  ['a fraction', { dueDays: 1.5 }, 'dueDays'],
  ['more than a year', { dueDays: 366 }, 'dueDays'],
  ['before the start', { dueDays: -1 }, 'dueDays'],
  ['a stranger', { owner: 'cat' }, 'owner'],
])('refuses due days or an owner with 400: %s', async (_, over, field) => {
  const { status, body } = await addTodo(over)
  expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
})

test('refuses a last day that is not a date from 2000 to 2099 with 400', async () => {
  for (const lastDay of ['1999-12-31', '2100-01-01', '2026-02-30', 'soon'])
    expect((await leave({ lastDay })).status, lastDay).toBe(400)
})

test('negative due days are dropped when an offboarding todo becomes an onboarding todo', async () => {
  const { body } = await addTodo({ isOffboarding: true, dueDays: -3 })
  const turned = await portal.call(calls.updateTodo, { ...of(body._id), body: aTodo() })
  expect([turned.status, turned.body.dueDays]).toEqual([200, undefined])
})
