import { afterEach, beforeEach, expect, test } from 'vitest'
import * as calls from '#contract/apps/checklist.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'
import { aTodo } from '#tests/todo.ts'

let portal: Portal
let boss: TestUser
beforeEach(async () => {
  portal = await openPortal()
  boss = await portal.addUser({ name: 'Bo', isAdmin: true })
})
afterEach(() => portal.close())

const as = () => ({ as: boss.token })
const addTodo = async (over: Parameters<typeof aTodo>[0] = {}) =>
  (await portal.call(calls.createTodo, { ...as(), body: aTodo(over) })).body
const changeTodo = (id: number, over: Parameters<typeof aTodo>[0] = {}) =>
  portal.call(calls.updateTodo, { ...as(), params: { id }, body: aTodo(over) })
const tasksOf = async (id: number) => (await portal.call(calls.listUserTasks, { ...as(), params: { id } })).body
const start = (id: number) => portal.call(calls.startOnboarding, { ...as(), params: { id } })
const leave = (id: number) => portal.call(calls.startOffboarding, { ...as(), params: { id } })
const check = (id: number, isChecked: boolean, headers = {}) =>
  portal.call(calls.checkTask, { ...as(), params: { id }, body: { isChecked }, headers })
const incomplete = async () =>
  (await portal.call(calls.listIncompleteUsers, as())).body.map(({ name }: { name: string }) => name)

const titles = (list: readonly { customMessage: string }[]) => list.map(({ customMessage }) => customMessage)

test('a checklist holds the todos of the department and of Everyone, sorted by weight', async () => {
  const ann = await portal.addUser({ name: 'Ann', dept: 'Sales' })
  await portal.addUser({ dept: 'Care' })
  await addTodo({ customMessage: 'Badge' })
  await addTodo({ customMessage: 'Price list', empType: 'Sales' })
  await addTodo({ customMessage: 'First aid', empType: 'Care' })
  await addTodo({ customMessage: 'Hand back the badge', isOffboarding: true })
  expect(await tasksOf(ann.id)).toEqual([])

  const first = await start(ann.id)
  expect([first.status, titles(first.body)]).toEqual([201, ['Badge', 'Price list']])
  expect(first.body[0]).toMatchObject({ empType: 'Everyone', moreInfo: 'At the desk', isChecked: false, weight: 0 })
  await addTodo({ customMessage: 'Keys', empType: 'Sales' })
  const again = await start(ann.id)
  expect([again.status, titles(again.body)]).toEqual([200, ['Badge', 'Price list', 'Keys']])
  expect(await incomplete()).toEqual(['Ann'])
  expect((await start(99_999)).status).toBe(404)
})

test('offboarding flags the person and adds the offboarding tasks after the others', async () => {
  portal.setNow('2026-03-02T10:00:00.000Z')
  const ann = await portal.addUser({ name: 'Ann', dept: 'Sales' })
  await addTodo({ customMessage: 'Badge' })
  await addTodo({ customMessage: 'Hand back the badge', isOffboarding: true })
  await start(ann.id)
  const first = await leave(ann.id)
  expect([first.status, titles(first.body)]).toEqual([201, ['Hand back the badge']])
  expect((await leave(ann.id)).status).toBe(200)
  expect(titles(await tasksOf(ann.id))).toEqual(['Badge', 'Hand back the badge'])
  const [user] = (await portal.call(calls.listIncompleteUsers, as())).body
  expect(user).toEqual({
    id: ann.id,
    name: 'Ann',
    email: ann.email,
    empType: 'Sales',
    isOffboarding: true,
    lastDay: '2026-03-02',
  })
})

test('checking a task stores the time, unchecking clears it, and checking it again changes nothing', async () => {
  const ann = await portal.addUser({ name: 'Ann' })
  await addTodo()
  const [task] = (await start(ann.id)).body
  portal.setNow('2026-03-02T10:00:00.000Z')
  const checked = await check(task._id, true)
  expect(checked.body).toMatchObject({ isChecked: true, checkedAt: '2026-03-02T10:00:00.000Z' })
  expect(checked.body.rev).toBeGreaterThan(task.rev)
  expect((await check(task._id, true)).body.rev).toBe(checked.body.rev)
  expect(await incomplete()).toEqual([])
  expect((await check(task._id, false)).body).toMatchObject({ isChecked: false, checkedAt: null })
  expect((await check(99_999, true)).status).toBe(404)
})

