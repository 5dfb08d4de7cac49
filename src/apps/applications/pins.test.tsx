import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { listPins, setPins } from '#contract/apps/applications.ts'
import { queryClient } from '#src/api/query-client.ts'
import { network, offlineHandler, openPage, withPortal } from '#tests/page.tsx'
import type { TestUser } from '#tests/portal.ts'
import { keepPin, pinsChange } from './changes.ts'
import { pins } from './queries.ts'

const { portal, plugIn } = withPortal()
const { transaction } = IDBDatabase.prototype
/** Set before the database is opened, since Dexie keeps the functions that it finds then. */
const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction')
afterEach(() => void transactions.mockImplementation(transaction))
/** Makes every write to the outbox fail from now on, because the disk is full. */
const fillDisk = () =>
  transactions.mockImplementation(function (this: IDBDatabase, ...how) {
    if (how[1] === 'readwrite' && String(how[0]).includes('outbox'))
      throw new DOMException('full', 'QuotaExceededError')
    return transaction.apply(this, how)
  })
const { onSettled: settled } = pinsChange
const told = vi.spyOn(pinsChange, 'onSettled')

const ETL = 3
const address = '*/api/applications/pins/'
const addReader = () => portal().addUser({ flags: { access_onbreak: true, access_etl: true } })
const onServer = async ({ token }: TestUser) => (await portal().call(listPins, { as: token })).body
const pinElsewhere = ({ token }: TestUser, applications: number[]) =>
  portal().call(setPins, { as: token, body: { applications } })
const button = (name: string) => screen.findByRole('button', { name })
const pinned = () => within(screen.getByRole('region', { name: 'Pinned' })).getAllByRole('link')

test('offers no pinning while the pins are unknown', async () => {
  const ann = await addReader()
  await pinElsewhere(ann, [1, 2])
  network.use(http.get(address, () => HttpResponse.json({ detail: 'Busy.' }, { status: 400 })))
  const { user } = await openPage('/', { portal: portal(), as: ann })
  await screen.findByRole('link', { name: 'ETL Viewer' })
  await waitFor(() => expect(queryClient.getQueryState(pins.queryKey)?.status).toBe('error'))
  expect(screen.queryByRole('button', { name: /^Pin / })).toBeNull()

  plugIn()
  let answer = () => {}
  const late = new Promise<void>((resolve) => {
    answer = resolve
  })
  network.use(http.get(address, () => late, { once: true }))
  void queryClient.invalidateQueries({ queryKey: pins.queryKey })
  expect(screen.queryByRole('button', { name: /^Pin / })).toBeNull()
  answer()
  await user.click(await button('Pin ETL Viewer'))
  await waitFor(async () => expect(await onServer(ann)).toEqual([1, 2, ETL]))
})

test('pins two apps in quick succession, the later one last', async () => {
  const ann = await addReader()
  await openPage('/', { portal: portal(), as: ann })
  const [etl, onbreak] = [await button('Pin ETL Viewer'), await button('Pin On Break')]
  etl.click()
  onbreak.click()
  await waitFor(() => expect(pinned().map(({ textContent }) => textContent)).toEqual(['ETL Viewer', 'On Break']))
  await waitFor(async () => expect(await onServer(ann)).toHaveLength(2))
})

test('adds up taps without storage too, and a failed one affects no other', async () => {
  const ann = await addReader()
  await openPage('/', { portal: portal(), as: ann })
  const [etl, onbreak] = [await button('Pin ETL Viewer'), await button('Pin On Break')]
  fillDisk()
  network.use(http.put(address, () => HttpResponse.json({ detail: 'No.' }, { status: 400 }), { once: true }))
  const refused = keepPin(ETL, true)
  onbreak.click()
  etl.click()
  await expect(refused).rejects.toThrow('No.')
  await waitFor(async () => expect(await onServer(ann)).toHaveLength(2))
})

test('says so without storage and connection, and pins again once the portal is back', async () => {
  const ann = await addReader()
  const { user } = await openPage('/', { portal: portal(), as: ann })
  const etl = await button('Pin ETL Viewer')
  expect(screen.queryByText(/can’t keep changes offline/)).toBeNull()
  fillDisk()
  network.use(offlineHandler)
  await user.click(etl)
  const words = 'This device can’t keep changes offline. They can be made once the portal is back.'
  expect(await screen.findByText(words)).toBeVisible()
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(etl).toBeDisabled()
  expect(screen.queryByRole('region', { name: 'Pinned' })).toBeNull()
  plugIn()
  await waitFor(() => expect(etl).toBeEnabled())
  expect(screen.queryByText(words)).toBeNull()
  await user.click(etl)
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  await waitFor(async () => expect(await onServer(ann)).toEqual([ETL]))
})

