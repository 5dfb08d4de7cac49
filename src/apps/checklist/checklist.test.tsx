import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import * as calls from '#contract/apps/checklist.ts'
import { queryClient } from '#src/api/query-client.ts'
import * as announcing from '#src/lib/announce.ts'
import * as keepChange from '#src/offline/keep-change.ts'
import { announced, network, offlineHandler, openPage, withPortal } from '#tests/page.tsx'
import { onPhone } from '#tests/phone.ts'
import type { TestUser } from '#tests/portal.ts'
import { aTodo } from '#tests/todo.ts'

const { portal, plugIn, freezeClock, longBefore } = withPortal()

/** Requests that are sent again after an outage take a while. */
const PATIENCE = { timeout: 15_000 }
const TITLES = ['Badge', 'Laptop', 'Tour']
let boss: TestUser
let ann: TestUser
let round = 0

beforeEach(async () => {
  round++
  boss = await portal().addUser({ name: `Bo ${round}`, isAdmin: true })
  if (round === 1)
    for (const customMessage of TITLES)
      await portal().call(calls.createTodo, {
        as: boss.token,
        body: aTodo({
          customMessage,
          moreInfo: `Ask at https://desk.example/${customMessage}?a=b, please. Not at ftp://x or javascript:alert(1)`,
        }),
      })
  ann = await portal().addUser({ name: `Ann ${round}`, dept: 'Sales' })
  await longBefore(() => portal().call(calls.startOnboarding, { as: boss.token, params: { id: ann.id } }))
})

const stored = async (): Promise<calls.UserTask[]> =>
  (await portal().call(calls.listUserTasks, { as: boss.token, params: { id: ann.id } })).body
const storedChecked = async () =>
  (await stored()).filter(({ isChecked }) => isChecked).map(({ customMessage }) => customMessage)
async function elsewhere(title: string, isChecked: boolean, who = boss): Promise<void> {
  const task = (await stored()).find(({ customMessage }) => customMessage === title)
  await portal().call(calls.checkTask, { as: who.token, params: { id: task?._id ?? 0 }, body: { isChecked } })
}

const open = () => openPage(`/app/onboarding/${ann.id}`, { portal: portal(), as: boss })
const box = (name: string) => screen.findByRole('checkbox', { name })
const progress = async () => (await screen.findByRole('progressbar')).getAttribute('aria-valuetext')
/** Waits until the attempts made while offline have failed: a later failure would take the page offline again. */
const offline = () => screen.findByRole('button', { name: /^Offline since .* waiting$/ }, PATIENCE)
const checked = () =>
  screen
    .getAllByRole('checkbox')
    .filter((each) => (each as HTMLInputElement).checked)
    .map((each) => each.getAttribute('aria-label'))

test('shows the person and the progress; a check counts at once and names who checked it', async () => {
  const { user } = await open()
  expect(await screen.findByRole('heading', { level: 1, name: `Ann ${round}` })).toBeVisible()
  expect(await screen.findByText(ann.email)).toBeVisible()
  expect(await progress()).toBe('0 of 3 tasks done')
  await user.click(await box('Laptop'))
  await waitFor(async () => expect(await progress()).toBe('1 of 3 tasks done'))
  expect(checked()).toEqual(['Laptop'])
  await waitFor(async () => expect(await storedChecked()).toEqual(['Laptop']))
  expect(screen.getByText(new RegExp(`^Bo ${round},`))).toBeVisible()
  await user.click(await box('Laptop'))
  await waitFor(async () => expect(await storedChecked()).toEqual([]))
  expect(await progress()).toBe('0 of 3 tasks done')
})

test('checks a box as it is pressed, before the change is kept', async () => {
  await open()
  const laptop = await box('Laptop')
  fireEvent.click(laptop)
  expect(laptop).toBeChecked()
  await waitFor(async () => expect(await storedChecked()).toEqual(['Laptop']))
  expect(laptop).toBeChecked()
})

test('reopens a box and shows an alert if the change could not be kept', async () => {
  await open()
  const laptop = await box('Laptop')
  vi.spyOn(keepChange, 'keepChange').mockRejectedValueOnce(new Error('The disk is full.'))
  fireEvent.click(laptop)
  expect(laptop).toBeChecked()
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(laptop).not.toBeChecked()
})

