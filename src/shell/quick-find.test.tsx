import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fill, network, offlineHandler, openPage, withPortal } from '#tests/page.tsx'
import { type Entry, searchEntries } from './quick-find-entries.ts'

const { portal } = withPortal()

const labels = (group: string) =>
  within(screen.getByRole('dialog'))
    .queryAllByRole('button')
    .map(({ textContent }) => textContent)
    .filter((text) => text?.includes(group))

// Must be the first test of this file: in the others the code is loaded already.
test('closing it before its code is loaded, and reopening it, returns the focus', async () => {
  const ann = await portal().addUser({ name: 'Ann Again', flags: { access_onbreak: true, isCEP: true } })
  const { user } = await openPage('/', { portal: portal(), as: ann })
  const before = await screen.findByRole('searchbox', { name: 'App Name' })
  await user.click(before)
  await user.keyboard('{Control>}k{/Control}{Escape}')
  expect(screen.queryByRole('textbox', { name: 'What to find' })).toBeNull()
  await waitFor(() => expect(before).toHaveFocus())
  await user.keyboard('{Control>}k{/Control}')
  await waitFor(() => expect(screen.getByRole('searchbox', { name: 'Quick find' })).toHaveFocus())
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(before).toHaveFocus())
})

test('Ctrl+K leads to an app by a few letters, also while one types elsewhere', async () => {
  const ann = await portal().addUser({ name: 'Ann Finder', flags: { access_onbreak: true, isCEP: true } })
  const { user, address } = await openPage('/', { portal: portal(), as: ann })
  await user.click(await screen.findByRole('searchbox', { name: 'App Name' }))
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('searchbox', { name: 'Quick find' }), 'brea')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(address()).toBe('/app/onbreak'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('does not open over a modal dialog', async () => {
  const boss = await portal().addUser({ name: 'Ann Asked', isAdmin: true })
  const { user } = await openPage('/app/onboarding/todos', { portal: portal(), as: boss })
  await fill(user, await screen.findByLabelText('Todo'), 'Order a chair')
  await user.click(screen.getByRole('button', { name: 'Sign out' }))
  const question = await screen.findByRole('dialog', { name: 'Sign out' })
  await waitFor(() => expect(within(question).getByRole('button', { name: 'Stay' })).toHaveFocus())
  await user.keyboard('{Control>}k{/Control}')
  expect(screen.queryByRole('textbox', { name: 'What to find' })).toBeNull()
  expect(screen.getAllByRole('dialog')).toEqual([question])
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('{Control>}k{/Control}')
  expect(await screen.findByRole('searchbox', { name: 'Quick find' })).toBeVisible()
})

test('keeps what is typed before its code is loaded', async () => {
  const ann = await portal().addUser({ name: 'Ann Quick', flags: { access_onbreak: true, isCEP: true } })
  const { user, address } = await openPage('/', { portal: portal(), as: ann })
  const before = await screen.findByRole('searchbox', { name: 'App Name' })
  await user.click(before)
  await user.keyboard('{Control>}k{/Control}brea')
  await waitFor(() => expect(screen.getByRole('searchbox', { name: 'Quick find' })).toHaveValue('brea'))
  expect(before).toHaveValue('')
  expect(screen.getByRole('searchbox', { name: 'Quick find' })).toHaveFocus()
  expect(screen.queryByRole('textbox', { name: 'What to find' })).toBeNull()
  await waitFor(() => expect(document.querySelector('[data-selected]')).toHaveTextContent('On Break'))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(before).toHaveFocus())
  expect(address()).toBe('/')
})

test('finds people with where they are, without a line as well; screens by what one may', async () => {
  const zoe = await portal().addUser({ name: 'Zoë Findable', flags: { access_onbreak: true } })
  const { user, address } = await openPage('/app/onbreak', { portal: portal(), as: zoe })
  await screen.findByLabelText('Message')
  network.use(offlineHandler)
  await user.click(screen.getByRole('button', { name: 'Quick find' }))
  const field = await screen.findByRole('searchbox', { name: 'Quick find' })
  await user.type(field, 'users')
  expect(await screen.findByText('Nothing found for “users”.')).toBeVisible()
  await user.clear(field)
  await user.type(field, 'zoe')
  expect(await screen.findByRole('button', { name: /Zoë Findable.*Available/ })).toBeVisible()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(address()).toBe('/app/onbreak?name=Zo%C3%AB+Findable'))
})

