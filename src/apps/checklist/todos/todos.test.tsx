import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import * as calls from '#contract/apps/checklist.ts'
import { hasUnsaved } from '#src/lib/unsaved.ts'
import { announced, append, fill, holdRequests, network, openPage, withPortal } from '#tests/page.tsx'
import type { TestUser } from '#tests/portal.ts'

const { portal } = withPortal()

let boss: TestUser

async function add(customMessage: string, over: Partial<calls.Todo> = {}): Promise<calls.Todo> {
  const body = { empType: 'Everyone', customMessage, moreInfo: 'At the desk', isOffboarding: false, ...over }
  return (await portal().call(calls.createTodo, { as: boss.token, body })).body
}
const stored = async (): Promise<calls.Todo[]> => (await portal().call(calls.listTodos, { as: boss.token })).body
const order = async () => (await stored()).map(({ customMessage, weight }) => `${customMessage} ${weight}`)

beforeEach(async () => {
  boss = await portal().addUser({ isAdmin: true })
  await portal().deps.db.deleteFrom('todo').execute()
  await portal().addUser({ dept: 'Sales' })
  await add('Badge')
  await add('Prices', { empType: 'Sales' })
  await add('Laptop')
  await add('Keys back', { isOffboarding: true })
})

const open = (path = '/app/onboarding/todos') => openPage(path, { portal: portal(), as: boss })
const rows = async () => {
  const heading = await screen.findByRole('heading', { level: 2, name: /^(Onb|Offb)oarding$/ })
  const list = await within(heading.closest('section') as HTMLElement).findAllByRole('listitem')
  return list.map((row) => within(row).getByRole('link').getAttribute('aria-label')?.replace('Edit ', ''))
}
const button = (name: string) => screen.findByRole('button', { name })

test('shows one direction at a time, and filters by department', async () => {
  const { user, address } = await open()
  expect(await rows()).toEqual(['Badge', 'Prices', 'Laptop'])
  await user.selectOptions(await screen.findByLabelText('Department'), 'Sales')
  await waitFor(async () => expect(await rows()).toEqual(['Prices']))
  expect(address()).toBe('/app/onboarding/todos?dept=Sales')
  await waitFor(() => expect(announced()).toBe('1 todo'))
  await user.click(screen.getByRole('radio', { name: 'Offboarding' }))
  expect(await screen.findByText('No todos for Sales.')).toHaveRole('status')
  await user.selectOptions(screen.getByLabelText('Department'), 'All departments')
  await waitFor(async () => expect(await rows()).toEqual(['Keys back']))
})

test('renders addresses in the details as links that open in a new tab', async () => {
  await add('Prices', { moreInfo: 'See https://prices.example/list, please' })
  await open()
  const link = await screen.findByRole('link', { name: /^https/ })
  expect(link).toHaveAttribute('href', 'https://prices.example/list')
  expect(link).toHaveAttribute('target', '_blank')
})

test('saves the order of both directions, though the second changes while the first is being saved', async () => {
  await add('Phone back', { isOffboarding: true })
  const { user } = await open()
  const up = async (title: string) => user.click(await screen.findByRole('button', { name: `Move ${title} up` }))
  const held = holdRequests(http.put, `*${calls.reorderTodos.path}`)
  await up('Prices')
  await waitFor(() => expect(held.calls()).toBe(1))
  await up('Laptop')
  await user.click(screen.getByRole('radio', { name: 'Offboarding' }))
  await up('Phone back')
  held.release()
  await waitFor(async () =>
    expect(await order()).toEqual(['Prices 0', 'Laptop 1', 'Badge 2', 'Phone back 0', 'Keys back 1']),
  )
})

