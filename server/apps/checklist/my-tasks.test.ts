import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { updatePermissions } from '#contract/apps/accounts.ts'
import * as calls from '#contract/apps/checklist.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'
import { aTodo } from '#tests/todo.ts'

let portal: Portal
let boss: TestUser
let mona: TestUser
let ann: TestUser
beforeEach(async () => {
  portal = await openPortal()
  portal.setNow('2026-03-02T09:00:00.000Z')
  boss = await portal.addUser({ name: 'Bo', isAdmin: true })
  mona = await portal.addUser({ name: 'Mona', flags: { isCepManager: true } })
  ann = await portal.addUser({ name: 'Ann', manager: mona.id })
  for (const [customMessage, owner, dueDays] of [
    ['Laptop', undefined, undefined],
    ['First week', 'manager', 5],
    ['Read the handbook', 'self', 3],
    ['Photo', 'self', 1],
  ] as const)
    await portal.call(calls.createTodo, { as: boss.token, body: aTodo({ customMessage, owner, dueDays }) })
  await portal.call(calls.startOnboarding, { as: boss.token, params: { id: ann.id } })
})
afterEach(() => portal.close())

const mine = async ({ token }: TestUser): Promise<calls.MyTask[]> =>
  (await portal.call(calls.listMyTasks, { as: token })).body
const titles = (list: readonly { customMessage: string }[]) => list.map(({ customMessage }) => customMessage)
const all = async (): Promise<calls.UserTask[]> =>
  (await portal.call(calls.listUserTasks, { as: boss.token, params: { id: ann.id } })).body
const idOf = async (title: string) => (await all()).find(({ customMessage }) => customMessage === title)?._id ?? 0
const check = ({ token }: TestUser, id: number | string, isChecked = true, headers = {}) =>
  portal.call(calls.checkTask, { as: token, params: { id }, body: { isChecked }, headers })
const manage = (id: number, cepManager: number | null) =>
  portal.call(updatePermissions, { as: boss.token, params: { id }, body: { cepManager } })

test('lists the tasks that a user has to do, sorted by due date, with undated tasks last', async () => {
  expect(await mine(ann)).toMatchObject([
    { customMessage: 'Photo', owner: 'self', dueOn: '2026-03-03', dueDays: 1, userId: ann.id, userName: 'Ann' },
    { customMessage: 'Read the handbook', dueOn: '2026-03-05' },
  ])
  expect(titles(await mine(mona))).toEqual(['First week'])
  expect(await mine(boss)).toEqual([])
  const body = aTodo({ customMessage: 'Any time', owner: 'self' })
  await portal.call(calls.createTodo, { as: boss.token, body })
  await portal.call(calls.startOnboarding, { as: boss.token, params: { id: ann.id } })
  expect(titles(await mine(ann))).toEqual(['Photo', 'Read the handbook', 'Any time'])
})

test('tasks due on the same day are sorted by the name of the person, then by their checklist', async () => {
  for (const name of ['Zed', 'adam', 'Ärne']) {
    const { id } = await portal.addUser({ name, manager: mona.id })
    await portal.call(calls.startOnboarding, { as: boss.token, params: { id } })
  }
  const last = aTodo({ customMessage: 'Second week', owner: 'manager', dueDays: 5 })
  await portal.call(calls.createTodo, { as: boss.token, body: last })
  await portal.call(calls.startOnboarding, { as: boss.token, params: { id: ann.id } })
  const todos: calls.Todo[] = (await portal.call(calls.listTodos, { as: boss.token })).body
  const inOrder = [...todos.slice(-1), ...todos.slice(0, -1)].map(({ _id }, weight) => ({ _id, weight }))
  expect((await portal.call(calls.reorderTodos, { as: boss.token, body: inOrder })).status).toBe(200)
  expect((await mine(mona)).map(({ userName, customMessage }) => `${userName}: ${customMessage}`)).toEqual([
    'adam: First week',
    'Ann: Second week',
    'Ann: First week',
    'Ärne: First week',
    'Zed: First week',
  ])
})

