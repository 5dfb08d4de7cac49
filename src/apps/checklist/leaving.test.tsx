import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { getUser } from '#contract/apps/accounts.ts'
import * as calls from '#contract/apps/checklist.ts'
import { session } from '#src/api/session.ts'
import { dayInZone } from '#src/lib/day-in-zone.ts'
import { network, offlineHandler, openPage, withPortal } from '#tests/page.tsx'
import { COMPANY_ZONE, type TestUser } from '#tests/portal.ts'

const { portal, plugIn } = withPortal()

let boss: TestUser
let ann: TestUser
let round = 0

beforeEach(async () => {
  round++
  boss = await portal().addUser({ name: `Bo ${round}`, isAdmin: true })
  ann = await portal().addUser({ name: `Ann ${round}` })
  if (round > 1) return
  await portal().call(calls.createTodo, {
    as: boss.token,
    body: { empType: 'Everyone', customMessage: 'Keys back', moreInfo: 'To the desk', isOffboarding: true },
  })
})

const leave = () => portal().call(calls.startOffboarding, { as: boss.token, params: { id: ann.id } })
const tasks = async (): Promise<calls.UserTask[]> =>
  (await portal().call(calls.listUserTasks, { as: boss.token, params: { id: ann.id } })).body
const open = (path: string) => openPage(path, { portal: portal(), as: boss })
const confirm = async (action: string) =>
  within(await screen.findByRole('dialog')).getByRole('button', { name: action })

