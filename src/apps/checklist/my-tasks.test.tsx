import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { updatePermissions } from '#contract/apps/accounts.ts'
import * as calls from '#contract/apps/checklist.ts'
import { queryClient } from '#src/api/query-client.ts'
import { network, openPage, unplugged, withPortal } from '#tests/page.tsx'
import type { TestUser } from '#tests/portal.ts'
import { aTodo } from '#tests/todo.ts'
import { checklists } from './queries.ts'

const { portal, plugIn } = withPortal()

/** The section is code of its own that comes after the page. */
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
/** Once the list is here the section would be. */
const nothing = async () => {
  await waitFor(() => expect(queryClient.getQueryState(checklists.mine.queryKey)?.status).toBe('success'), PATIENCE)
  await act(async () => {})
  expect(screen.queryByText('My tasks')).toBeNull()
}

test('home shows what is one’s own to do, what is due first, and says so above', async () => {
  const { user } = await open(ann)
  expect(await boxes()).toEqual(['Photo', 'Handbook'])
  // Where the company is: its day begins before the reader's (tests/portal.ts).
  expect((await section()).getByText('Due')).toHaveTextContent('Due today')
  expect(await screen.findByRole('button', { name: '2 tasks for you' })).toBeVisible()
  await user.click((await section()).getByRole('button', { name: /^Handbook/ }))
  expect(
    await within(await screen.findByRole('dialog', { name: 'Handbook' })).findByText('https://desk.example'),
  ).toBeVisible()
})

test('a check is sent, stays in sight and can be taken back', async () => {
  const { user } = await open(ann)
  await user.click((await section()).getByRole('checkbox', { name: 'Photo' }))
  await waitFor(async () => expect(await checked()).toEqual(['Photo']))
  expect(await screen.findByRole('button', { name: '1 task for you' })).toBeVisible()
  expect((await section()).getByRole('checkbox', { name: 'Photo' })).toBeChecked()
  await user.click((await section()).getByRole('checkbox', { name: 'Photo' }))
  await waitFor(async () => expect(await checked()).toEqual([]))
})

test('a manager reads whose list it is on', async () => {
  const { user } = await open(mona)
  expect(await boxes()).toEqual([`First week, Ann ${round}`])
  await user.click((await section()).getByRole('checkbox'))
  await waitFor(async () => expect(await checked()).toEqual(['First week']))
})

test('where there is nothing to do there is nothing', async () => {
  const nobody = await portal().addUser()
  await open(nobody)
  await nothing()
})

test('another server, which knows no such list, shows none', async () => {
  network.use(http.get('*/api/checklist/mytasks/', () => HttpResponse.json({ detail: 'Not found.' }, { status: 404 })))
  await open(ann)
  await nothing()
})

test('without a line it is kept and marked, and goes out once the line is back', async () => {
  const { user, router } = await open(ann)
  await section()
  network.use(unplugged)
  await user.click((await section()).getByRole('checkbox', { name: 'Photo' }))
  expect(await screen.findByText('Waiting to be sent', undefined, PATIENCE)).toBeInTheDocument()
  await screen.findByRole('button', { name: /^Offline since .* waiting$/ }, PATIENCE)
  // Also for who comes back to it.
  await act(() => router.navigate({ to: '/profile' }))
  await waitFor(() => expect(screen.queryByText('Waiting to be sent')).toBeNull())
  await act(() => router.navigate({ to: '/' }))
  expect((await section()).getByText('Waiting to be sent')).toBeInTheDocument()
  expect((await section()).getByRole('checkbox', { name: 'Photo' })).toBeChecked()
  expect(await checked()).toEqual([])
  plugIn()
  await waitFor(async () => expect(await checked()).toEqual(['Photo']), PATIENCE)
})

test('who is no longer the manager is refused in words', async () => {
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

test('home asks for them once, though two places show them', async () => {
  const asked: string[] = []
  const hear = ({ request }: { request: Request }) => void asked.push(new URL(request.url).pathname)
  network.events.on('request:start', hear)
  await open(ann)
  expect(await boxes()).toHaveLength(2)
  network.events.removeListener('request:start', hear)
  expect(asked.filter((path) => path === calls.listMyTasks.path)).toHaveLength(1)
})

test('of many some are shown; who asks for all goes on with the first that came', async () => {
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

test('tasks that cannot be read say so where they would be, and can be asked for once more', async () => {
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
