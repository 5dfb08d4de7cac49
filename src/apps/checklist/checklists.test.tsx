import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import * as calls from '#contract/apps/checklist.ts'
import { queryClient } from '#src/api/query-client.ts'
import { myChanges } from '#src/offline/my-changes.ts'
import { announced, network, offlineHandler, openPage, withPortal } from '#tests/page.tsx'
import { onPhone } from '#tests/phone.ts'
import type { TestUser } from '#tests/portal.ts'
import { aTodo } from '#tests/todo.ts'
import { checklists } from './queries.ts'

const { portal, plugIn, freezeClock, longBefore } = withPortal()

let boss: TestUser
let round = 0

beforeEach(async () => {
  round++
  boss = await portal().addUser({ name: `Bo ${round}`, isAdmin: true })
  const { db } = portal().deps
  await db.deleteFrom('user_task').execute()
  await db.deleteFrom('todo').execute()
  await db.updateTable('user').set({ offboarding: 0 }).execute()
  for (const customMessage of ['Badge', 'Laptop'])
    await portal().call(calls.createTodo, { as: boss.token, body: aTodo({ customMessage }) })
})

const of = (id: number) => ({ as: boss.token, params: { id } })
async function newcomer(name: string, dept = 'Sales'): Promise<TestUser> {
  const person = await portal().addUser({ name: `${name} ${round}`, dept })
  await portal().call(calls.startOnboarding, of(person.id))
  return person
}
const tasksOf = async ({ id }: TestUser): Promise<calls.UserTask[]> =>
  (await portal().call(calls.listUserTasks, of(id))).body
const openCount = async (person: TestUser) => (await tasksOf(person)).filter(({ isChecked }) => !isChecked).length

const open = (path = '/app/onboarding', as = boss) => openPage(path, { portal: portal(), as })
const table = (name = 'Incomplete Users') => screen.findByRole('table', { name })
const names = async (of = 'Incomplete Users') =>
  within(await table(of))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).queryAllByRole('cell')[1]?.textContent ?? '')
    .filter(Boolean)

test('on a phone, shows the department and the ID behind the email address', async () => {
  onPhone()
  const ann = await newcomer('Ann')
  await open()
  expect(await screen.findByText(`${ann.email} · Sales · ID ${ann.id}`)).toBeVisible()
})

test('lists the people with open tasks, marks who is leaving, and links to all pages', async () => {
  const ann = await newcomer('Ann')
  await newcomer('Zed')
  await portal().call(calls.startOffboarding, of(ann.id))
  await open()
  expect(await names()).toEqual([`Ann ${round}Offboarding`, `Zed ${round}`])
  const titles = within(await table())
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent)
  expect(titles).toEqual(['ID', 'Name', 'Email', 'Department', 'Actions'])
  expect(screen.getByRole('link', { name: `View Ann ${round}` })).toHaveAttribute('href', `/app/onboarding/${ann.id}`)
  for (const [name, href] of [
    ['New User', '/app/onboarding/new-user'],
    ['Old User', '/app/onboarding/old-user'],
    ['Todos', '/app/onboarding/todos'],
    ['Departments', '/app/onboarding/departments'],
  ])
    expect(screen.getByRole('link', { name: name as string })).toHaveAttribute('href', href)
})

// The resulting widths are measured on the user list, which works the same way: tests/e2e/table-widths.spec.ts.
test('gives the names a share of the width, so that a long name leaves the emails their room', async () => {
  await newcomer('Ann')
  await open()
  const [, name, email] = within(await table()).getAllByRole('columnheader')
  expect(name?.style.getPropertyValue('--share')).toBe('30%')
  expect(email?.style.getPropertyValue('--share')).toBe('')
})

test.each([
  ['ID', 'id', ['Zed', 'Ann']],
  ['Name', 'name', ['Ann', 'Zed']],
  ['Email', 'email', ['Zed', 'Ann']],
  ['Department', 'empType', ['Zed', 'Ann']],
])('sorts by %s, and keeps the order in the address', async (title, key, ascending) => {
  await newcomer('Zed', 'Care')
  await newcomer('Ann', 'Sales')
  const { user, address } = await open()
  const header = () => screen.findByRole('button', { name: title })
  const expected = ascending.map((name) => `${name} ${round}`)
  await user.click(await header())
  await waitFor(async () => expect(await names()).toEqual(expected))
  expect(address()).toBe(`/app/onboarding?sort=${key}`)
  await user.click(await header())
  await waitFor(async () => expect(await names()).toEqual(expected.toReversed()))
  expect(address()).toBe(`/app/onboarding?sort=${key}&dir=desc`)
})

test('completes all tasks of one person after a prompt and moves the person to the done list', async () => {
  const ann = await newcomer('Ann')
  const { user } = await open()
  const button = () => screen.findByRole('button', { name: `Complete all tasks of Ann ${round}` })
  await user.click(await button())
  const dialog = await screen.findByRole('dialog', { name: `Ann ${round}` })
  expect(within(dialog).getByText('Are you sure you want to complete all tasks?')).toBeVisible()
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(await openCount(ann)).toBe(2)
  await user.click(await button())
  await user.click(await screen.findByRole('button', { name: 'Complete' }))
  expect(await screen.findByText('Nothing is left to do: every checklist is done.')).toBeVisible()
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  await waitFor(() => expect(announced()).toBe('All tasks are marked as complete.'))
  await waitFor(async () => expect(await openCount(ann)).toBe(0))
  await user.click(screen.getByRole('radio', { name: 'Done' }))
  await waitFor(async () => expect(await names('Done')).toEqual([`Ann ${round}`]))
})

