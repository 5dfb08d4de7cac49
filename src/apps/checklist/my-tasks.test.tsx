import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { updatePermissions } from '#contract/apps/accounts.ts'
import * as calls from '#contract/apps/checklist.ts'
import { queryClient } from '#src/api/query-client.ts'
import { network, offlineHandler, openPage, withPortal } from '#tests/page.tsx'
import type { TestUser } from '#tests/portal.ts'
import { aTodo } from '#tests/todo.ts'
import { checklists } from './queries.ts'

const { portal, plugIn } = withPortal()

/** The section is loaded separately, after the page. */
const PATIENCE = { timeout: 15_000 }
let boss: TestUser
let mona: TestUser
let ann: TestUser
let round = 0

beforeEach(async () => {
  round++
  boss = await portal().addUser({ name: `Bo ${round}`, isAdmin: true })
  mona = await portal().addUser({ name: `Mona ${round}` })
  ann = await portal().addUser({ name: `Ann ${round}`, manager: mona.id })
  if (round === 1)
    for (const [customMessage, owner, dueDays] of [
      ['Laptop', 'admin', undefined],
      ['First week', 'manager', 5],
      ['Handbook', 'self', undefined],
      ['Photo', 'self', 0],
    ] as const)
      await portal().call(calls.createTodo, {
        as: boss.token,
        body: aTodo({ customMessage, moreInfo: 'Ask https://desk.example', owner, dueDays }),
      })
  await portal().call(calls.startOnboarding, { as: boss.token, params: { id: ann.id } })
})

const open = (as: TestUser) => openPage('/', { portal: portal(), as })
const section = async () => within(await screen.findByRole('region', { name: 'My tasks' }, PATIENCE))
const boxes = async () => (await section()).getAllByRole('checkbox').map((box) => box.getAttribute('aria-label'))
const checked = async () =>
  (await portal().call(calls.listUserTasks, { as: boss.token, params: { id: ann.id } })).body
    .filter(({ isChecked }: calls.UserTask) => isChecked)
    .map(({ customMessage }: calls.UserTask) => customMessage)
/** Waits for the list, after which the section would be there. */
const nothing = async () => {
  await waitFor(() => expect(queryClient.getQueryState(checklists.mine.queryKey)?.status).toBe('success'), PATIENCE)
  await act(async () => {})
  expect(screen.queryByText('My tasks')).toBeNull()
}

test('shows one’s own tasks on the home page by due day, with a notice above the apps', async () => {
  const { user } = await open(ann)
  expect(await boxes()).toEqual(['Photo', 'Handbook'])
  // The company's day, which begins before the reader's (tests/portal.ts).
  expect((await section()).getByText('Due')).toHaveTextContent('Due today')
  expect(await screen.findByRole('button', { name: '2 tasks for you' })).toBeVisible()
  await user.click((await section()).getByRole('button', { name: /^Handbook/ }))
  expect(
    await within(await screen.findByRole('dialog', { name: 'Handbook' })).findByText('https://desk.example'),
  ).toBeVisible()
})

test('sends a check, keeps the task in view and can undo the check', async () => {
  const { user } = await open(ann)
  await user.click((await section()).getByRole('checkbox', { name: 'Photo' }))
  await waitFor(async () => expect(await checked()).toEqual(['Photo']))
  expect(await screen.findByRole('button', { name: '1 task for you' })).toBeVisible()
  expect((await section()).getByRole('checkbox', { name: 'Photo' })).toBeChecked()
  await user.click((await section()).getByRole('checkbox', { name: 'Photo' }))
  await waitFor(async () => expect(await checked()).toEqual([]))
})

test('shows managers the person whose list a task is on', async () => {
  const { user } = await open(mona)
  expect(await boxes()).toEqual([`First week, Ann ${round}`])
  await user.click((await section()).getByRole('checkbox'))
  await waitFor(async () => expect(await checked()).toEqual(['First week']))
})

