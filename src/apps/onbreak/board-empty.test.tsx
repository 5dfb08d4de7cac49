/** What the board says where there is nothing to show. */
import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { getBoard, getMyBreak, listBreakTypes } from '#contract/apps/onbreak.ts'
import { network, openPage, unplugged, withPortal } from '#tests/page.tsx'

const { portal, plugIn } = withPortal()

const fault = (detail: string) => () => HttpResponse.json({ detail }, { status: 500 })

const addAnn = () => portal().addUser({ name: 'Ann Filter', dept: 'Finance', flags: { access_onbreak: true } })

test('an address with a department that has another name by now says so, and leads to everybody', async () => {
  const ann = await addAnn()
  const { user, address } = await openPage('/app/onbreak?dept=Treasury', { portal: portal(), as: ann })
  expect(await screen.findByText(/Nobody on the board is in “Treasury”/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Show everybody' }))
  expect(await screen.findByText('Ann Filter')).toBeVisible()
  expect(address()).toBe('/app/onbreak')
  expect(screen.getByLabelText('Department')).toHaveValue('')
})

test('a department whose people are filtered by name just has nobody who matches', async () => {
  const ann = await addAnn()
  await openPage('/app/onbreak?dept=Finance&name=nobody', { portal: portal(), as: ann })
  expect(await screen.findByText('Nobody matches.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Show everybody' })).toBeNull()
})

test('a board that cannot be had for the first time says why once', async () => {
  const ann = await addAnn()
  network.use(unplugged)
  await openPage('/app/onbreak', { portal: portal(), as: ann })
  expect(await screen.findByText('It is shown here once the portal has been reached.')).toBeVisible()
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(1)
})

test('what the portal itself says of one’s own status is said, whatever it says of the list', async () => {
  const ann = await addAnn()
  network.use(
    http.get(`*${getMyBreak.path}`, fault('Own status: fault A.')),
    http.get(`*${getBoard.path}`, fault('Board: fault B.')),
  )
  await openPage('/app/onbreak', { portal: portal(), as: ann })
  expect(await screen.findByText('Board: fault B.')).toBeVisible()
  expect(await screen.findByText('Own status: fault A.')).toBeVisible()
})

test('of the types of break that cannot be had it is said why, and not that there are none', async () => {
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

test('without a line there are no types yet, and no alert of them', async () => {
  const ann = await addAnn()
  network.use(http.get(`*${listBreakTypes.path}`, () => HttpResponse.error()))
  const { user } = await openPage('/app/onbreak', { portal: portal(), as: ann })
  await user.click(await screen.findByRole('radio', { name: 'Other' }))
  expect(await screen.findByText('The other types are shown here once the portal has been reached.')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})