test('requires employee type, todo and details, and adds a todo at the end of the shown direction', async () => {
  const { user } = await open('/app/onboarding/todos?show=offboarding')
  await user.click(await button('Add'))
  for (const label of ['Employee Type', 'Todo', 'Details']) expect(screen.getByLabelText(label)).toBeRequired()
  for (const sentence of ['Employee type is required.', 'Todo is required.', 'Details is required.'])
    expect(await screen.findByText(sentence)).toBeVisible()
  await waitFor(() => expect(screen.getAllByRole('option', { name: 'Everyone' })[0]).toBeInTheDocument())
  await user.selectOptions(screen.getByLabelText('Employee Type'), 'Everyone')
  await fill(user, screen.getByLabelText('Todo'), 'Cake')
  await fill(user, screen.getByLabelText('Details'), 'For all')
  await user.click(await button('Add'))
  await waitFor(async () => expect(await rows()).toEqual(['Keys back', 'Cake']))
  expect(screen.getByText('The todo was added.')).toBeVisible()
  expect(screen.getByLabelText('Todo')).toHaveValue('')
  expect((await stored()).at(-1)).toMatchObject({ customMessage: 'Cake', isOffboarding: true, weight: 1 })
})

test('adds the same todo twice if it is entered twice', async () => {
  const { user } = await open()
  await waitFor(() => expect(screen.getAllByRole('option', { name: 'Everyone' })[0]).toBeInTheDocument())
  await user.selectOptions(screen.getByLabelText('Employee Type'), 'Everyone')
  const cake = async () => {
    await fill(user, screen.getByLabelText('Todo'), 'Cake')
    await fill(user, screen.getByLabelText('Details'), 'For all')
    await user.click(await button('Add'))
  }
  await cake()
  await waitFor(async () => expect(await rows()).toEqual(['Badge', 'Prices', 'Laptop', 'Cake']))
  await waitFor(() => expect(screen.getByLabelText('Todo')).toHaveValue(''))
  await cake()
  await waitFor(async () => expect(await rows()).toEqual(['Badge', 'Prices', 'Laptop', 'Cake', 'Cake']))
})

test('moves a todo by one with an arrow; the first cannot go up and the last not down', async () => {
  const { user } = await open()
  for (const name of ['Move Badge up', 'Move Laptop down'])
    expect(await button(name)).toHaveAttribute('aria-disabled', 'true')
  await user.click(await button('Move Badge down'))
  await user.click(await button('Move Badge down'))
  await waitFor(async () => expect(await rows()).toEqual(['Prices', 'Laptop', 'Badge']))
  // At the end of the list, one press too many does nothing.
  await user.keyboard('{Enter}')
  expect(await button('Move Badge down')).toHaveFocus()
  expect(await rows()).toEqual(['Prices', 'Laptop', 'Badge'])
  // The new position is announced.
  expect(screen.getByText('Badge is at place 3 of 3.')).toHaveAttribute('role', 'status')
  await waitFor(async () => expect(await order()).toEqual(['Prices 0', 'Laptop 1', 'Badge 2', 'Keys back 0']))
})

test('under a filter, swaps with the next visible todo and renumbers the whole direction', async () => {
  const { user } = await open('/app/onboarding/todos?dept=Everyone')
  expect(await rows()).toEqual(['Badge', 'Laptop'])
  await user.click(await button('Move Laptop up'))
  await waitFor(async () => expect(await rows()).toEqual(['Laptop', 'Badge']))
  expect(await button('Move Laptop up')).toHaveFocus()
  await waitFor(async () => expect(await order()).toEqual(['Laptop 0', 'Prices 1', 'Badge 2', 'Keys back 0']))
})

test('makes a move in the newest list, so that it undoes nobody else’s', async () => {
  const { user } = await open()
  await button('Move Badge down')
  await add('Late')
  const [badge, prices, laptop, late] = (await stored()).filter(({ isOffboarding }) => !isOffboarding)
  const body = [prices, laptop, badge, late].map((todo, weight) => ({ _id: todo?._id ?? 0, weight }))
  await portal().call(calls.reorderTodos, { as: boss.token, body })
  await user.click(await button('Move Laptop up'))
  await waitFor(async () => expect(await rows()).toEqual(['Laptop', 'Prices', 'Badge', 'Late']))
  await waitFor(async () => expect(await order()).toEqual(['Laptop 0', 'Prices 1', 'Badge 2', 'Late 3', 'Keys back 0']))
})