test('shows the details of the picked task, with addresses as links that open in a new tab', async () => {
  const { user, address } = await open()
  await user.click(await screen.findByRole('button', { name: 'Tour' }))
  const panel = within(await screen.findByRole('region', { name: 'More Information' }))
  expect(await panel.findByRole('heading', { name: 'Tour' })).toBeVisible()
  const link = panel.getByRole('link')
  expect(link).toHaveAttribute('href', 'https://desk.example/Tour?a=b')
  expect(link).toHaveAttribute('target', '_blank')
  expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  expect(address()).toMatch(/\?task=\d+$/)
})

test('announces that the picked task is shown beside the list, and links its button to the details', async () => {
  const { user } = await open()
  const tour = await screen.findByRole('button', { name: 'Tour' })
  await user.click(tour)
  await waitFor(() => expect(announced()).toBe('More Information: Tour'))
  const region = await screen.findByRole('region', { name: 'More Information' })
  const controlled = document.getElementById(tour.getAttribute('aria-controls') ?? '')
  expect(region).toContainElement(controlled)
  expect(controlled).toHaveTextContent('https://desk.example/Tour?a=b')
})

test('completes all tasks after the prompt', async () => {
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Complete all tasks' }))
  expect(await screen.findByText('Are you sure you want to complete all tasks?')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Complete' }))
  await waitFor(async () => expect(await progress()).toBe('3 of 3 tasks done'))
  await waitFor(async () => expect(await storedChecked()).toEqual(TITLES))
  expect(screen.queryByRole('button', { name: 'Complete all tasks' })).toBeNull()
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
})

test('keeps and marks offline checks, and sends them in the order of the taps', async () => {
  const { user } = await open()
  await box('Badge')
  network.use(offlineHandler)
  await user.click(await box('Badge'))
  await waitFor(() => expect(checked()).toEqual(['Badge']))
  await user.click(screen.getByRole('button', { name: 'Complete all tasks' }))
  await user.click(await screen.findByRole('button', { name: 'Complete' }))
  await waitFor(() => expect(checked()).toEqual(TITLES))
  await user.click(await box('Tour'))
  await waitFor(() => expect(checked()).toEqual(['Badge', 'Laptop']))
  expect(screen.getAllByText('Waiting to be sent')).toHaveLength(3)
  expect(await storedChecked()).toEqual([])
  await offline()
  plugIn()
  await waitFor(async () => expect(await storedChecked()).toEqual(['Badge', 'Laptop']), PATIENCE)
  await waitFor(() => expect(screen.queryByText('Waiting to be sent')).toBeNull())
  expect(checked()).toEqual(['Badge', 'Laptop'])
})

test('shows the checks of another admin without a reload', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  await open()
  await box('Badge')
  await elsewhere('Badge', true)
  await act(async () => vi.advanceTimersByTime(5_000))
  await waitFor(() => expect(checked()).toEqual(['Badge']))
})

test('shows the server’s reason for a check that came too late, until it is discarded', async () => {
  const { user } = await open()
  await box('Badge')
  network.use(offlineHandler)
  await user.click(await box('Badge'))
  await waitFor(() => expect(checked()).toEqual(['Badge']))
  await elsewhere('Badge', true)
  await elsewhere('Badge', false)
  await offline()
  freezeClock()
  plugIn()
  expect(await screen.findByText(/^Changed by you .*That one was kept\.$/, {}, PATIENCE)).toBeVisible()
  expect(checked()).toEqual([])
  act(() => screen.getByRole('button', { name: 'Discard' }).focus())
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  await waitFor(async () => expect(await box('Badge')).toHaveFocus())
})

test('shows the server’s reason for a check of a deleted task, until it is discarded', async () => {
  const body = aTodo({ customMessage: 'Parking', moreInfo: 'Ask.' })
  const params = { id: (await portal().call(calls.createTodo, { as: boss.token, body })).body._id }
  ann = await portal().addUser({ name: `Ann ${round}`, dept: 'Sales' })
  await portal().call(calls.startOnboarding, { as: boss.token, params: { id: ann.id } })
  const { user, router } = await open()
  await box('Parking')
  network.use(offlineHandler)
  await user.click(await box('Parking'))
  await offline()
  await portal().call(calls.deleteTodo, { as: boss.token, params })
  plugIn()
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Parking' })).toBeNull(), PATIENCE)
  expect(await screen.findByText('There is no such task.')).toBeVisible()
  expect(screen.getByText(`Ann ${round}: Parking – done`)).toBeVisible()
  // A repeat would be refused again.
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  // Nor in the list, where it would complete all tasks.
  await router.navigate({ to: '/app/onboarding' })
  await screen.findByRole('region', { name: 'Incomplete Users' })
  expect(screen.queryByText('There is no such task.')).toBeNull()
  router.history.back()
  const discard = await screen.findByRole('button', { name: 'Discard' })
  act(() => discard.focus())
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
})