test('shows the portal’s refusal of a tap that could not be stored', async () => {
  const ann = await addReader()
  const { user } = await openPage('/', { portal: portal(), as: ann })
  const etl = await button('Pin ETL Viewer')
  fillDisk()
  network.use(http.put(address, () => HttpResponse.json({ detail: 'No.' }, { status: 400 }), { once: true }))
  await user.click(etl)
  expect(await screen.findByRole('alert')).toHaveTextContent('No.')
  await user.click(etl)
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  await waitFor(async () => expect(await onServer(ann)).toEqual([ETL]))
})

test('reports above the sign-in form a tap that was lost as the session ended', async () => {
  const ann = await addReader()
  const { user } = await openPage('/', { portal: portal(), as: ann })
  const etl = await button('Pin ETL Viewer')
  fillDisk()
  await portal().deps.db.deleteFrom('session').where('user_id', '=', ann.id).execute()
  await user.click(etl)
  await screen.findByRole('heading', { name: 'Sign In' })
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Your session has ended. Your last change was not saved. Please sign in again.',
  )
})

test('sends a tap even if an outdated response shows the wanted state already', async () => {
  const ann = await addReader()
  const { user } = await openPage('/', { portal: portal(), as: ann })
  told.mockClear()
  await user.click(await button('Pin ETL Viewer'))
  await waitFor(() => expect(told).toHaveBeenCalled())
  expect(await onServer(ann)).toEqual([ETL])
  const unpin = await button('Unpin ETL Viewer')
  queryClient.setQueryData(pins.queryKey, [])
  unpin.click()
  await waitFor(async () => expect(await onServer(ann)).toEqual([]))
})

/** Waits until the attempt without a connection has failed: a later failure would take the page offline again. */
const offline = () => screen.findByRole('button', { name: /^Offline since .* waiting$/ })
const namesPinned = () => pinned().map(({ textContent }) => textContent)
const BOTH = { access_onbreak: true, access_etl: true, isCEP: true }

test('merges apps pinned offline with apps pinned elsewhere meanwhile', async () => {
  const ann = await portal().addUser({ flags: BOTH })
  const { user } = await openPage('/', { portal: portal(), as: ann })
  const pin = await button('Pin ETL Viewer')
  network.use(offlineHandler)
  await user.click(pin)
  await waitFor(() => expect(namesPinned()).toEqual(['ETL Viewer']))
  await offline()
  await pinElsewhere(ann, [1, 8])
  plugIn()
  await waitFor(async () => expect(await onServer(ann)).toEqual([ETL, 1, 8]))
  await waitFor(() => expect(namesPinned()).toEqual(['ETL Viewer', 'On Break', 'Videos']))
})

test('applies each waiting tap, whatever responses arrive between them', async () => {
  const ann = await portal().addUser({ flags: BOTH })
  await pinElsewhere(ann, [8])
  const { user } = await openPage('/', { portal: portal(), as: ann })
  await button('Unpin Videos')
  network.use(offlineHandler)
  await user.click(await button('Pin ETL Viewer'))
  await user.click(await button('Unpin Videos'))
  await waitFor(() => expect(namesPinned()).toEqual(['ETL Viewer']))
  await offline()
  queryClient.setQueryData(pins.queryKey, [8, 1])
  await waitFor(() => expect(namesPinned()).toEqual(['ETL Viewer', 'On Break']))
  await user.click(await button('Unpin On Break'))
  await user.click(await button('Pin On Break'))
  await pinElsewhere(ann, [8, 7])
  plugIn()
  await waitFor(async () => expect(await onServer(ann)).toEqual([ETL, 1, 7]))
})

test('repeats a refused pin without affecting waiting ones', async () => {
  const ann = await portal().addUser({ flags: BOTH })
  const { user } = await openPage('/', { portal: portal(), as: ann })
  network.use(http.put(address, () => HttpResponse.json({ detail: 'No.' }, { status: 400 }), { once: true }))
  await user.click(await button('Pin ETL Viewer'))
  await screen.findByRole('button', { name: /1 refused$/ })
  network.use(offlineHandler)
  await user.click(await button('Pin On Break'))
  const chip = await screen.findByRole('button', { name: /^Offline since .*1 refused/ }, { timeout: 20_000 })
  await user.click(await button('Pin Videos'))
  await user.click(chip)
  await user.click((await screen.findAllByRole('button', { name: 'Try again: Pinned apps' }))[0] as HTMLElement)
  await waitFor(() => expect(screen.queryByText('No.')).toBeNull())
  await pinElsewhere(ann, [7])
  plugIn()
  await waitFor(async () => expect((await onServer(ann)).toSorted()).toEqual([1, ETL, 7, 8]))
})

