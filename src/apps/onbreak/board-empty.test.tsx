/** What the board shows while it has nothing, or only a part. */
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { getBoard, getMyBreak, listBreakTypes } from '#contract/apps/onbreak.ts'
import { queryClient } from '#src/api/query-client.ts'
import { network, offlineHandler, openPage, withPortal } from '#tests/page.tsx'
import { myBreak } from './queries.ts'

const { portal, plugIn } = withPortal()

const fault = (detail: string) => () => HttpResponse.json({ detail }, { status: 500 })

const addAnn = () => portal().addUser({ name: 'Ann Filter', dept: 'Finance', flags: { access_onbreak: true } })

test('says that a department in the address may have been renamed, and offers everybody', async () => {
  const ann = await addAnn()
  const { user, address } = await openPage('/app/onbreak?dept=Treasury', { portal: portal(), as: ann })
  expect(await screen.findByText(/Nobody on the board is in “Treasury”/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Show everybody' }))
  expect(await screen.findByText('Ann Filter')).toBeVisible()
  expect(address()).toBe('/app/onbreak')
  expect(screen.getByLabelText('Department')).toHaveValue('')
})

test('says “Nobody matches” for a department filtered by name', async () => {
  const ann = await addAnn()
  await openPage('/app/onbreak?dept=Finance&name=nobody', { portal: portal(), as: ann })
  expect(await screen.findByText('Nobody matches.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Show everybody' })).toBeNull()
})

test('says only once why the board cannot be loaded for the first time', async () => {
  const ann = await addAnn()
  network.use(offlineHandler)
  await openPage('/app/onbreak', { portal: portal(), as: ann })
  expect(await screen.findByText('It is shown here once the portal can be reached.')).toBeVisible()
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(1)
})

test('shows the portal’s error about one’s own status beside that of the list', async () => {
  const ann = await addAnn()
  network.use(
    http.get(`*${getMyBreak.path}`, fault('Own status: fault A.')),
    http.get(`*${getBoard.path}`, fault('Board: fault B.')),
  )
  await openPage('/app/onbreak', { portal: portal(), as: ann })
  expect(await screen.findByText('Board: fault B.')).toBeVisible()
  expect(await screen.findByText('Own status: fault A.')).toBeVisible()
})

test('shows one’s own status as the list has it until its own answer comes, so that it comes with the list', async () => {
  const ann = await addAnn()
  network.use(http.get(`*${getMyBreak.path}`, () => new Promise(() => {})))
  await openPage('/app/onbreak', { portal: portal(), as: ann })
  await screen.findByRole('table', { name: 'Employee List' })
  const mine = screen.getByRole('region', { name: 'My Status' })
  expect(within(mine).getByText('Available')).toBeVisible()
  expect(within(mine).getByRole('radio', { name: 'Lunch' })).toBeEnabled()
})

test('keeps one’s own status, and what is typed there, while the server fails', async () => {
  const ann = await addAnn()
  let fail = () => {}
  const failing = new Promise<void>((resolve) => {
    fail = resolve
  })
  const failed = vi.fn()
  network.use(http.get(`*${getMyBreak.path}`, () => failing.then(failed).then(fault('Own status: fault A.'))))
  const { user } = await openPage('/app/onbreak', { portal: portal(), as: ann })
  const mine = within(await screen.findByRole('region', { name: 'My Status' }))
  await user.type(await mine.findByLabelText('Message'), 'Dentist')
  fail()
  await waitFor(() => expect(queryClient.getQueryState(myBreak.queryKey)?.status).toBe('error'), { timeout: 20_000 })
  expect(mine.getByLabelText('Message')).toHaveValue('Dentist')
  expect(mine.getByLabelText('Message')).toHaveFocus()
})

test('says why break types cannot be loaded, not that there are none', async () => {
  const ann = await addAnn()
  network.use(http.get(`*${listBreakTypes.path}`, fault('Types: fault C.')))
  const { user } = await openPage('/app/onbreak', { portal: portal(), as: ann })
  expect(await screen.findByText('Types: fault C.')).toBeVisible()
  await user.click(screen.getByRole('radio', { name: 'Other' }))
  expect(screen.queryByText(/other types/)).toBeNull()
  plugIn()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(/^There are no other types yet/)).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('shows no break types and no alert while offline', async () => {
  const ann = await addAnn()
  network.use(http.get(`*${listBreakTypes.path}`, () => HttpResponse.error()))
  const { user } = await openPage('/app/onbreak', { portal: portal(), as: ann })
  await user.click(await screen.findByRole('radio', { name: 'Other' }))
  expect(await screen.findByText('The other types are shown here once the portal can be reached.')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})