test('unchecking a task updates it from its todo, unless the todo now belongs to another department', async () => {
  const ann = await portal.addUser({ name: 'Ann' })
  const { _id: id } = await addTodo({ customMessage: 'Badge' })
  const [task] = (await start(ann.id)).body
  await check(task._id, true)
  await changeTodo(id, { customMessage: 'Badge and key' })
  expect((await check(task._id, true)).body).toMatchObject({ customMessage: 'Badge' })
  expect((await check(task._id, false)).body).toMatchObject({ customMessage: 'Badge and key' })
  await check(task._id, true)
  await portal.addUser({ dept: 'Kitchen' })
  await changeTodo(id, { customMessage: 'Apron', empType: 'Kitchen' })
  const asItWas = { customMessage: 'Badge and key', empType: 'Everyone', isChecked: false }
  expect((await check(task._id, false)).body).toMatchObject(asItWas)
  await changeTodo(id, { customMessage: 'Clean apron', empType: 'Kitchen' })
  expect(await tasksOf(ann.id)).toMatchObject([asItWas])
  await portal.call(calls.deleteTodo, { ...as(), params: { id } })
  expect(await tasksOf(ann.id)).toMatchObject([asItWas])
})

test('a change made before the stored one gets 409, and one made after it is applied', async () => {
  portal.setNow('2026-03-02T10:00:00.000Z')
  const ann = await portal.addUser({ name: 'Ann' })
  await addTodo()
  const [task] = (await start(ann.id)).body
  portal.setNow('2026-03-02T11:00:00.000Z')
  await check(task._id, true)
  portal.setNow('2026-03-02T11:30:00.000Z')
  await check(task._id, false)
  portal.setNow('2026-03-02T12:00:00.000Z')
  const at = (occurred: string) => ({
    'occurred-at': occurred,
    'sent-at': '2026-03-02T12:00:00.000Z',
    'base-rev': String(task.rev),
  })
  const late = await check(task._id, true, at('2026-03-02T11:15:00.000Z'))
  expect(late.status).toBe(409)
  expect(late.body.detail).toMatch(/^Changed by Bo at 12:30, after your change at 12:15\./)
  expect(late.body.overtaken).toMatchObject({ by: 'Bo', isOwn: true })
  expect(late.body.current).toMatchObject({ _id: task._id, isChecked: false })
  // Somebody else with the same name.
  const { token } = await portal.addUser({ name: 'Bo', isAdmin: true })
  const sent = { params: { id: task._id }, body: { isChecked: true }, headers: at('2026-03-02T11:15:00.000Z') }
  const other = await portal.call(calls.checkTask, { as: token, ...sent })
  expect(other.body.overtaken).not.toHaveProperty('isOwn')
  expect((await check(task._id, true, at('2026-03-02T11:45:00.000Z'))).body).toMatchObject({
    checkedAt: '2026-03-02T11:45:00.000Z',
  })
})

test('completing a checklist checks the open tasks, and checked tasks keep their time', async () => {
  portal.setNow('2026-03-02T10:00:00.000Z')
  const ann = await portal.addUser({ name: 'Ann' })
  for (const customMessage of ['One', 'Two']) await addTodo({ customMessage })
  const [one] = (await start(ann.id)).body
  await check(one._id, true)
  portal.setNow('2026-03-02T11:00:00.000Z')
  const complete = () => portal.call(calls.completeUserTasks, { ...as(), params: { id: ann.id } })
  const { body } = await complete()
  expect(body.map(({ checkedAt }: { checkedAt: string }) => checkedAt)).toEqual([
    '2026-03-02T10:00:00.000Z',
    '2026-03-02T11:00:00.000Z',
  ])
  expect(body.map(({ isChanged }: { isChanged?: true }) => isChanged)).toEqual([undefined, true])
  const { isChanged, ...two } = body[1]
  expect((await complete()).body).toEqual([body[0], two])
})

test('completing a checklist leaves open a task that was unchecked after the request was made', async () => {
  portal.setNow('2026-03-02T10:00:00.000Z')
  const ann = await portal.addUser({ name: 'Ann' })
  for (const customMessage of ['One', 'Two']) await addTodo({ customMessage })
  const [one] = (await start(ann.id)).body
  portal.setNow('2026-03-02T11:00:00.000Z')
  await check(one._id, true)
  portal.setNow('2026-03-02T11:30:00.000Z')
  await check(one._id, false)
  portal.setNow('2026-03-02T12:00:00.000Z')
  const headers = { 'occurred-at': '2026-03-02T11:15:00.000Z', 'sent-at': '2026-03-02T12:00:00.000Z' }
  const { body } = await portal.call(calls.completeUserTasks, { ...as(), params: { id: ann.id }, headers })
  expect(body).toMatchObject([{ isChecked: false }, { isChecked: true, checkedAt: '2026-03-02T11:15:00.000Z' }])
})