test('offline, moves a person to the done list at once, and marks them as waiting until it is sent', async () => {
  const ann = await newcomer('Ann')
  const { user } = await open()
  await table()
  await screen.findByRole('link', { name: `View Ann ${round}` })
  network.use(offlineHandler)
  await user.click(screen.getByRole('button', { name: `Complete all tasks of Ann ${round}` }))
  await user.click(await screen.findByRole('button', { name: 'Complete' }))
  expect(await screen.findByText('Nothing is left to do: every checklist is done.')).toBeVisible()
  await user.click(screen.getByRole('radio', { name: 'Done' }))
  await waitFor(async () => expect(await names('Done')).toEqual([`Ann ${round}Waiting to be sent`]))
  await waitFor(() => expect(announced()).toBe('1 person'))
  expect(await openCount(ann)).toBe(2)
  await screen.findByRole('button', { name: /^Offline since .* waiting$/ })
  plugIn()
  await waitFor(async () => expect(await openCount(ann)).toBe(0))
  await waitFor(async () => expect(await names('Done')).toEqual([`Ann ${round}`]))
})

test('does not bring a person back from a list older than the accepted “complete all”', async () => {
  await newcomer('Ann')
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: `Complete all tasks of Ann ${round}` }))
  const kept = queryClient.getQueryData(checklists.incomplete.queryKey)
  await user.click(await screen.findByRole('button', { name: 'Complete' }))
  expect(await screen.findByText('Nothing is left to do: every checklist is done.')).toBeVisible()
  await waitFor(() => expect(myChanges().rows).toMatchObject([{ state: 'acked' }]))
  network.use(offlineHandler)
  expect(kept).toHaveLength(1)
  // As after an offline launch, once the worker has sent the change.
  act(() => {
    queryClient.setQueryData(checklists.incomplete.queryKey, kept, { updatedAt: Date.now() - 60_000 })
  })
  await user.click(screen.getByRole('radio', { name: 'Done' }))
  await waitFor(async () => expect(await names('Done')).toEqual([`Ann ${round}`]))
  await user.click(screen.getByRole('radio', { name: 'Incomplete' }))
  expect(await screen.findByText('Nothing is left to do: every checklist is done.')).toBeVisible()
  // Another person has reopened a task since: the newer list wins over the older one.
  act(() => {
    queryClient.setQueryData(checklists.incomplete.queryKey, kept, { updatedAt: Date.now() })
    queryClient.setQueryData(checklists.done.queryKey, [], { updatedAt: Date.now() - 60_000 })
  })
  await waitFor(async () => expect(await names()).toEqual([`Ann ${round}`]))
})

test('shows a refused “complete all” above the list with its reason, until it is repeated', async () => {
  const ann = await newcomer('Ann')
  const { user } = await open()
  let refuse = () => {}
  const held = new Promise<void>((resolve) => {
    refuse = resolve
  })
  network.use(
    http.put('*/api/checklist/usertasks/:id/', async () => {
      await held
      return HttpResponse.json({ detail: 'Not now.' }, { status: 422 })
    }),
  )
  await user.click(await screen.findByRole('button', { name: `Complete all tasks of Ann ${round}` }))
  await user.click(await screen.findByRole('button', { name: 'Complete' }))
  await waitFor(() => expect(announced()).toBe('All tasks are marked as complete.'))
  refuse()
  expect(await screen.findByRole('alert')).toHaveTextContent('Not now.')
  await waitFor(async () => expect(await names()).toEqual([`Ann ${round}`]))
  expect(announced()).toBe('')
  plugIn()
  await user.click(screen.getByRole('radio', { name: 'Done' }))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(announced()).toBe('All tasks are marked as complete.'))
  await waitFor(async () => expect(await openCount(ann)).toBe(0))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('shows a partly applied “complete all” above the list, and keeps the person among the incomplete', async () => {
  const ann = await longBefore(() => newcomer('Ann'))
  const cy = await portal().addUser({ name: 'Cy', isAdmin: true })
  const { user } = await open()
  await screen.findByRole('link', { name: `View Ann ${round}` })
  network.use(offlineHandler)
  await user.click(screen.getByRole('button', { name: `Complete all tasks of Ann ${round}` }))
  await user.click(await screen.findByRole('button', { name: 'Complete' }))
  await screen.findByRole('button', { name: /^Offline since .* waiting$/ })
  const [badge] = await tasksOf(ann)
  for (const isChecked of [true, false])
    await portal().call(calls.checkTask, { as: cy.token, params: { id: badge?._id ?? 0 }, body: { isChecked } })
  freezeClock()
  plugIn()
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('1 task was opened or added later by Cy; it stays open.')
  await waitFor(async () => expect(await names()).toEqual([`Ann ${round}`]))
  expect(await openCount(ann)).toBe(1)
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('shows the incomplete list if another server has no list of done people', async () => {
  await newcomer('Ann')
  network.use(
    http.get('*/api/checklist/doneusers/', () => HttpResponse.json({ detail: 'Not found.' }, { status: 404 })),
  )
  await open('/app/onboarding?show=done')
  expect(await names()).toEqual([`Ann ${round}`])
  await waitFor(() => expect(screen.queryByRole('radio', { name: 'Done' })).toBeNull())
})

test('shows a failure in the server’s words', async () => {
  network.use(http.get('*/api/checklist/doneusers/', () => HttpResponse.json({ detail: 'Not you.' }, { status: 403 })))
  await open('/app/onboarding?show=done')
  expect(await screen.findByRole('alert')).toHaveTextContent('Not you.')
})
