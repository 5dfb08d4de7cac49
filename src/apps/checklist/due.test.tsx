import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import * as calls from '#contract/apps/checklist.ts'
import { fill, network, openPage, withPortal } from '#tests/page.tsx'
import { companyDay as day, type TestUser } from '#tests/portal.ts'
import { aTodo } from '#tests/todo.ts'
import { dayText, dueOf, dueWords } from './due.ts'

const { portal } = withPortal()

let boss: TestUser
let ann: TestUser

beforeEach(async () => {
  boss = await portal().addUser({ isAdmin: true })
  ann = await portal().addUser({ name: 'Ann' })
  const { db } = portal().deps
  for (const table of ['user_task', 'todo'] as const) await db.deleteFrom(table).execute()
})

async function add(customMessage: string, over: object = {}): Promise<void> {
  await portal().call(calls.createTodo, { as: boss.token, body: aTodo({ customMessage, ...over }) })
}
const stored = async (): Promise<calls.Todo[]> => (await portal().call(calls.listTodos, { as: boss.token })).body
const leave = (lastDay?: string) =>
  portal().call(calls.startOffboarding, {
    as: boss.token,
    params: { id: ann.id },
    ...(lastDay ? { body: { lastDay } } : {}),
  })
const open = (path: string) => openPage(path, { portal: portal(), as: boss })
const titles = async (name: string) =>
  within(await screen.findByRole('region', { name: `${name} tasks` }))
    .getAllByRole('checkbox')
    .map((box) => box.getAttribute('aria-label'))

test('lists overdue tasks first with their due day; a checked task keeps its place', async () => {
  for (const [title, dueDays] of [
    ['Badge', 3],
    ['Party', undefined],
    ['Laptop', -2],
    ['Papers', -9],
  ] as const)
    await add(title, { isOffboarding: true, dueDays })
  await leave(day(0))
  const { user } = await open(`/app/onboarding/${ann.id}`)
  expect(await titles('Overdue')).toEqual(['Papers', 'Laptop'])
  expect(await titles('Offboarding')).toEqual(['Badge', 'Party'])
  expect(screen.getAllByText(/^Overdue since/)[0]).toHaveTextContent(`Overdue since ${dayText(day(-9), day(0))}`)
  expect(screen.getByText('Due')).toHaveTextContent(`Due ${dayText(day(3), day(0))}`)
  await user.click(screen.getByRole('checkbox', { name: 'Papers' }))
  await waitFor(() => expect(screen.getAllByText(/^Overdue since/)).toHaveLength(1))
  expect(await titles('Overdue')).toEqual(['Papers', 'Laptop'])
})

test('keeps a reopened task in its place, with the focus', async () => {
  await add('Badge', { isOffboarding: true, dueDays: 3 })
  await add('Papers', { isOffboarding: true, dueDays: -9 })
  await leave(day(0))
  const as = boss.token
  const { body: list } = await portal().call(calls.listUserTasks, { as, params: { id: ann.id } })
  const papers = list.find(({ customMessage }: calls.UserTask) => customMessage === 'Papers')
  await portal().call(calls.checkTask, { as, params: { id: papers._id }, body: { isChecked: true } })
  const { user } = await open(`/app/onboarding/${ann.id}`)
  const box = await screen.findByRole('checkbox', { name: 'Papers' })
  await waitFor(() => expect(box).toBeChecked())
  await user.click(box)
  expect(await screen.findByText(/^Overdue since/)).toBeVisible()
  expect(screen.getByRole('checkbox', { name: 'Papers' })).toHaveFocus()
  expect(screen.queryByRole('region', { name: 'Overdue tasks' })).toBeNull()
})

test('shows the number of overdue tasks in the list of people', async () => {
  await add('Laptop', { isOffboarding: true, dueDays: -2 })
  await leave()
  await open('/app/onboarding')
  expect(await screen.findByText('1 overdue')).toBeVisible()
})

test('lets a todo have a due day and an owner', async () => {
  const { user } = await open('/app/onboarding/todos')
  await waitFor(() => expect(screen.getAllByRole('option', { name: 'Everyone' })[0]).toBeInTheDocument())
  await user.selectOptions(screen.getByLabelText('Employee Type'), 'Everyone')
  await fill(user, screen.getByLabelText('Todo'), 'Photo')
  await fill(user, screen.getByLabelText('Details'), 'Any')
  const days = screen.getByLabelText('Due after (days)')
  await fill(user, days, 'soon')
  await user.selectOptions(screen.getByLabelText('Who does it'), 'The person themselves')
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(await screen.findByText('A whole number of days is needed here.')).toBeVisible()
  await fill(user, days, '366')
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(await screen.findByText('At most 365 days after.')).toBeVisible()
  await fill(user, days, '3')
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(await screen.findByText('Due after 3 days · The person themselves')).toBeVisible()
  expect(await stored()).toMatchObject([{ customMessage: 'Photo', dueDays: 3, owner: 'self' }])
})

test('edits and removes a due day before the last day', async () => {
  await add('Laptop', { isOffboarding: true, dueDays: -2, owner: 'manager' })
  const [todo] = await stored()
  const first = await open(`/app/onboarding/todos/${todo?._id}/edit`)
  const days = await screen.findByLabelText('Due (days)')
  expect(days).toHaveValue('2')
  expect(screen.getByLabelText('Before or after the last day')).toHaveValue('before')
  await first.user.selectOptions(screen.getByLabelText('Before or after the last day'), 'after')
  await first.user.click(screen.getByRole('button', { name: 'Update' }))
  await waitFor(async () => expect(await stored()).toMatchObject([{ dueDays: 2, owner: 'manager' }]))
  first.leave()
  const { user } = await open(`/app/onboarding/todos/${todo?._id}/edit`)
  await user.clear(await screen.findByLabelText('Due (days)'))
  await user.selectOptions(screen.getByLabelText('Who does it'), 'An admin')
  await user.click(screen.getByRole('button', { name: 'Update' }))
  await waitFor(async () => expect((await stored())[0]).toEqual({ ...todo, dueDays: undefined, owner: undefined }))
})