test('says that a todo is gone which somebody moves', async () => {
  const { user } = await open()
  await button('Move Badge down')
  const [, prices] = await stored()
  await portal().call(calls.deleteTodo, { as: boss.token, params: { id: prices?._id ?? 0 } })
  await user.click(await button('Move Prices up'))
  expect(await screen.findByRole('alert')).toHaveTextContent('“Prices” is no longer in this list.')
  await waitFor(async () => expect(await rows()).toEqual(['Badge', 'Laptop']))
})

test('asks before the page is reloaded while a move is being saved', async () => {
  const { user } = await open()
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const held = holdRequests(http.put, `*${calls.reorderTodos.path}`)
  await user.click(await button('Move Badge down'))
  await user.click(await button('Move Badge down'))
  expect(asks()).toBe(true)
  expect(hasUnsaved()).toBe(true)
  held.release()
  await waitFor(() => expect(asks()).toBe(false))
  expect(hasUnsaved()).toBe(false)
  expect(await order()).toEqual(['Prices 0', 'Laptop 1', 'Badge 2', 'Keys back 0'])
})

test('does not save an order of other todos: reads the list again and says so', async () => {
  const { user } = await open()
  const held = holdRequests(http.put, `*${calls.reorderTodos.path}`)
  await user.click(await button('Move Badge down'))
  await waitFor(() => expect(held.calls()).toBe(1))
  await add('Late')
  held.release()
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The list has changed in the meantime. Please check it and try again.',
  )
  await waitFor(async () => expect(await rows()).toEqual(['Badge', 'Prices', 'Laptop', 'Late']))
})