test('starts the offboarding of a person chosen from a searchable list', async () => {
  await portal().addUser({ name: `Gone ${round}`, deactivated: true })
  const { user, address } = await open('/app/onboarding/old-user')
  expect(await screen.findByRole('heading', { level: 1, name: 'Remove Old User' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Remove Old User' }))
  expect(await screen.findByText('Please select an Employee')).toBeVisible()
  const field = screen.getByPlaceholderText('Select...')
  expect(field).toHaveFocus()
  expect(field).toBeInvalid()
  expect(field).toBeRequired()
  await user.click(field)
  await user.type(field, 'nobody of that name')
  expect(await screen.findByText('No options')).toBeInTheDocument()
  await user.clear(field)
  await user.type(field, `gone ${round}`)
  expect(await screen.findByText('No options')).toBeInTheDocument()
  await user.clear(field)
  await user.type(field, `ann ${round}`)
  await user.click(await screen.findByRole('option', { name: new RegExp(`Ann ${round}`), hidden: true }))
  await user.click(screen.getByRole('button', { name: 'Remove Old User' }))
  await waitFor(() => expect(address()).toBe(`/app/onboarding/${ann.id}`))
  expect(await screen.findByRole('checkbox', { name: 'Keys back' })).toBeVisible()
  expect(screen.getByText(`Ann ${round} is leaving: 1 offboarding task to go.`)).toBeVisible()
})

test('suggests today as the last day, and refuses a partly typed date', async () => {
  const { user, address } = await open('/app/onboarding/old-user')
  const day = await screen.findByLabelText('Last day')
  await waitFor(() => expect(day).toHaveValue(dayInZone(Date.now(), COMPANY_ZONE)))
  await user.click(screen.getByPlaceholderText('Select...'))
  await user.click(await screen.findByRole('option', { name: new RegExp(`Ann ${round}`), hidden: true }))
  // A browser reports an empty value for a partly typed date like 12/--/2026.
  fireEvent.change(day, { target: { value: '' } })
  expect(day).toHaveValue('')
  await user.click(screen.getByRole('button', { name: 'Remove Old User' }))
  expect(await screen.findByText('Please enter the last day.')).toBeVisible()
  const nextYear = `${new Date().getFullYear() + 1}-01-05`
  fireEvent.change(day, { target: { value: nextYear } })
  await user.click(screen.getByRole('button', { name: 'Remove Old User' }))
  await waitFor(() => expect(address()).toBe(`/app/onboarding/${ann.id}`))
  const { body: leaving } = await portal().call(calls.listIncompleteUsers, { as: boss.token })
  expect((leaving as calls.ChecklistUser[]).find(({ id }) => id === ann.id)).toMatchObject({ lastDay: nextYear })
})

test('suggests the company’s day in every time zone, and does not count it as typed', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-26T23:30:00Z') })
  try {
    await open('/app/onboarding/old-user')
    await waitFor(() => expect(screen.getByLabelText('Last day')).toHaveValue('2026-11-27'))
    session.end(session.get()?.token)
    await screen.findByRole('heading', { name: 'Sign In' })
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('lastDay')
  } finally {
    vi.useRealTimers()
  }
})

test('offline, says that the form needs the network, and shows it once there is a connection', async () => {
  const { router } = await open('/')
  network.use(offlineHandler)
  await router.navigate({ to: '/app/onboarding/old-user' })
  expect(await screen.findByText('Removing an old user needs the network.')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  plugIn()
  expect(await screen.findByPlaceholderText('Select...')).toBeVisible()
})

test('leaves people who are already leaving out of the list', async () => {
  await leave()
  const { user } = await open('/app/onboarding/old-user')
  const field = await screen.findByPlaceholderText('Select...')
  await user.click(field)
  expect(await screen.findByRole('option', { name: new RegExp(`Bo ${round}`), hidden: true })).toBeInTheDocument()
  expect(screen.queryByRole('option', { name: new RegExp(`Ann ${round}`), hidden: true })).toBeNull()
})

test('undoes an offboarding started by mistake', async () => {
  await leave()
  const { user } = await open(`/app/onboarding/${ann.id}`)
  await user.click(await screen.findByRole('button', { name: 'Undo offboarding' }))
  await user.click(await confirm('Undo offboarding'))
  expect(await screen.findByText(`Ann ${round} has no checklist yet.`)).toBeVisible()
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
  expect(await tasks()).toEqual([])
})

test('deactivates the person once all tasks are done', async () => {
  await leave()
  const { user } = await open(`/app/onboarding/${ann.id}`)
  expect(screen.queryByRole('button', { name: 'Deactivate now' })).toBeNull()
  await user.click(await screen.findByRole('checkbox', { name: 'Keys back' }))
  await user.click(await screen.findByRole('button', { name: 'Deactivate now' }))
  await user.click(await confirm('Deactivate'))
  expect(await screen.findByText(`Ann ${round} is deactivated and cannot sign in.`)).toBeVisible()
  const { body } = await portal().call(getUser, { as: boss.token, params: { id: ann.id } })
  expect(body.deactivated).toBe(true)
})

test('does not offer the deactivation while a check is not sent yet', async () => {
  await leave()
  const { user } = await open(`/app/onboarding/${ann.id}`)
  const task = await screen.findByRole('checkbox', { name: 'Keys back' })
  network.use(offlineHandler)
  await user.click(task)
  expect(await screen.findByText(`Ann ${round} is leaving, and every offboarding task is done.`)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Deactivate now' })).toBeNull()
  plugIn()
  expect(await screen.findByRole('button', { name: 'Deactivate now' })).toBeVisible()
})

test('does not let people deactivate themselves', async () => {
  const other = await portal().addUser({ isAdmin: true })
  await portal().call(calls.startOffboarding, { as: other.token, params: { id: boss.id } })
  const { user } = await open(`/app/onboarding/${boss.id}`)
  await user.click(await screen.findByRole('checkbox', { name: 'Keys back' }))
  expect(await screen.findByText(`Bo ${round} is leaving, and every offboarding task is done.`)).toBeVisible()
  // The portal has received the check.
  await waitFor(() => expect(screen.getByRole('button', { name: 'Undo offboarding' })).toBeEnabled())
  expect(screen.queryByRole('button', { name: 'Deactivate now' })).toBeNull()
})

test('reports on the checklist that the person could not be loaded, and can retry', async () => {
  await leave()
  let isBroken = true
  const refuse = () => (isBroken ? HttpResponse.json({ detail: 'Not just now.' }, { status: 500 }) : undefined)
  network.use(http.get('*/api/checklist/incompleteusers/', refuse))
  const { user } = await open(`/app/onboarding/${ann.id}`)
  expect(await screen.findByRole('checkbox', { name: 'Keys back' })).toBeVisible()
  // The query fails only after three attempts with growing delays.
  expect(await screen.findByRole('alert', {}, { timeout: 20_000 })).toHaveTextContent('Not just now.')
  isBroken = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(`Ann ${round} is leaving: 1 offboarding task to go.`)).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})