test('completing a checklist reports the tasks left open and who changed them, even if it checks none', async () => {
  portal.setNow('2026-03-02T10:00:00.000Z')
  const [ann, cy] = [await portal.addUser({ name: 'Ann' }), await portal.addUser({ name: 'Cy', isAdmin: true })]
  for (const customMessage of ['One', 'Two']) await addTodo({ customMessage })
  const [one, two] = (await start(ann.id)).body
  const complete = async (minute: number) => {
    const headers = { 'occurred-at': `2026-03-02T11:${minute}:00.000Z`, 'sent-at': '2026-03-02T12:00:00.000Z' }
    portal.setNow('2026-03-02T12:00:00.000Z')
    return portal.call(calls.completeUserTasks, { ...as(), params: { id: ann.id }, headers })
  }
  const turn = async (id: number) => {
    for (const isChecked of [true, false])
      await portal.call(calls.checkTask, { as: cy.token, params: { id }, body: { isChecked } })
  }
  portal.setNow('2026-03-02T11:30:00.000Z')
  await turn(one._id)
  await addTodo({ customMessage: 'Three' })
  await portal.call(calls.startOnboarding, { as: cy.token, params: { id: ann.id } })
  const later = { by: 'Cy', theirs: '2026-03-02T11:30:00.000Z', yours: '2026-03-02T11:15:00.000Z' }
  const some = await complete(15)
  expect(some.status).toBe(200)
  expect(some.body.map((task: { overtaken?: object }) => task.overtaken)).toEqual([later, undefined, later])
  expect(calls.completeUserTasks.leftoverNotice(some.body)).toBe(
    '2 tasks were opened or added later by Cy; they stay open.',
  )

  portal.setNow('2026-03-02T11:30:00.000Z')
  await portal.call(calls.checkTask, { as: cy.token, params: { id: two._id }, body: { isChecked: false } })
  const none = await complete(20)
  expect(none.status).toBe(200)
  expect(none.body.map(({ isChecked }: calls.UserTask) => isChecked)).toEqual([false, false, false])
  expect(none.body.every((task: object) => 'overtaken' in task && !('isChanged' in task))).toBe(true)

  const rest = await complete(45)
  expect(rest.body.every((task: object) => 'isChanged' in task && !('overtaken' in task))).toBe(true)
  expect(calls.completeUserTasks.leftoverNotice(rest.body)).toBeNull()
})

test('a late change with the current Base-Rev applies, and an older change without one still gets 409', async () => {
  portal.setNow('2026-03-02T10:00:00.000Z')
  const ann = await portal.addUser({ name: 'Ann' })
  await addTodo()
  const [task] = (await start(ann.id)).body
  portal.setNow('2026-03-02T11:00:00.000Z')
  const { rev } = (await check(task._id, true)).body
  portal.setNow('2026-03-02T12:00:00.000Z')
  const late = (occurred: string) => ({ 'occurred-at': occurred, 'sent-at': '2026-03-02T12:00:00.000Z' })
  const seen = { ...late('2026-03-02T10:30:00.000Z'), 'base-rev': String(rev) }
  expect((await check(task._id, false, seen)).body.isChecked).toBe(false)
  expect((await check(task._id, true, late('2026-03-02T10:45:00.000Z'))).status).toBe(409)
})

test('reordering todos moves the unchecked tasks, and checked tasks keep their place', async () => {
  const ann = await portal.addUser({ name: 'Ann' })
  const todos = [await addTodo({ customMessage: 'A' }), await addTodo({ customMessage: 'B' })]
  const [a] = (await start(ann.id)).body
  await check(a._id, true)
  const body = todos.map(({ _id }, index) => ({ _id, weight: 1 - index }))
  expect((await portal.call(calls.reorderTodos, { ...as(), body })).status).toBe(200)
  expect(titles(await tasksOf(ann.id))).toEqual(['A', 'B'])
})

test('editing or deleting a todo changes its unchecked copies, and checked copies stay as they were', async () => {
  const [ann, cid] = [await portal.addUser({ name: 'Ann' }), await portal.addUser({ name: 'Cid' })]
  const { _id } = await addTodo({ customMessage: 'Badge' })
  const [done] = (await start(ann.id)).body
  await start(cid.id)
  await check(done._id, true)
  await changeTodo(_id, { customMessage: 'Badge and key' })
  expect([titles(await tasksOf(ann.id)), titles(await tasksOf(cid.id))]).toEqual([['Badge'], ['Badge and key']])
  expect((await portal.call(calls.deleteTodo, { ...as(), params: { id: _id } })).status).toBe(204)
  expect([titles(await tasksOf(ann.id)), titles(await tasksOf(cid.id))]).toEqual([['Badge'], []])
  expect((await portal.call(calls.getTodo, { ...as(), params: { id: _id } })).status).toBe(404)
})