test('shows nothing where there are no tasks', async () => {
  const nobody = await portal().addUser()
  await open(nobody)
  await nothing()
})

test('shows nothing if another server has no such list', async () => {
  network.use(http.get('*/api/checklist/mytasks/', () => HttpResponse.json({ detail: 'Not found.' }, { status: 404 })))
  await open(ann)
  await nothing()
})

test('keeps and marks an offline check, and sends it once the connection is back', async () => {
  const { user, router } = await open(ann)
  await section()
  network.use(offlineHandler)
  await user.click((await section()).getByRole('checkbox', { name: 'Photo' }))
  expect(await screen.findByText('Waiting to be sent', undefined, PATIENCE)).toBeInTheDocument()
  await screen.findByRole('button', { name: /^Offline since .* waiting$/ }, PATIENCE)
  // The mark is still there after leaving the page and coming back.
  await act(() => router.navigate({ to: '/profile' }))
  await waitFor(() => expect(screen.queryByText('Waiting to be sent')).toBeNull())
  await act(() => router.navigate({ to: '/' }))
  expect((await section()).getByText('Waiting to be sent')).toBeInTheDocument()
  expect((await section()).getByRole('checkbox', { name: 'Photo' })).toBeChecked()
  expect(await checked()).toEqual([])
  plugIn()
  await waitFor(async () => expect(await checked()).toEqual(['Photo']), PATIENCE)
})

test('shows the refusal to a person who is no longer the manager', async () => {
  const { user } = await open(mona)
  const box = (await section()).getByRole('checkbox')
  await portal().call(updatePermissions, { as: boss.token, params: { id: ann.id }, body: { cepManager: boss.id } })
  await user.click(box)
  await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull(), PATIENCE)
  expect(await (await section()).findByText('Only an admin may do this, or whoever the task is for.')).toBeVisible()
  expect((await section()).getByText(`Ann ${round}: First week – done`)).toBeVisible()
  expect(await checked()).toEqual([])
  await user.click((await section()).getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'My tasks' })).toBeNull())
})

test('sends one request although two parts of the home page show the tasks', async () => {
  const asked: string[] = []
  const hear = ({ request }: { request: Request }) => void asked.push(new URL(request.url).pathname)
  network.events.on('request:start', hear)
  await open(ann)
  expect(await boxes()).toHaveLength(2)
  network.events.removeListener('request:start', hear)
  expect(asked.filter((path) => path === calls.listMyTasks.path)).toHaveLength(1)
})

test('shows the first of many tasks; “Show all” moves the focus to the first added one', async () => {
  for (let each = 1; each <= 8; each++)
    await portal().call(calls.createTodo, {
      as: boss.token,
      body: aTodo({ customMessage: `Form ${each}`, owner: 'self', dueDays: undefined }),
    })
  const zoe = await portal().addUser({ name: 'Zoe' })
  await portal().call(calls.startOnboarding, { as: boss.token, params: { id: zoe.id } })
  const { user } = await open(zoe)
  const shown = await boxes()
  expect(shown).toHaveLength(8)
  await user.click((await section()).getByRole('button', { name: 'Show all 10' }))
  const all = await boxes()
  expect(all).toHaveLength(10)
  expect((await section()).getByRole('checkbox', { name: all[8] as string })).toHaveFocus()
})

test('reports in place that the tasks could not be loaded, and can retry', async () => {
  let isBroken = true
  const refuse = () => (isBroken ? HttpResponse.json({ detail: 'Not just now.' }, { status: 500 }) : undefined)
  network.use(http.get('*/api/checklist/mytasks/', refuse))
  const { user } = await open(ann)
  const place = await section()
  expect(place.getByRole('alert')).toHaveTextContent('Not just now.')
  isBroken = false
  await user.click(place.getByRole('button', { name: 'Try again' }))
  await waitFor(async () => expect(await boxes()).toEqual(expect.arrayContaining(['Photo', 'Handbook'])))
  expect(screen.queryByRole('alert')).toBeNull()
})