test.each([
  [['Tour'], '1 task was opened or added later by Tom; it stays open.'],
  [TITLES, '3 tasks were opened or added later by Tom; they stay open.'],
])('shows that “complete all” came too late for %s, until that is dismissed', async (titles, words) => {
  const tom = await portal().addUser({ name: 'Tom', isAdmin: true })
  const { user, leave } = await open()
  await box('Badge')
  network.use(offlineHandler)
  await user.click(screen.getByRole('button', { name: 'Complete all tasks' }))
  await user.click(await screen.findByRole('button', { name: 'Complete' }))
  await waitFor(() => expect(checked()).toEqual(TITLES))
  await offline()
  for (const isChecked of [true, false]) for (const title of titles) await elsewhere(title, isChecked, tom)
  freezeClock()
  plugIn()
  expect(await screen.findByText(words, {}, PATIENCE)).toBeVisible()
  await waitFor(() => expect(checked()).toEqual(TITLES.filter((title) => !titles.includes(title))))
  expect(await screen.findByRole('button', { name: 'Complete all tasks' })).toBeVisible()

  // The message is still there after the page was left.
  leave()
  const again = await open()
  await again.user.click(await screen.findByRole('button', { name: 'Online, 1 done in part' }))
  const partly = within(await screen.findByRole('list', { name: 'Done in part' }))
  expect(partly.getByText(`Ann ${round}: complete all tasks`)).toBeVisible()
  expect(partly.getByText(words)).toBeVisible()
  await again.user.click(partly.getByRole('button', { name: /^Dismiss/ }))
  await waitFor(() => expect(screen.queryByText(words)).toBeNull())
  expect(await screen.findByRole('button', { name: 'Online', hidden: true })).toBeInTheDocument()
  expect(await screen.findByRole('list', { name: 'Sent in the last day' })).toBeVisible()
})

test('gives a checklist to a person without one, and reports an unknown user', async () => {
  const zed = await portal().addUser({ name: `Zed ${round}` })
  const { user, leave } = await openPage(`/app/onboarding/${zed.id}`, { portal: portal(), as: boss })
  expect(await screen.findByText(`Zed ${round} has no checklist yet.`)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Start onboarding' }))
  expect(await box('Badge')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
  leave()
  queryClient.clear()
  await openPage('/app/onboarding/99999', { portal: portal(), as: boss })
  expect(await screen.findByRole('alert')).toHaveTextContent('There is no such user.')
})

test('Go Back returns to the previous page, or to the list if there is none', async () => {
  const { user, address, router, leave } = await openPage('/app/onboarding?sort=name', { portal: portal(), as: boss })
  await user.click(await screen.findByRole('link', { name: `View Ann ${round}` }))
  await user.click(await screen.findByRole('button', { name: 'Tour' }))
  await user.click(screen.getByRole('button', { name: 'Go Back' }))
  await waitFor(() => expect(address()).toBe('/app/onboarding?sort=name'))
  await waitFor(() => expect(router.state.status).toBe('idle'))
  leave()
  const again = await open()
  await user.click(await screen.findByRole('button', { name: 'Go Back' }))
  await waitFor(() => expect(again.address()).toBe('/app/onboarding'))
})

test('on a phone, Back and the sheet’s own button both close the sheet without leaving a history entry', async () => {
  onPhone()
  const { user, address, router } = await openPage('/app/onboarding?sort=name', { portal: portal(), as: boss })
  const sheet = () => screen.findByRole('dialog', { name: 'Tour' })
  const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await router.navigate({ to: '/app/onboarding/$id', params: { id: String(ann.id) } })
  const said = vi.spyOn(announcing, 'announce')
  await user.click(await screen.findByRole('button', { name: 'Tour' }))
  await sheet()
  // The sheet takes the focus, so nothing is announced.
  expect(said).not.toHaveBeenCalled()
  said.mockRestore()
  expect(address()).toMatch(/\?task=\d+$/)
  router.history.back()
  await isClosed()
  expect(address()).toBe(`/app/onboarding/${ann.id}`)

  await user.click(screen.getByRole('button', { name: 'Tour' }))
  await user.click(within(await sheet()).getByRole('button', { name: 'Close' }))
  await isClosed()
  expect(address()).toBe(`/app/onboarding/${ann.id}`)
  router.history.back()
  await waitFor(() => expect(address()).toBe('/app/onboarding?sort=name'))
})
