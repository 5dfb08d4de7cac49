import { act, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { createDepartment, createTodo, listDepartments, updateDepartment } from '#contract/apps/checklist.ts'
import { EVERYONE } from '#contract/values.ts'
import { reportReachable, reportUnreachable } from '#src/api/connection.ts'
import { queryClient } from '#src/api/query-client.ts'
import { fill, holdRequests, openPage, withPortal } from '#tests/page.tsx'
import type { TestUser } from '#tests/portal.ts'
import { todos } from './queries.ts'

const { portal } = withPortal()

let boss: TestUser
let round = 0
/** Makes a name unique to this test: departments of earlier tests stay in the portal. */
const named = (name: string) => `${name} ${round}`

beforeEach(async () => {
  round++
  boss = await portal().addUser({ isAdmin: true })
  await portal().call(createDepartment, { as: boss.token, body: { empType: named('Depot') } })
})

const stored = async (): Promise<string[]> =>
  (await portal().call(listDepartments, { as: boss.token })).body.map(({ empType }: { empType: string }) => empType)
const open = () => openPage('/app/onboarding/departments', { portal: portal(), as: boss })
const confirm = async () => {
  const dialog = within(await screen.findByRole('dialog', { name: named('Depot') }))
  expect(dialog.getByText('Are you sure you want to delete this application?')).toBeVisible()
  return dialog.getByRole('button', { name: 'Delete' })
}

test('adds a department; its name is required and must be unique', async () => {
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Add' }))
  expect(screen.getByLabelText('Name')).toBeRequired()
  expect(await screen.findByText('Name is required.')).toBeVisible()
  await fill(user, screen.getByLabelText('Name'), named('DEPOT'))
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(await screen.findByText(`There is already a department “${named('Depot')}”.`)).toBeVisible()
  expect(screen.getByLabelText('Name')).toBeInvalid()
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus())
  await user.clear(screen.getByLabelText('Name'))
  expect(screen.queryByRole('alert')).toBeNull()
  await fill(user, screen.getByLabelText('Name'), named('Office'))
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(await screen.findByText('The department was added.')).toBeVisible()
  expect(await stored()).toContain(named('Office'))
  expect(screen.queryByRole('link', { name: 'Edit Everyone' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(await screen.findByText('Name is required.')).toBeVisible()
  expect(screen.queryByText('The department was added.')).toBeNull()
})

test('keeps what is typed while another department is being added', async () => {
  const { user } = await open()
  const name = await screen.findByLabelText<HTMLInputElement>('Name')
  await fill(user, name, named('Office'))
  await user.click(screen.getByRole('button', { name: 'Add' }))
  await user.type(name, 's')
  expect(await screen.findByText('The department was added.')).toBeVisible()
  expect(name.value).toMatch(/s$/)
  expect(await stored()).toContain(named('Office'))
})

test('adds one department on a double click, without reporting a missing name', async () => {
  const { user } = await open()
  await fill(user, await screen.findByLabelText('Name'), named('Office'))
  await user.dblClick(screen.getByRole('button', { name: 'Add' }))
  expect(await screen.findByText('The department was added.')).toBeVisible()
  await user.dblClick(screen.getByRole('button', { name: 'Add' }))
  expect(await screen.findByText('Name is required.')).toBeVisible()
  expect((await stored()).filter((name) => name === named('Office'))).toHaveLength(1)
})

test('asks before leaving a typed name that was not added', async () => {
  const { user, address } = await open()
  await fill(user, await screen.findByLabelText('Name'), 'Garage')
  await user.click(await screen.findByRole('link', { name: `Edit ${named('Depot')}` }))
  const question = within(await screen.findByRole('dialog', { name: 'Unsaved changes' }))
  await user.click(question.getByRole('button', { name: 'Stay' }))
  expect(address()).toBe('/app/onboarding/departments')
  expect(screen.getByLabelText('Name')).toHaveValue('Garage')
})

test('does not ask before leaving a name that was refused', async () => {
  const { user, address } = await open()
  await fill(user, await screen.findByLabelText('Name'), named('DEPOT'))
  expect(screen.getByRole('navigation', { name: 'Breadcrumb' })).toHaveTextContent(/^Onboarding\/Departments$/)
  await user.click(screen.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(screen.getByLabelText('Name')).toBeInvalid())
  await user.click(screen.getByRole('link', { name: `Edit ${named('Depot')}` }))
  await waitFor(() => expect(address()).toMatch(/departments\/\d+\/edit$/))
  expect(screen.getByRole('navigation', { name: 'Breadcrumb' })).toHaveTextContent(
    'Onboarding/Departments/Edit Department',
  )
})

test('does not let Everyone be renamed', async () => {
  const all = (await portal().call(listDepartments, { as: boss.token })).body
  const everyone = all.find(({ empType }: { empType: string }) => empType === EVERYONE)
  await openPage(`/app/onboarding/departments/${everyone._id}/edit`, { portal: portal(), as: boss })
  expect(await screen.findByText(/keeps its name\.$/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Update' })).toBeNull()
})

test('renames a department on its own page and returns to the list', async () => {
  const { user, address } = await open()
  await user.click(await screen.findByRole('link', { name: `Edit ${named('Depot')}` }))
  const field = await screen.findByLabelText('Name')
  expect(field).toHaveValue(named('Depot'))
  await fill(user, field, named('Store'))
  await user.click(screen.getByRole('button', { name: 'Update' }))
  await waitFor(() => expect(address()).toBe('/app/onboarding/departments'))
  expect(await screen.findByText('The department was saved.')).toBeVisible()
  expect(await screen.findByText(named('Store'))).toBeVisible()
  expect(await stored()).not.toContain(named('Depot'))
})

test('asks if another admin has renamed it meanwhile; the second press overwrites their name', async () => {
  const { user, address } = await open()
  await user.click(await screen.findByRole('link', { name: `Edit ${named('Depot')}` }))
  const field = await screen.findByLabelText('Name')
  await fill(user, field, named('Mine'))
  const all = (await portal().call(listDepartments, { as: boss.token })).body
  const { _id: id } = all.find(({ empType }: { empType: string }) => empType === named('Depot'))
  await portal().call(updateDepartment, { as: boss.token, params: { id }, body: { empType: named('Theirs') } })
  await user.click(screen.getByRole('button', { name: 'Update' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(`Somebody else has changed Name to “${named('Theirs')}”`)
  expect(await stored()).toContain(named('Theirs'))
  await user.click(screen.getByRole('button', { name: 'Update' }))
  await waitFor(() => expect(address()).toBe('/app/onboarding/departments'))
  expect(await stored()).toContain(named('Mine'))
})

test('deletes a department after the prompt, unless somebody is in it', async () => {
  const { user } = await open()
  const ann = await portal().addUser({ dept: named('Depot') })
  const button = () => screen.findByRole('button', { name: `Delete ${named('Depot')}` })
  await user.click(await button())
  await user.click(await confirm())
  expect(await screen.findByRole('alert')).toHaveTextContent(`There are still users in ${named('Depot')}.`)
  await waitFor(async () => expect(await button()).toHaveFocus())
  // The next action removes the refusal.
  await fill(user, screen.getByLabelText('Name'), named('Attic'))
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(await screen.findByText('The department was added.')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  await portal().deps.db.updateTable('user').set({ department_id: null }).where('id', '=', ann.id).execute()
  await user.click(await button())
  await user.click(await confirm())
  expect(await screen.findByText('The department was deleted.')).toBeVisible()
  expect(await stored()).not.toContain(named('Depot'))
})

const GOES_ALONG = /with it, also from the checklists where nobody has checked/

test.each([
  [0, null],
  [1, 'If nobody is in it, its todo goes with it, also from the checklists where nobody has checked it yet.'],
  [2, 'If nobody is in it, its 2 todos go with it, also from the checklists where nobody has checked them yet.'],
])('states before the deletion what is deleted with the department: %i todos', async (count, sentence) => {
  const add = (empType: string, isOffboarding: boolean) => {
    const body = { empType, customMessage: 'Hand in the keys', moreInfo: 'At the desk', isOffboarding }
    return portal().call(createTodo, { as: boss.token, body })
  }
  await add(EVERYONE, false)
  for (let each = 0; each < count; each++) await add(named('Depot'), each % 2 === 1)
  const { user } = await open()
  const button = await screen.findByRole('button', { name: `Delete ${named('Depot')}` })
  await waitFor(() => expect(queryClient.getQueryData(todos.all.queryKey)).toBeDefined())
  await user.click(button)
  const remove = await confirm()
  const dialog = screen.getByRole('dialog')
  if (sentence) expect(await within(dialog).findByText(sentence)).toBeVisible()
  else expect(dialog).not.toHaveTextContent(GOES_ALONG)
  await user.click(remove)
  expect(await screen.findByText('The department was deleted.')).toBeVisible()
})

test('does not count deleted todos for a new department of the same name', async () => {
  const body = { empType: named('Depot'), customMessage: 'Hand in the keys', moreInfo: 'At the desk' }
  await portal().call(createTodo, { as: boss.token, body: { ...body, isOffboarding: false } })
  const { user } = await open()
  const remove = () => screen.findByRole('button', { name: `Delete ${named('Depot')}` })
  await waitFor(() => expect(queryClient.getQueryData(todos.all.queryKey)).toBeDefined())
  await user.click(await remove())
  await user.click(await confirm())
  expect(await screen.findByText('The department was deleted.')).toBeVisible()
  await fill(user, screen.getByLabelText('Name'), named('Depot'))
  await user.click(screen.getByRole('button', { name: 'Add' }))
  await user.click(await remove())
  await confirm()
  await waitFor(() => expect(screen.getByRole('dialog')).not.toHaveTextContent(GOES_ALONG))
})

test('shows what others changed during an outage, however short, once it is over', async () => {
  await open()
  await screen.findByText(named('Depot'))
  act(reportUnreachable)
  await portal().call(createDepartment, { as: boss.token, body: { empType: named('Meanwhile') } })
  act(reportReachable)
  // After a very short outage, the list is fetched a little later.
  expect(await screen.findByText(named('Meanwhile'), {}, { timeout: 20_000 })).toBeVisible()
})

test('while the todos are loading, warns that they would be deleted instead of claiming there are none', async () => {
  const line = holdRequests(http.get, '*/api/checklist/employeetodo/')
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: `Delete ${named('Depot')}` }))
  await confirm()
  const dialog = screen.getByRole('dialog')
  expect(dialog).toHaveTextContent(
    'If nobody is in it, its todos go with it, also from the checklists where nobody has checked them yet.',
  )
  line.release()
  await waitFor(() => expect(dialog).not.toHaveTextContent(GOES_ALONG))
})
