import { act, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { expect, test, vi } from 'vitest'
import { listPins } from '#contract/apps/applications.ts'
import { announced, holdRequests, network, offlineHandler, openPage, withPortal } from '#tests/page.tsx'
import { homeSearch } from './home-search.ts'

const { portal, plugIn } = withPortal()

const tiles = () => within(screen.getByRole('list')).getAllByRole('link')
const names = () => tiles().map((tile) => tile.textContent)

async function addApplications(...added: string[]) {
  await portal()
    .deps.db.insertInto('application')
    .values(
      added.map((name) => ({
        name,
        urlslug: name.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
        image: '',
        category: '',
        description: '',
        hard_id: null,
        saved: 1,
        rev: 1,
      })),
    )
    .execute()
}

test('shows an admin every application by name; the two of the server open by a full page load', async () => {
  const { router } = await openPage('/', { portal: portal(), as: await portal().addUser({ isAdmin: true }) })
  expect(await screen.findByText('Our Apps')).toBeVisible()
  await screen.findByRole('link', { name: 'API Docs' })
  expect(names()).toEqual([
    'API Docs',
    'ETL Viewer',
    'Mood Report',
    'On Break',
    'Onboarding',
    'Reporting',
    'Server Status',
    'Videos',
  ])
  expect(tiles().map((tile) => tile.getAttribute('href'))).toContain('/app/onbreak')
  const before = router.state.location.href
  const full = screen.getByRole('link', { name: 'Server Status' })
  full.addEventListener('click', (event) => {
    // Nothing in the page handles the click: the browser itself would load the address.
    expect(event.defaultPrevented).toBe(false)
    event.preventDefault()
  })
  full.click()
  expect(router.state.location.href).toBe(before)
  screen.getByRole('link', { name: 'On Break' }).click()
  await waitFor(() => expect(router.state.location.href).toBe('/app/onbreak'))
})

test('tells a person without apps that there are none', async () => {
  await openPage('/', { portal: portal(), as: await portal().addUser() })
  expect(await screen.findByText("You don't have access to any apps yet.")).toBeVisible()
})

test('filters while typing, and Enter goes to the keyword’s address', async () => {
  const { user, address } = await openPage('/', { portal: portal(), as: await portal().addUser({ isAdmin: true }) })
  await screen.findByRole('link', { name: 'API Docs' })
  const search = screen.getByPlaceholderText('App Name')
  await user.type(search, 'ON')
  await waitFor(() => expect(names()).toEqual(['On Break', 'Onboarding']))
  expect(address()).toBe('/')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(address()).toBe('/?keyword=ON&page=1'))
  await waitFor(() => expect(names()).toEqual(['On Break', 'Onboarding']))
  await waitFor(() => expect(announced()).toBe('2 apps'))
  await user.clear(search)
  await user.click(screen.getByRole('button', { name: 'Search' }))
  await waitFor(() => expect(address()).toBe('/'))
})

test('finds the same while typing as by Enter, also without accents', async () => {
  await addApplications('Résumé Builder')
  const { user } = await openPage('/', { portal: portal(), as: await portal().addUser({ isAdmin: true }) })
  await screen.findByRole('link', { name: 'API Docs' })
  await user.type(screen.getByPlaceholderText('App Name'), 'resume')
  await waitFor(() => expect(names()).toEqual(['Résumé Builder']))
  await portal().deps.db.deleteFrom('application').where('name', '=', 'Résumé Builder').execute()
})