test('never gives a tap of a person who signs out to the next person', async () => {
  const [ann, bob] = [await addReader(), await addReader()]
  await pinElsewhere(bob, [1])
  const { leave } = await openPage('/', { portal: portal(), as: ann })
  const [etl, onbreak] = [await button('Pin ETL Viewer'), await button('Pin On Break')]
  etl.click()
  onbreak.click()
  leave()
  const { user } = await openPage('/', { portal: portal(), as: bob })
  await user.click(await button('Pin ETL Viewer'))
  await waitFor(async () => expect(await onServer(bob)).toEqual([1, ETL]))
  expect(await onServer(ann)).not.toContain(1)
})

test('does not restore from an old answer what was unpinned elsewhere since', async () => {
  const ann = await addReader()
  const first = await openPage('/', { portal: portal(), as: ann })
  await first.user.click(await button('Pin ETL Viewer'))
  await waitFor(async () => expect(await onServer(ann)).toEqual([ETL]))
  await waitFor(() => expect(told).toHaveBeenCalled())
  first.leave()
  await pinElsewhere(ann, [])

  told.mockClear()
  const { user } = await openPage('/', { portal: portal(), as: ann })
  await waitFor(() => expect(told).toHaveBeenCalled())
  await button('Pin ETL Viewer')
  expect(screen.queryByRole('region', { name: 'Pinned' })).toBeNull()
  await user.click(await button('Pin On Break'))
  await waitFor(async () => expect(await onServer(ann)).toHaveLength(1))
  expect(await onServer(ann)).not.toContain(ETL)
})

/** Starts a fetch of the pins. Its response, which has no pin, is held back until released. */
async function askSlowly() {
  let answer = () => {}
  const late = new Promise<Response>((resolve) => {
    answer = () => resolve(HttpResponse.json([]))
  })
  let isAsked = false
  const slow = () => {
    isAsked = true
    return late
  }
  network.use(http.get(address, slow, { once: true }))
  void queryClient.invalidateQueries({ queryKey: pins.queryKey })
  await waitFor(() => expect(isAsked).toBe(true))
  told.mockClear()
  return { answer }
}

test('keeps a pin when an outdated response arrives before the screens know of it', async () => {
  const ann = await addReader()
  const { user } = await openPage('/', { portal: portal(), as: ann })
  const pin = await button('Pin ETL Viewer')
  const { answer } = await askSlowly()
  let hear = () => {}
  told.mockImplementationOnce((change) => {
    hear = () => settled(change)
  })
  await user.click(pin)
  await waitFor(() => expect(told).toHaveBeenCalled())
  answer()
  await waitFor(() => expect(queryClient.getQueryState(pins.queryKey)?.fetchStatus).toBe('idle'))
  expect(queryClient.getQueryData(pins.queryKey)).toEqual([])
  expect(pinned()).toHaveLength(1)
  await pinElsewhere(ann, [ETL, 1])
  hear()
  expect(pinned()).toHaveLength(1)
  await waitFor(() => expect(queryClient.getQueryData(pins.queryKey)).toEqual([ETL, 1]))
})

test('keeps a pin when an outdated response arrives after it', async () => {
  const ann = await addReader()
  const { user } = await openPage('/', { portal: portal(), as: ann })
  const pin = await button('Pin ETL Viewer')
  const { answer } = await askSlowly()
  await user.click(pin)
  await waitFor(() => expect(told).toHaveBeenCalled())
  answer()
  await waitFor(() => expect(queryClient.getQueryState(pins.queryKey)?.fetchStatus).toBe('idle'))
  expect(pinned()).toHaveLength(1)
  expect(queryClient.getQueryData(pins.queryKey)).toEqual([ETL])
})

test('shows an error in place of pins that cannot be loaded, and loads them again on request', async () => {
  const ann = await addReader()
  await pinElsewhere(ann, [ETL])
  let isBroken = true
  const refuse = () => (isBroken ? HttpResponse.json({ detail: 'Not just now.' }, { status: 500 }) : undefined)
  network.use(http.get(address, refuse))
  const { user } = await openPage('/', { portal: portal(), as: ann })
  // The query is tried three times, further apart each time.
  const place = within(await screen.findByRole('region', { name: 'Pinned' }, { timeout: 20_000 }))
  expect(place.getByRole('alert')).toHaveTextContent('Not just now.')
  isBroken = false
  await user.click(place.getByRole('button', { name: 'Try again' }))
  expect(await button('Unpin ETL Viewer')).toBeVisible()
  expect(pinned().map(({ textContent }) => textContent)).toEqual(['ETL Viewer'])
  expect(screen.queryByRole('alert')).toBeNull()
})
