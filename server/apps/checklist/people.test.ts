import { afterEach, beforeEach, expect, test } from 'vitest'
import * as calls from '#contract/apps/checklist.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'
import { aTodo } from '#tests/todo.ts'

let portal: Portal
let boss: TestUser
beforeEach(async () => {
  portal = await openPortal()
  boss = await portal.addUser({ name: 'Bo', isAdmin: true })
  for (const isOffboarding of [false, true])
    await portal.call(calls.createTodo, { as: boss.token, body: aTodo({ isOffboarding }) })
})
afterEach(() => portal.close())

const as = () => ({ as: boss.token })
const of = (id: number) => ({ ...as(), params: { id } })
const done = async () => (await portal.call(calls.listDoneUsers, as())).body
const incomplete = async () => (await portal.call(calls.listIncompleteUsers, as())).body
const tasks = async (id: number) => (await portal.call(calls.listUserTasks, of(id))).body

test('a checklist is done once all tasks are checked, and a checked task names who checked it', async () => {
  const ann = await portal.addUser({ name: 'Ann', dept: 'Sales' })
  await portal.addUser({ name: 'Nobody’s' })
  await portal.call(calls.startOnboarding, of(ann.id))
  expect(await done()).toEqual([])
  const [task] = (await portal.call(calls.completeUserTasks, of(ann.id))).body
  expect(task).toMatchObject({ isChecked: true, checkedBy: 'Bo' })
  const row = { id: ann.id, name: 'Ann', email: ann.email, empType: 'Sales', isOffboarding: false, deactivated: false }
  expect(await done()).toEqual([row])
  const opened = await portal.call(calls.checkTask, { ...of(task._id), body: { isChecked: false } })
  expect(opened.body).not.toHaveProperty('checkedBy')
  expect([await done(), (await incomplete()).length]).toEqual([[], 1])
})

test('lists a leaving person without any task as done', async () => {
  for (const { _id } of (await portal.call(calls.listTodos, as())).body) await portal.call(calls.deleteTodo, of(_id))
  const ann = await portal.addUser({ name: 'Ann' })
  await portal.call(calls.startOffboarding, of(ann.id))
  expect(await done()).toMatchObject([{ name: 'Ann', isOffboarding: true }])
  expect(await incomplete()).toEqual([])
})

test('cancelling an offboarding deletes its unchecked tasks, and keeps the checked ones and those of others', async () => {
  await portal.call(calls.createTodo, { ...as(), body: aTodo({ customMessage: 'Keys', isOffboarding: true }) })
  const ann = await portal.addUser({ name: 'Ann' })
  const cy = await portal.addUser({ name: 'Cy' })
  await portal.call(calls.startOffboarding, of(cy.id))
  await portal.call(calls.startOnboarding, of(ann.id))
  const [badge] = (await portal.call(calls.startOffboarding, of(ann.id))).body
  await portal.call(calls.checkTask, { ...of(badge._id), body: { isChecked: true } })
  expect((await portal.call(calls.cancelOffboarding, of(ann.id))).status).toBe(204)
  expect((await tasks(ann.id)).map(({ isOffboarding }: { isOffboarding: boolean }) => isOffboarding)).toEqual([
    false,
    true,
  ])
  expect(await incomplete()).toMatchObject([
    { name: 'Ann', isOffboarding: false },
    { name: 'Cy', isOffboarding: true },
  ])
  expect(await tasks(cy.id)).toHaveLength(2)
  expect((await portal.call(calls.cancelOffboarding, of(ann.id))).status).toBe(204)
  expect((await portal.call(calls.startOffboarding, of(ann.id))).status).toBe(201)
  expect(await tasks(ann.id)).toHaveLength(3)
  expect((await portal.call(calls.cancelOffboarding, of(99_999))).status).toBe(404)
})

test('starting a checklist returns its tasks, and not those of the other one that the person has too', async () => {
  const ann = await portal.addUser({ name: 'Ann' })
  const start = async (call: typeof calls.startOnboarding | typeof calls.startOffboarding) => {
    const { status, body } = await portal.call(call, of(ann.id))
    return [status, body.map(({ isOffboarding }: calls.UserTask) => isOffboarding)]
  }
  expect(await start(calls.startOffboarding)).toEqual([201, [true]])
  expect(await start(calls.startOnboarding)).toEqual([201, [false]])
  expect(await start(calls.startOnboarding)).toEqual([200, [false]])
  expect(await start(calls.startOffboarding)).toEqual([200, [true]])
})