test.each(['0', '-3', 'two'])('shows the first page for an invalid one (%s)', async (page) => {
  await openPage(`/?page=${page}`, { portal: portal(), as: await portal().addUser({ isAdmin: true }) })
  expect(await screen.findByRole('link', { name: /On Break/ })).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('names a keyword without a match', async () => {
  await openPage('/?keyword=123&page=1', { portal: portal(), as: await portal().addUser({ isAdmin: true }) })
  expect(await screen.findByText('No apps match “123”.')).toBeVisible()
})

test('does not say that there are no apps on the way back from a keyword without a match', async () => {
  const { router } = await openPage('/', { portal: portal(), as: await portal().addUser({ isAdmin: true }) })
  await screen.findByText('Our Apps')
  await waitFor(() => expect(tiles().length).toBeGreaterThan(3))
  await router.navigate({ to: '/', search: { keyword: 'zzz' } })
  expect(await screen.findByText('No apps match “zzz”.')).toBeVisible()
  const seen = new Set<string>()
  const look = new MutationObserver(() => {
    for (const { textContent } of screen.queryAllByRole('status')) seen.add(textContent)
  })
  look.observe(document.body, { subtree: true, childList: true, characterData: true })
  await router.navigate({ to: '/' })
  await waitFor(() => expect(tiles().length).toBeGreaterThan(3))
  look.disconnect()
  expect([...seen].filter((text) => text.includes('access'))).toEqual([])
})

test('does not say of a new keyword that nothing matches before the portal has answered', async () => {
  const { router } = await openPage('/?keyword=zzz&page=1', {
    portal: portal(),
    as: await portal().addUser({ isAdmin: true }),
  })
  expect(await screen.findByText('No apps match “zzz”.')).toBeVisible()
  const { calls, release } = holdRequests(http.get, '*/api/applications/')
  void router.navigate({ to: '/', search: { keyword: 'Mood' } })
  await waitFor(() => expect(calls()).toBe(1))
  expect(await screen.findByText('Loading...')).toBeInTheDocument()
  expect(screen.queryByText(/No apps match/)).toBeNull()
  release()
  await waitFor(() => expect(names()).toEqual(['Mood Report']))
})

test('the link to another page keeps the focus, and the page is announced', async () => {
  await addApplications(...Array.from({ length: 24 }, (_, index) => `Gear ${index + 1}`))
  const { user, router } = await openPage('/', { portal: portal(), as: await portal().addUser({ isAdmin: true }) })
  const pages = within(await screen.findByRole('navigation', { name: 'Pages' }))
  pages.getByRole('link', { name: '2' }).focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(pages.getByRole('link', { name: '2' })).toHaveAttribute('aria-current', 'page'))
  expect(pages.getByRole('link', { name: '2' })).toHaveFocus()
  await waitFor(() => expect(announced()).toBe('Page 2 of 2'))
  await router.navigate({ to: '/', search: { keyword: 'e', page: 1 } })
  await waitFor(() => expect(announced()).toBe('24 apps on page 1 of 2'))
  await user.click(pages.getByRole('link', { name: '2' }))
  await waitFor(() => expect(announced()).toMatch(/^\d+ apps on page 2 of 2$/))
  await portal().deps.db.deleteFrom('application').where('name', 'like', 'Gear %').execute()
})

test('shows only the refusal of a keyword that is too long', async () => {
  await openPage(`/?keyword=${'x'.repeat(200)}&page=1`, {
    portal: portal(),
    as: await portal().addUser({ isAdmin: true }),
  })
  expect(await screen.findByRole('alert')).toHaveTextContent('Keyword')
  expect(screen.queryByText(/No apps/)).toBeNull()
})

test('finds apps of other pages while typing, and says whether “none” refers to all or to this device', async () => {
  await addApplications(...Array.from({ length: 24 }, (_, index) => `Gear ${index + 1}`), 'Zebra')
  const { user, leave } = await openPage('/', { portal: portal(), as: await portal().addUser({ isAdmin: true }) })
  await screen.findByRole('navigation', { name: 'Pages' })
  expect(screen.queryByRole('link', { name: 'Zebra' })).toBeNull()
  const search = screen.getByPlaceholderText('App Name')
  await user.type(search, 'Zebr')
  await waitFor(() => expect(names()).toEqual(['Zebra']))
  await user.clear(search)
  // Only some of the matches are on this page.
  await user.type(search, 'gear 2')
  await waitFor(() => expect(names()).toEqual(['2', '20', '21', '22', '23', '24'].map((each) => `Gear ${each}`)))
  await waitFor(() => expect(announced()).toBe('6 apps'))
  await user.clear(search)
  await user.type(search, 'Okapi')
  expect(await screen.findByText('No apps match “Okapi”.')).toBeVisible()
  await user.clear(search)
  network.use(offlineHandler)
  await user.type(search, 'Yak')
  expect(await screen.findByText('No apps on this device match “Yak”.')).toBeVisible()
  leave()
  await portal()
    .deps.db.deleteFrom('application')
    .where((eb) => eb.or([eb('name', 'like', 'Gear %'), eb('name', '=', 'Zebra')]))
    .execute()
})

test('does not say “none” while the portal is being asked', async () => {
  await addApplications(...Array.from({ length: 24 }, (_, index) => `Slow ${index + 1}`))
  const { user } = await openPage('/', { portal: portal(), as: await portal().addUser({ isAdmin: true }) })
  await screen.findByRole('navigation', { name: 'Pages' })
  network.use(
    http.get('*/api/applications/', async ({ request }) =>
      request.url.includes('keyword') ? new Promise<never>(() => {}) : undefined,
    ),
  )
  await user.type(screen.getByPlaceholderText('App Name'), 'Zeb')
  expect(await screen.findByText('Loading...')).toBeVisible()
  expect(screen.queryByText(/^No apps/)).toBeNull()
  await portal().deps.db.deleteFrom('application').where('name', 'like', 'Slow %').execute()
})

test('says so offline without a cached copy, instead of waiting', async () => {
  network.use(offlineHandler)
  const ann = await portal().addUser()
  await openPage('/', { portal: portal(), as: ann })
  expect(await screen.findByText(/cannot be reached/)).toBeVisible()
  expect(await screen.findByRole('button', { name: /^Offline/ })).toBeVisible()
})

test('keeps matches found offline when the search is sent', async () => {
  const { user, address } = await openPage('/', {
    portal: portal(),
    as: await portal().addUser({ flags: { isCEP: true } }),
  })
  await screen.findByRole('link', { name: 'Videos' })
  network.use(offlineHandler)
  await user.type(screen.getByPlaceholderText('App Name'), 'vid{Enter}')
  await waitFor(() => expect(address()).toBe('/?keyword=vid&page=1'))
  expect(await screen.findByRole('button', { name: /^Offline/ })).toBeVisible()
  expect(names()).toEqual(['Videos'])
  // What was found is the answer, so the missing one of the portal is no failure of this screen.
  expect(screen.queryByRole('alert')).toBeNull()
})

test('ignores blanks around the search', () => {
  expect(homeSearch({ keyword: ' app ', page: '2' })).toEqual({ keyword: 'app', page: 2 })
  expect(homeSearch({ keyword: '  ' })).toEqual({})
  expect(homeSearch({ keyword: '', page: '2' })).toEqual({ keyword: '', page: 2 })
})

test('shows page links only for more than one page', async () => {
  const ann = await portal().addUser({ flags: { isCEP: true } })
  const first = await openPage('/', { portal: portal(), as: ann })
  expect(await screen.findByRole('link', { name: 'Videos' })).toBeVisible()
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
  first.leave()

  await addApplications(...Array.from({ length: 24 }, (_, index) => `Tool ${index + 1}`))
  const { user, address } = await openPage('/', { portal: portal(), as: ann })
  const pages = within(await screen.findByRole('navigation', { name: 'Pages' }))
  expect(pages.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['1', '2'])
  expect(pages.getByRole('link', { name: '1' })).toHaveAttribute('aria-current', 'page')
  await user.click(pages.getByRole('link', { name: '2' }))
  await waitFor(() => expect(address()).toBe('/?keyword=&page=2'))
  await waitFor(() => expect(names()).toEqual(['Videos']))
})

test('shows an app pinned offline above the grid at once, and sends it when back online', async () => {
  const ann = await portal().addUser({ name: 'Ann Pinner', flags: { access_onbreak: true, access_etl: true } })
  const { user } = await openPage('/', { portal: portal(), as: ann })
  const pin = await screen.findByRole('button', { name: 'Pin ETL Viewer' })
  network.use(offlineHandler)
  await user.click(pin)
  const strip = await screen.findByRole('region', { name: 'Pinned' })
  expect(within(strip).getByRole('link')).toHaveAttribute('href', '/app/etl')
  plugIn()
  await waitFor(async () => expect((await portal().call(listPins, { as: ann.token })).body).toEqual([3]))
  await user.click(screen.getByRole('button', { name: 'Unpin ETL Viewer' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Pinned' })).toBeNull())
  await waitFor(async () => expect((await portal().call(listPins, { as: ann.token })).body).toEqual([]))
})

test.each([
  { isCEP: true, what: 'lists recent apps above a long catalogue' },
  { isCEP: false, what: 'lists no recent apps above a short catalogue' },
])('$what', async ({ isCEP }) => {
  await addApplications(...Array.from({ length: 30 }, (_, index) => `Wiki ${isCEP} ${index}`))
  const ann = await portal().addUser({ name: 'Ann Recent', flags: { access_onbreak: true, isCEP } })
  const { user, address } = await openPage('/app/onbreak', { portal: portal(), as: ann })
  await screen.findByLabelText('Message')
  await user.click(screen.getByRole('link', { name: 'Foyer' }))
  await screen.findAllByRole('link', { name: 'On Break' })
  const strip = screen.queryByRole('region', { name: 'Recent' })
  expect(strip !== null).toBe(isCEP)
  if (!strip) return
  await user.click(within(strip).getByRole('link', { name: 'On Break' }))
  await waitFor(() => expect(address()).toBe('/app/onbreak'))
})

test('updates the greeting in a window left open over night', async () => {
  const at = (time: string) => new Date(`2026-11-26T${time}`).getTime()
  vi.useFakeTimers({ toFake: ['Date'], now: at('22:15') })
  try {
    const ann = await portal().addUser({ name: 'Ann Early' })
    await openPage('/', { portal: portal(), as: ann })
    expect(await screen.findByText('Good evening, Ann Early.')).toBeVisible()
    vi.setSystemTime(at('08:05') + 86_400_000)
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    expect(screen.getByText('Good morning, Ann Early.')).toBeVisible()
  } finally {
    vi.useRealTimers()
  }
})