test('tasks of the onboarding come before those of the offboarding that are due on the same day, or on none', async () => {
  for (const over of [{ isOffboarding: true }, { isOffboarding: false }])
    for (const dueDays of [undefined, 0]) {
      const customMessage = `${over.isOffboarding ? 'Offboarding' : 'Onboarding'}, ${dueDays === 0 ? 'today' : 'any time'}`
      await portal.call(calls.createTodo, {
        as: boss.token,
        body: aTodo({ ...over, customMessage, owner: 'self', dueDays }),
      })
    }
  const cy = await portal.addUser({ name: 'Cy' })
  for (const call of [calls.startOffboarding, calls.startOnboarding])
    await portal.call(call, { as: boss.token, params: { id: cy.id } })
  expect(titles(await mine(cy))).toEqual([
    'Onboarding, today',
    'Offboarding, today',
    'Photo',
    'Read the handbook',
    'Onboarding, any time',
    'Offboarding, any time',
  ])
})

test('users check and uncheck their own tasks, and a checked task stays listed for a day', async () => {
  const photo = await idOf('Photo')
  expect((await check(ann, photo)).body).toMatchObject({ isChecked: true, checkedBy: 'Ann' })
  expect((await check(mona, await idOf('First week'))).status).toBe(200)
  expect(titles(await mine(ann))).toEqual(['Photo', 'Read the handbook'])
  expect((await check(ann, photo, false)).body).toMatchObject({ isChecked: false })
  await check(ann, photo)
  portal.setNow('2026-03-03T09:00:01.000Z')
  expect(titles(await mine(ann))).toEqual(['Read the handbook'])
})

test('checking another person’s task gets the same 403 as checking an unknown task', async () => {
  const stranger = await portal.addUser({ name: 'Sid', flags: { isCepManager: true, isCepDeptManager: true } })
  const refused = { status: 403, body: { detail: 'Only an admin may do this, or whoever the task is for.' } }
  const id = await idOf('Photo')
  expect(await check(stranger, id)).toMatchObject(refused)
  expect(await check(mona, id)).toMatchObject(refused)
  expect(await check(ann, await idOf('First week'))).toMatchObject(refused)
  expect(await check(ann, await idOf('Laptop'))).toMatchObject(refused)
  expect(await check(ann, 99_999)).toMatchObject(refused)
  expect(await check(ann, 'x')).toMatchObject(refused)
  expect((await portal.call(calls.listUserTasks, { as: ann.token, params: { id: ann.id } })).status).toBe(403)
  expect((await check(boss, id)).status).toBe(200)
})

test('a former manager can no longer check the task, nor repeat an earlier request', async () => {
  const id = await idOf('First week')
  const nora = await portal.addUser({ name: 'Nora' })
  const headers = { 'idempotency-key': randomUUID() }
  expect((await check(mona, id, true, headers)).status).toBe(200)
  expect((await manage(ann.id, nora.id)).status).toBe(200)
  expect((await check(mona, id, true, headers)).status).toBe(403)
  expect((await check(mona, id, false)).status).toBe(403)
  expect(await mine(mona)).toEqual([])
  expect((await check(nora, id, false)).status).toBe(200)
  expect(titles(await mine(nora))).toEqual(['First week'])
  await portal.call(updatePermissions, { as: boss.token, params: { id: nora.id }, body: { dept: 'deactivated' } })
  expect((await check(nora, id)).status).toBe(401)
})

test('changing the owner and due days of a todo changes its open tasks as well', async () => {
  const photo = (await portal.call(calls.listTodos, { as: boss.token })).body.find(
    ({ customMessage }: calls.Todo) => customMessage === 'Photo',
  )
  const change = (over: object) =>
    portal.call(calls.updateTodo, {
      as: boss.token,
      params: { id: photo._id },
      body: aTodo({ customMessage: 'Photo', ...over }),
    })
  expect((await change({})).body).toMatchObject({ owner: 'self', dueDays: 1 })
  await change({ owner: 'manager', dueDays: 10 })
  expect(titles(await mine(ann))).toEqual(['Read the handbook'])
  expect(await mine(mona)).toMatchObject([
    { customMessage: 'First week', dueOn: '2026-03-07' },
    { customMessage: 'Photo', dueOn: '2026-03-12' },
  ])
  await change({ owner: 'admin', dueDays: null })
  expect(titles(await mine(mona))).toEqual(['First week'])
  const [task] = (await all()).filter(({ customMessage }) => customMessage === 'Photo')
  expect([task?.dueDays, task?.dueOn, task?.owner]).toEqual([undefined, undefined, undefined])
})
