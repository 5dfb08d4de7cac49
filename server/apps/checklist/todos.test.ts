/** The order of todos, and how it affects the copies. */
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
const addTodo = async (customMessage: string, isOffboarding = false): Promise<calls.Todo> =>
  (await portal.call(calls.createTodo, { ...as(), body: aTodo({ customMessage, isOffboarding }) })).body
const order = (places: readonly (readonly [{ _id: number }, number])[]) =>
  portal.call(calls.reorderTodos, { ...as(), body: places.map(([{ _id }, weight]) => ({ _id, weight })) })
const listed = async () =>
  (await portal.call(calls.listTodos, as())).body.map(({ customMessage }: calls.Todo) => customMessage)

test('a todo that changes direction goes last in the new one', async () => {
  const hello = await addTodo('Hello')
  for (const title of ['Badge', 'Desk']) await addTodo(title, true)
  const body = aTodo({ customMessage: 'Hello', isOffboarding: true })
  const { body: turned } = await portal.call(calls.updateTodo, { ...as(), params: { id: hello._id }, body })
  expect([turned.weight, await listed()]).toEqual([2, ['Badge', 'Desk', 'Hello']])
})

test('refuses an order that names a todo twice, one of the other direction or an unknown one', async () => {
  const [a, b, out] = [await addTodo('A'), await addTodo('B'), await addTodo('Out', true)]
  for (const tooMany of [b, out, { _id: 99_999 }])
    expect(
      (
        await order([
          [a, 1],
          [b, 0],
          [tooMany, 0],
        ])
      ).status,
    ).toBe(409)
  expect(await listed()).toEqual(['A', 'B', 'Out'])
})

test('saving a todo unchanged does not change its copies, and a new text bumps their revision', async () => {
  const ann = await portal.addUser({ name: 'Ann' })
  const { _id: id } = await addTodo('Badge')
  await portal.call(calls.startOnboarding, { ...as(), params: { id: ann.id } })
  const copy = async () => (await portal.call(calls.listUserTasks, { ...as(), params: { id: ann.id } })).body[0]
  const before = await copy()
  const say = (customMessage: string) =>
    portal.call(calls.updateTodo, { ...as(), params: { id }, body: aTodo({ customMessage }) })
  expect((await say('Badge')).body).toMatchObject({ _id: id, customMessage: 'Badge' })
  expect(await copy()).toEqual(before)
  await say('Key')
  expect((await copy())?.rev).toBeGreaterThan(before?.rev ?? 0)
})

test('the copies of a todo follow it after another one has changed direction', async () => {
  const [hello, badge] = [await addTodo('Hello'), await addTodo('Badge')]
  const ann = await portal.addUser({ name: 'Ann' })
  await portal.call(calls.startOnboarding, { ...as(), params: { id: ann.id } })
  for (const [{ _id: id }, over] of [
    [hello, { isOffboarding: true }],
    [badge, { customMessage: 'Key card' }],
  ] as const)
    await portal.call(calls.updateTodo, { ...as(), params: { id }, body: aTodo(over) })
  const { body: tasks } = await portal.call(calls.listUserTasks, { ...as(), params: { id: ann.id } })
  expect(tasks).toMatchObject([{ customMessage: 'Key card' }])
})

test('a new order bumps the revision of the copies that move, and of no others', async () => {
  const ann = await portal.addUser({ name: 'Ann' })
  const [a, b, c] = [await addTodo('A'), await addTodo('B'), await addTodo('C')]
  await portal.call(calls.startOnboarding, { ...as(), params: { id: ann.id } })
  const revs = async () => {
    const { body } = await portal.call(calls.listUserTasks, { ...as(), params: { id: ann.id } })
    return new Map(body.map(({ customMessage, rev }: calls.UserTask) => [customMessage, rev])) as Map<string, number>
  }
  const before = await revs()
  await order([
    [a, 1],
    [b, 0],
    [c, 2],
  ])
  const after = await revs()
  for (const moved of ['A', 'B']) expect(after.get(moved), moved).toBeGreaterThan(before.get(moved) ?? 0)
  expect(after.get('C')).toBe(before.get('C'))
})

test('an order of more todos than one statement takes is stored whole, and the copies follow', async () => {
  const ann = await portal.addUser({ name: 'Ann' })
  const { _id } = await addTodo('0')
  const { id: _, ...row } = await portal.deps.db
    .selectFrom('todo')
    .selectAll()
    .where('id', '=', _id)
    .executeTakeFirstOrThrow()
  const others = Array.from({ length: 300 }, (_, index) => ({ ...row, title: `${index + 1}`, weight: index + 1 }))
  await portal.deps.db.insertInto('todo').values(others).execute()
  await portal.call(calls.startOnboarding, { ...as(), params: { id: ann.id } })
  const { body: todos } = await portal.call(calls.listTodos, as())
  await order(todos.map((todo: calls.Todo) => [todo, 300 - todo.weight]))
  const reversed = Array.from({ length: 301 }, (_, index) => `${300 - index}`)
  expect(await listed()).toEqual(reversed)
  const { body: copies } = await portal.call(calls.listUserTasks, { ...as(), params: { id: ann.id } })
  expect(copies.map(({ customMessage }: calls.UserTask) => customMessage)).toEqual(reversed)
})