test('announces the entry that Enter opens as the arrows choose it', async () => {
  const zoe = await portal().addUser({ name: 'Zoë Said', flags: { access_onbreak: true } })
  await portal().addUser({ name: 'Zoltan Said', flags: { access_onbreak: true } })
  const { user, address } = await openPage('/app/onbreak', { portal: portal(), as: zoe })
  await screen.findByLabelText('Message')
  await user.click(screen.getByRole('button', { name: 'Quick find' }))
  await user.type(await screen.findByRole('searchbox', { name: 'Quick find' }), 'said')
  const said = () =>
    within(screen.getByRole('dialog'))
      .getAllByRole('status')
      .map(({ textContent }) => textContent)
  await waitFor(() => expect(said()).toEqual(['2 found', 'Zoë Said, Available']))
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(said()).toEqual(['2 found', 'Zoltan Said, Available']))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(address()).toBe('/app/onbreak?name=Zoltan+Said'))
})

test('Escape closes it and gives the focus back', async () => {
  const ann = await portal().addUser({ name: 'Ann Escape' })
  const { user } = await openPage('/', { portal: portal(), as: ann })
  const opener = await screen.findByRole('button', { name: 'Quick find' })
  await user.click(opener)
  await screen.findByRole('searchbox', { name: 'Quick find' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(opener).toHaveFocus())
})

test('an admin finds the admin screens', async () => {
  const boss = await portal().addUser({ name: 'Boss Finder', isAdmin: true })
  const { user } = await openPage('/', { portal: portal(), as: boss })
  await user.click(await screen.findByRole('button', { name: 'Quick find' }))
  await user.type(await screen.findByRole('searchbox', { name: 'Quick find' }), 'dep')
  await waitFor(() => expect(labels('Departments')).toHaveLength(1))
})

test('whoever keeps the displays finds them; who may look at the board finds the wall alone', async () => {
  const boss = await portal().addUser({ name: 'Boss Display', isAdmin: true })
  const ann = await portal().addUser({ name: 'Ann Wall', flags: { access_onbreak: true } })
  const goTo = async (as: typeof ann, text: string) => {
    const { user, leave } = await openPage('/', { portal: portal(), as })
    await user.click(await screen.findByRole('button', { name: 'Quick find' }))
    await user.type(await screen.findByRole('searchbox', { name: 'Quick find' }), text)
    const hits = [...labels('Displays'), ...labels('Wall screen')]
    leave()
    return hits
  }
  expect(await goTo(boss, 'displ')).toEqual(['Displays'])
  expect(await goTo(ann, 'displ')).toEqual([])
  expect(await goTo(ann, 'wall')).toEqual(['Wall screen'])
})

test('the nearest comes first, and every word must be there', () => {
  const entry = (label: string, group: Entry['group'] = 'People'): Entry => ({ id: label, group, label, address: '/' })
  const all = [entry('Alba Marsh'), entry('Mary Ann'), entry('Bo Maris'), entry('Summary'), entry('Maps', 'Apps')]
  const people = (text: string) =>
    searchEntries(all, text)
      .get('People')
      ?.map(({ label }) => label)
  expect(people('mar')).toEqual(['Mary Ann', 'Alba Marsh', 'Bo Maris', 'Summary'])
  expect(people('ann mar')).toEqual(['Mary Ann'])
  expect(people('')).toBeUndefined()
  expect([...searchEntries(all, '').keys()]).toEqual(['Apps'])
})