const change = ({ _id: id, weight: _, ...todo }: calls.Todo, over: object) =>
  portal().call(calls.updateTodo, { as: boss.token, params: { id }, body: { ...todo, ...over } })

test('asks before overwriting the owner that another admin has set meanwhile', async () => {
  await add('Photo')
  const todo = (await stored())[0] as calls.Todo
  const { user } = await open(`/app/onboarding/todos/${todo._id}/edit`)
  await user.selectOptions(await screen.findByLabelText('Who does it'), 'The person themselves')
  await change(todo, { owner: 'manager' })
  await user.click(screen.getByRole('button', { name: 'Update' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Somebody else has changed Who does it to “The person’s manager” in the meantime. Press Update again to replace it with yours.',
  )
  expect(await stored()).toMatchObject([{ owner: 'manager' }])
  await user.click(screen.getByRole('button', { name: 'Update' }))
  await waitFor(async () => expect(await stored()).toMatchObject([{ owner: 'self' }]))
})

test('does not combine the number of days of one admin with the side of the last day of another', async () => {
  await add('Laptop', { isOffboarding: true, dueDays: 3 })
  const todo = (await stored())[0] as calls.Todo
  const { user } = await open(`/app/onboarding/todos/${todo._id}/edit`)
  await fill(user, await screen.findByLabelText('Due (days)'), '5')
  await change(todo, { dueDays: -3 })
  await user.click(screen.getByRole('button', { name: 'Update' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Somebody else has changed Due in the meantime.')
  expect(await stored()).toMatchObject([{ dueDays: -3 }])
  await user.click(screen.getByRole('button', { name: 'Update' }))
  await waitFor(async () => expect(await stored()).toMatchObject([{ dueDays: 5 }]))
})

test('shows the last day of a leaving person, and moves it', async () => {
  await add('Laptop', { isOffboarding: true, dueDays: 0 })
  await leave('2026-03-31')
  const { user } = await open(`/app/onboarding/${ann.id}`)
  expect(await screen.findByText(/^Last day:/)).toHaveTextContent(`Last day: ${dayText('2026-03-31', day(0))}`)
  await user.click(screen.getByRole('button', { name: 'Change the last day' }))
  await waitFor(() => expect(screen.getByLabelText('Last day')).toHaveFocus())
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Change the last day' })).toHaveFocus())
  await user.click(screen.getByRole('button', { name: 'Change the last day' }))
  fireEvent.change(screen.getByLabelText('Last day'), { target: { value: '1999-01-01' } })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('The last day must be between 2000 and 2099.')).toBeVisible()
  fireEvent.change(screen.getByLabelText('Last day'), { target: { value: day(7) } })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/^Last day:/)).toHaveTextContent(`Last day: ${dayText(day(7), day(0))}`)
  await waitFor(() => expect(screen.getByRole('button', { name: 'Change the last day' })).toHaveFocus())
  await waitFor(() => expect(screen.getByText('Due')).toHaveTextContent(`Due ${dayText(day(7), day(0))}`))
})

test('locks the form while a last day is being saved', async () => {
  await leave('2026-03-31')
  const { user } = await open(`/app/onboarding/${ann.id}`)
  await user.click(await screen.findByRole('button', { name: 'Change the last day' }))
  const field = screen.getByLabelText('Last day')
  fireEvent.change(field, { target: { value: day(7) } })
  let answer = () => {}
  const slowly = new Promise<void>((resolve) => {
    answer = resolve
  })
  network.use(http.post('*/api/checklist/olduser/*', () => slowly))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const cancel = screen.getByRole('button', { name: 'Cancel' })
  expect(cancel).toBeDisabled()
  expect(field.closest('[inert]')).not.toBeNull()
  await user.click(cancel)
  expect(field).toBeVisible()
  answer()
  expect(await screen.findByText(/^Last day:/)).toHaveTextContent(`Last day: ${dayText(day(7), day(0))}`)
})

test('counts a task as overdue after its due day, and names another year', () => {
  const today = '2026-03-05'
  expect(dueOf({ dueOn: '2026-03-04', isChecked: false }, today)).toBe('overdue')
  expect(dueOf({ dueOn: '2026-03-05', isChecked: false }, today)).toBe('today')
  expect(dueOf({ dueOn: '2026-03-06', isChecked: false }, today)).toBe('later')
  expect(dueOf({ dueOn: '2026-03-04', isChecked: true }, today)).toBeNull()
  expect(dueOf({ isChecked: false }, today)).toBeNull()
  expect(dayText('2025-12-31', today)).toContain('2025')
  expect(dayText('2026-12-31', today)).not.toContain('2026')
})

test.each([
  [undefined, false, null],
  [0, false, 'Due on the first day'],
  [1, false, 'Due after 1 day'],
  [0, true, 'Due on the last day'],
  [-2, true, 'Due 2 days before the last day'],
  [7, true, 'Due 7 days after the last day'],
] as const)('words the due day %s, offboarding %s: %s', (dueDays, isOffboarding, words) => {
  expect(dueWords({ ...(dueDays === undefined ? {} : { dueDays }), isOffboarding })).toBe(words)
})