test.each([
  ['another department', { empType: 'Sales' }],
  ['the other direction', { isOffboarding: true }],
])('moving a todo to %s deletes its unchecked copies', async (_, over) => {
  await portal.addUser({ dept: 'Sales' })
  const ann = await portal.addUser({ name: 'Ann' })
  const { _id } = await addTodo()
  await start(ann.id)
  expect((await changeTodo(_id, over)).body).toMatchObject(over)
  expect(await tasksOf(ann.id)).toEqual([])
})

test('a todo moved to offboarding gets a new unchecked task, even if it was checked before', async () => {
  const ann = await portal.addUser({ name: 'Ann' })
  const { _id } = await addTodo({ customMessage: 'Badge' })
  const [badge] = (await start(ann.id)).body
  await check(badge._id, true)
  await changeTodo(_id, { customMessage: 'Badge', isOffboarding: true })
  expect(await leave(ann.id)).toMatchObject({ status: 201, body: [{ customMessage: 'Badge', isChecked: false }] })
  expect(await tasksOf(ann.id)).toMatchObject([
    { _id: badge._id, isOffboarding: false, isChecked: true },
    { isOffboarding: true, isChecked: false },
  ])
})

test.each(['an edit', 'the same order, saved once more'])(
  'a task that was checked while its todo moved gets the new place after %s',
  async (how) => {
    const ann = await portal.addUser({ name: 'Ann' })
    const [a, b, c] = [
      await addTodo({ customMessage: 'a' }),
      await addTodo({ customMessage: 'b' }),
      await addTodo({ customMessage: 'c' }),
    ]
    const [copy] = (await start(ann.id)).body
    await check(copy._id, true)
    const order = () =>
      portal.call(calls.reorderTodos, { ...as(), body: [c, b, a].map(({ _id }, weight) => ({ _id, weight })) })
    await order()
    await check(copy._id, false)
    if (how === 'an edit') await changeTodo(a._id, { customMessage: 'a' })
    else await order()
    expect((await tasksOf(ann.id)).map((task: calls.UserTask) => [task.customMessage, task.weight])).toEqual([
      ['c', 0],
      ['b', 1],
      ['a', 2],
    ])
  },
)

test('a new todo goes last in its direction, and an incomplete or inconsistent order gets 409', async () => {
  const ann = await portal.addUser({ name: 'Ann' })
  const [a, b, c] = [
    await addTodo({ customMessage: 'A' }),
    await addTodo({ customMessage: 'B' }),
    await addTodo({ customMessage: 'C' }),
  ]
  const out = await addTodo({ customMessage: 'Out', isOffboarding: true })
  expect([a, b, c, out].map(({ weight }) => weight)).toEqual([0, 1, 2, 0])
  await start(ann.id)
  const order = (list: readonly { _id: number }[], places: readonly number[]) =>
    portal.call(calls.reorderTodos, { ...as(), body: list.map(({ _id }, index) => ({ _id, weight: places[index] })) })
  for (const [list, places] of [
    [
      [a, b],
      [0, 1],
    ],
    [
      [a, b, c, out],
      [0, 1, 2, 3],
    ],
    [
      [a, b, b],
      [0, 1, 2],
    ],
    [
      [a, b, c],
      [0, 1, 1],
    ],
    [[], []],
  ] as const)
    expect((await order(list, places)).status, JSON.stringify(places)).toBe(409)
  expect((await order([a, b, c], [2, 0, 1])).status).toBe(200)
  expect(titles(await tasksOf(ann.id))).toEqual(['B', 'C', 'A'])
  expect(titles((await portal.call(calls.listTodos, as())).body)).toEqual(['B', 'C', 'A', 'Out'])
})

test('the todos before and after a deleted one can swap places', async () => {
  const [a, b, c] = [
    await addTodo({ customMessage: 'A' }),
    await addTodo({ customMessage: 'B' }),
    await addTodo({ customMessage: 'C' }),
  ]
  await portal.call(calls.deleteTodo, { ...as(), params: { id: b._id } })
  const order = [
    { _id: a._id, weight: c.weight },
    { _id: c._id, weight: a.weight },
  ]
  const { status, body } = await portal.call(calls.reorderTodos, { ...as(), body: order })
  expect([status, titles(body)]).toEqual([200, ['C', 'A']])
  expect(body).toMatchObject([{ weight: 0 }, { weight: 2 }])
})

test('listing todos is for admins, and a new todo needs a text and an existing department', async () => {
  const staff = await portal.addUser({ flags: { isCepManager: true } })
  expect((await portal.call(calls.listTodos, { as: staff.token })).status).toBe(403)
  const { status, body } = await portal.call(calls.createTodo, { ...as(), body: aTodo({ empType: 'Nowhere' }) })
  expect([status, body.fields]).toEqual([400, { empType: 'There is no department “Nowhere”.' }])
  expect((await portal.call(calls.createTodo, { ...as(), body: aTodo({ customMessage: ' ' }) })).status).toBe(400)
})