test('shows a late refusal despite actions made meanwhile, until the next action', async () => {
  const { user } = await open()
  let answer = () => {}
  const slowly = new Promise<void>((resolve) => {
    answer = resolve
  })
  network.use(
    http.delete('*/api/checklist/employeetodo/*', () =>
      slowly.then(() => HttpResponse.json({ detail: 'Not now.' }, { status: 409 })),
    ),
  )
  await user.click(await button('Delete Prices'))
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Prices' })).getByRole('button', { name: 'Delete' }),
  )
  await user.click(await button('Move Badge down'))
  await waitFor(async () => expect(await order()).toEqual(['Prices 0', 'Badge 1', 'Laptop 2', 'Keys back 0']))
  answer()
  expect(await screen.findByRole('alert')).toHaveTextContent('Not now.')
  await user.click(await button('Move Badge down'))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('deletes a todo after a prompt with its name', async () => {
  const { user } = await open()
  await user.click(await button('Delete Prices'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Prices' }))
  expect(dialog.getByText('Are you sure you want to delete this application?')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(async () => expect(await rows()).toEqual(['Badge', 'Laptop']))
  expect(await screen.findByText('The todo was deleted.')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Onboarding', level: 2 })).toHaveFocus())
})

test('removes a todo that somebody else has deleted, and does not lose the focus', async () => {
  const { user } = await open()
  await user.click(await button('Delete Prices'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Prices' }))
  const [, prices] = await stored()
  await portal().call(calls.deleteTodo, { as: boss.token, params: { id: prices?._id ?? 0 } })
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(/There is no such/)
  await waitFor(async () => expect(await rows()).toEqual(['Badge', 'Laptop']))
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Onboarding', level: 2 })).toHaveFocus())
})

test('edits a todo on its own page and returns to the same filter', async () => {
  const { user, address } = await open('/app/onboarding/todos?dept=Sales')
  await user.click(await screen.findByRole('link', { name: 'Edit Prices' }))
  const title = await screen.findByLabelText('Todo')
  expect(title).toHaveValue('Prices')
  await fill(user, title, 'Price list')
  await user.click(screen.getByRole('radio', { name: 'Offboarding' }))
  expect(screen.getByText(/leaves the checklists where nobody has checked it yet/)).toBeVisible()
  await user.click(await button('Update'))
  // Leads to the list of the direction the todo is in after the change.
  await waitFor(() => expect(address()).toBe('/app/onboarding/todos?dept=Sales&show=offboarding'))
  expect(await screen.findByText('The todo was saved.')).toBeVisible()
  expect(await screen.findByRole('link', { name: 'Edit Price list' })).toBeVisible()
  expect((await stored()).at(-1)).toMatchObject({ customMessage: 'Price list', isOffboarding: true })
})

test('also returns to the same filter if something typed was left behind', async () => {
  const { user, address } = await open('/app/onboarding/todos?dept=Sales')
  await fill(user, await screen.findByLabelText('Todo'), 'Cake')
  await user.click(await screen.findByRole('link', { name: 'Edit Prices' }))
  const question = within(await screen.findByRole('dialog', { name: 'Unsaved changes' }))
  await user.click(question.getByRole('button', { name: 'Leave' }))
  await user.click(await button('Update'))
  await waitFor(() => expect(address()).toBe('/app/onboarding/todos?dept=Sales'))
})

test('keeps other admins’ changes, and asks before overwriting a field that both have changed', async () => {
  const { _id = 0, ...badge } = (await stored())[0] ?? {}
  const rename = (customMessage: string) => {
    const { empType, moreInfo, isOffboarding } = badge as calls.Todo
    const body = { empType, moreInfo, isOffboarding, customMessage }
    return portal().call(calls.updateTodo, { as: boss.token, params: { id: _id }, body })
  }
  const first = await open(`/app/onboarding/todos/${_id}/edit`)
  await append(first.user, await screen.findByLabelText('Details'), ', ground floor')
  await rename('Badge and photo')
  await first.user.click(await button('Update'))
  await waitFor(() => expect(first.address()).toBe('/app/onboarding/todos'))
  const both = { customMessage: 'Badge and photo', moreInfo: 'At the desk, ground floor' }
  expect((await stored())[0]).toMatchObject(both)
  first.leave()

  const { user, address } = await open(`/app/onboarding/todos/${_id}/edit`)
  await append(user, await screen.findByLabelText('Todo'), ', please')
  await rename('Photo')
  await user.click(await button('Update'))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Somebody else has changed Todo to “Photo” in the meantime. Press Update again to replace it with yours.',
  )
  expect((await stored())[0]?.customMessage).toBe('Photo')
  await user.click(await button('Update'))
  await waitFor(() => expect(address()).toBe('/app/onboarding/todos'))
  expect((await stored())[0]?.customMessage).toBe('Badge and photo, please')
})

test('shows a refusal in the server’s words and keeps what was typed', async () => {
  const [todo] = await stored()
  const { user, address } = await open(`/app/onboarding/todos/${todo?._id}/edit`)
  await append(user, await screen.findByLabelText('Todo'), ' and keys')
  network.use(
    http.put('*/api/checklist/employeetodo/*', () => HttpResponse.json({ detail: 'Not now.' }, { status: 409 })),
  )
  await user.click(await button('Update'))
  expect(await screen.findByText('Not now.')).toBeVisible()
  expect(screen.getByLabelText('Todo')).toHaveValue('Badge and keys')
  expect(address()).toBe(`/app/onboarding/todos/${todo?._id}/edit`)
})

test('can retry loading the employee types', async () => {
  let isBroken = true
  const refuse = () => (isBroken ? HttpResponse.json({ detail: 'Not just now.' }, { status: 500 }) : undefined)
  network.use(http.get('*/api/checklist/employeetype/', refuse))
  const { user } = await open()
  // The query fails only after three attempts with growing delays.
  const again = await screen.findByRole('button', { name: 'Try again' }, { timeout: 20_000 })
  const form = within(screen.getByLabelText('Employee Type').closest('form') as HTMLElement)
  expect(form.getByRole('alert')).toHaveTextContent('Not just now.')
  isBroken = false
  await user.click(again)
  const types = within(screen.getByLabelText('Employee Type'))
  expect(await types.findByRole('option', { name: 'Sales' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})
