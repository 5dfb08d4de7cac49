import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import {
  createBreakType,
  deleteBreakType,
  listBreakTypes,
  planBuiltInBreakType,
  updateBreakType,
  updateMyBreak,
} from '#contract/apps/onbreak.ts'
import { queryClient } from '#src/api/query-client.ts'
import { fill, network, offlineHandler, openPage, withPortal } from '#tests/page.tsx'
import type { TestUser } from '#tests/portal.ts'
import { breakTypes } from './queries.ts'

const { portal } = withPortal()

const boss = () => portal().addUser({ flags: { onbreak_admin: true, access_onbreak: true } })
const add = async (as: TestUser, breakType: string) =>
  (await portal().call(createBreakType, { as: as.token, body: { breakType } })).body
const kept = async (as: TestUser): Promise<string[]> =>
  (await portal().call(listBreakTypes, { as: as.token })).body.map(({ breakType }: { breakType: string }) => breakType)

const open = async (as: TestUser) => {
  const page = await openPage('/app/onbreak/types', { portal: portal(), as })
  await screen.findByRole('heading', { level: 1, name: 'Break Types' })
  return page
}
const field = () => screen.getByLabelText('Break type')
const rowOf = (name: string) => {
  const row = screen.getAllByRole('listitem').find(({ textContent }) => textContent?.startsWith(name))
  if (!row) throw new Error(`There is no row of ${name}.`)
  return row
}

test('lists Lunch and Break first, with fixed names and editable minutes, and no others at first', async () => {
  const { user } = await open(await boss())
  expect(await screen.findByText(/^No other types yet\. What you add here can be chosen as “Other”/)).toBeVisible()
  for (const name of ['Lunch', 'Break']) {
    expect(rowOf(name)).toHaveTextContent('Built in')
    expect(within(rowOf(name)).queryByRole('button', { name: `Delete ${name}` })).toBeNull()
  }
  await user.click(screen.getByRole('button', { name: 'Edit Lunch' }))
  expect(screen.getByLabelText('Planned minutes of Lunch')).toHaveFocus()
  await user.keyboard('soon{Enter}')
  expect(await screen.findByText('Planned minutes must be a whole number.')).toBeVisible()
  await user.clear(screen.getByLabelText('Planned minutes of Lunch'))
  await user.keyboard('45{Enter}')
  expect(await screen.findByText('Lunch is planned for 45 min now.')).toBeVisible()
  expect(rowOf('Lunch')).toHaveTextContent('45 min')
})

test('lists an added type, which the board then offers', async () => {
  const ann = await boss()
  const { user, router } = await open(ann)
  await fill(user, field(), '  Dentist ')
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(await screen.findByText('The break type was added.')).toBeVisible()
  expect(rowOf('Dentist')).toBeVisible()
  expect(field()).toHaveValue('')
  expect(field()).toHaveFocus()
  expect(await kept(ann)).toContain('Dentist')

  await router.navigate({ to: '/app/onbreak' })
  expect(await screen.findByRole('link', { name: 'Break Types' })).toHaveAttribute('href', '/app/onbreak/types')
  await user.click(await screen.findByRole('radio', { name: 'Other' }))
  expect(await screen.findByRole('option', { name: 'Dentist' })).toBeInTheDocument()
})

test('shows a break under its type’s new name, and keeps its due time when the type is deleted', async () => {
  const ann = await boss()
  const body = { breakType: 'Medic', plannedMinutes: 90 }
  await portal().call(createBreakType, { as: ann.token, body })
  await portal().call(updateMyBreak, { as: ann.token, body: { status: false, breakType: 'Medic' } })
  const { user, router } = await open(ann)
  const seen = async () => {
    await router.navigate({ to: '/app/onbreak' })
    const board = await screen.findByRole('table', { name: 'Employee List' })
    await waitFor(() => expect(board).toHaveTextContent(/Medical.*due back/))
    expect(screen.getByRole('heading', { name: 'My Status' }).closest('section')).toHaveTextContent(/Medical.*due back/)
    await router.navigate({ to: '/app/onbreak/types' })
  }
  await user.click(await screen.findByRole('button', { name: 'Edit Medic' }))
  await user.keyboard('Medical{Enter}')
  expect(await screen.findByText('Renamed to Medical.')).toBeVisible()
  await seen()
  await user.click(await screen.findByRole('button', { name: 'Delete Medical' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('The break type was deleted.')).toBeVisible()
  await seen()
})

test('refuses a duplicate in the server’s words and keeps what was typed', async () => {
  const { user } = await open(await boss())
  await fill(user, field(), 'LUNCH')
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('There is already a break type “Lunch”.')
  expect(field()).toHaveValue('LUNCH')
})

test('refuses an empty and a too long name under the field, before sending', async () => {
  const { user } = await open(await boss())
  const sent: string[] = []
  const hear = ({ request }: { request: Request }) => void (request.method !== 'GET' && sent.push(request.url))
  network.events.on('request:start', hear)
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(field()).toBeInvalid()
  await user.click(field())
  await user.paste('x'.repeat(300))
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(field()).toBeInvalid()
  network.events.removeListener('request:start', hear)
  expect(sent).toEqual([])
})

test('renames a type in place; Escape cancels and returns the focus', async () => {
  const ann = await boss()
  await add(ann, 'Meting')
  const { user } = await open(ann)
  await user.click(await screen.findByRole('button', { name: 'Edit Meting' }))
  expect(screen.getByLabelText('New name of Meting')).toHaveFocus()
  await user.keyboard('Nonsense{Escape}')
  expect(screen.getByRole('button', { name: 'Edit Meting' })).toHaveFocus()

  await user.click(screen.getByRole('button', { name: 'Edit Meting' }))
  await user.keyboard('break{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent('There is already a break type “Break”.')
  expect(screen.getByLabelText('New name of Meting')).toHaveValue('break')

  await fill(user, screen.getByLabelText('New name of Meting'), 'Meeting')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Edit Meeting' })).toHaveFocus())
  expect(await kept(ann)).toContain('Meeting')
})

test('asks before leaving an edited row', async () => {
  const ann = await boss()
  await add(ann, 'Dentist')
  const { user, address } = await open(ann)
  await user.click(await screen.findByRole('button', { name: 'Edit Dentist' }))
  await fill(user, screen.getByLabelText('Planned minutes of Dentist'), '90')
  await user.click(screen.getByRole('link', { name: 'On Break' }))
  const question = within(await screen.findByRole('dialog', { name: 'Unsaved changes' }))
  await user.click(question.getByRole('button', { name: 'Stay' }))
  expect(screen.getByLabelText('Planned minutes of Dentist')).toHaveValue('90')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('link', { name: 'On Break' }))
  await waitFor(() => expect(address()).toBe('/app/onbreak'))
})

test('focuses the refused field in its row, not in the form above', async () => {
  const ann = await boss()
  await add(ann, 'Meting')
  const { user } = await open(ann)
  await user.click(await screen.findByRole('button', { name: 'Edit Meting' }))
  const name = screen.getByLabelText('New name of Meting')
  await user.keyboard('break{Enter}')
  await waitFor(() => expect(name).toHaveAccessibleDescription('There is already a break type “Break”.'))
  expect(name).toHaveFocus()

  await user.clear(name)
  await user.keyboard('{Enter}')
  await waitFor(() => expect(name).toHaveAccessibleDescription('Break type is required.'))
  expect(name).toHaveFocus()
})

test('deletes a type after a confirmation', async () => {
  const ann = await boss()
  await add(ann, 'Errand')
  const { user } = await open(ann)
  await user.click(await screen.findByRole('button', { name: 'Delete Errand' }))
  const prompt = await screen.findByRole('dialog', { name: 'Errand' })
  expect(prompt).toHaveTextContent('Are you sure you want to delete this break type?')
  await user.click(within(prompt).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('The break type was deleted.')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete Errand' })).toBeNull())
  expect(screen.getByRole('heading', { name: 'All types' })).toHaveFocus()
  expect(await kept(ann)).not.toContain('Errand')
})

test('closes the confirmation with Back, without navigating', async () => {
  const ann = await boss()
  await add(ann, 'Nap')
  const { user, router } = await open(ann)
  // A memory history does not block steps back, so the blocker itself is called.
  const block = vi.spyOn(router.history, 'block')
  await user.click(await screen.findByRole('button', { name: 'Delete Nap' }))
  await screen.findByRole('dialog', { name: 'Nap' })
  const { location } = router.history
  const step = { action: 'BACK', currentLocation: location, nextLocation: location } as const
  expect(await act(async () => block.mock.lastCall?.[0].blockerFn(step))).toBe(true)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await kept(ann)).toContain('Nap')
})

test('says that a type was deleted by somebody else, and removes it from the list', async () => {
  const ann = await boss()
  const { _id: id } = await add(ann, 'Siesta')
  const { user } = await open(ann)
  await user.click(await screen.findByRole('button', { name: 'Delete Siesta' }))
  await portal().deps.db.deleteFrom('break_type').where('id', '=', id).execute()
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('There is no such break type.')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete Siesta' })).toBeNull())
  await waitFor(() => expect(screen.getByRole('heading', { name: 'All types' })).toHaveFocus())
})

test('allows no changes while offline, and says so', async () => {
  const ann = await boss()
  await add(ann, 'Training')
  const { user } = await open(ann)
  await screen.findByRole('button', { name: 'Edit Training' })
  network.use(offlineHandler)
  await fill(user, field(), 'Parcel')
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(await screen.findByText('You are offline. Break types can be changed once the portal is back.')).toBeVisible()
  for (const name of ['Add', 'Edit Training', 'Delete Training'])
    expect(screen.getByRole('button', { name })).toBeDisabled()
  expect(field()).toHaveValue('Parcel')
})

test('sets, changes and removes planned minutes, and refuses nonsense under the field', async () => {
  const ann = await boss()
  const { user } = await open(ann)
  await fill(user, field(), 'Massage')
  await user.type(screen.getByLabelText('Planned minutes'), 'half an hour{Enter}')
  expect(await screen.findByText('Planned minutes must be a whole number.')).toBeVisible()
  await user.clear(screen.getByLabelText('Planned minutes'))
  await user.type(screen.getByLabelText('Planned minutes'), '90{Enter}')
  expect(await screen.findByText('The break type was added.')).toBeVisible()
  expect(rowOf('Massage')).toHaveTextContent('1 h 30 min')
  expect(screen.getByLabelText('Planned minutes')).toHaveValue('')

  const minutes = async () => {
    await user.click(screen.getByRole('button', { name: 'Edit Massage' }))
    return screen.getByLabelText('Planned minutes of Massage')
  }
  expect(await minutes()).toHaveValue('90')
  await user.clear(screen.getByLabelText('Planned minutes of Massage'))
  await user.type(screen.getByLabelText('Planned minutes of Massage'), '30{Enter}')
  expect(await screen.findByText('Massage is planned for 30 min now.')).toBeVisible()
  await user.clear(await minutes())
  await user.keyboard('{Enter}')
  expect(await screen.findByText('Massage has no planned minutes now.')).toBeVisible()
  const types = (await portal().call(listBreakTypes, { as: ann.token })).body
  expect(types).toContainEqual({ _id: expect.any(Number), breakType: 'Massage' })
})

test('keeps another admin’s change of the same type, or reports a conflict', async () => {
  const ann = await boss()
  const { _id: id } = await add(ann, 'Walk')
  const { user } = await open(ann)
  const others = (body: object) => portal().call(updateBreakType, { as: ann.token, params: { id }, body })
  await user.click(await screen.findByRole('button', { name: 'Edit Walk' }))
  await fill(user, screen.getByLabelText('Planned minutes of Walk'), '20')
  await others({ breakType: 'Stroll' })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Stroll is planned for 20 min now.')).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Edit Stroll' }))
  await fill(user, screen.getByLabelText('Planned minutes of Stroll'), '30')
  await others({ breakType: 'Stroll', plannedMinutes: 45 })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Somebody else has changed Planned minutes to “45” in the meantime. Press Save again to replace it with yours.',
  )
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Stroll is planned for 30 min now.')).toBeVisible()
})

test('keeps the minutes of Break when two admins plan the same', async () => {
  const ann = await boss()
  const { user } = await open(ann)
  await user.click(await screen.findByRole('button', { name: 'Edit Break' }))
  await fill(user, screen.getByLabelText('Planned minutes of Break'), '15')
  const body = { breakType: 'Break', plannedMinutes: 15 }
  await portal().call(planBuiltInBreakType, { as: ann.token, body })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Break is planned for 15 min now.')).toBeVisible()
  expect(rowOf('Break')).toHaveTextContent('15 min')
})

test('says that a type is gone when its change is saved, above what was typed', async () => {
  const ann = await boss()
  const { _id: id } = await add(ann, 'Prayer')
  const { user } = await open(ann)
  await user.click(await screen.findByRole('button', { name: 'Edit Prayer' }))
  await fill(user, screen.getByLabelText('Planned minutes of Prayer'), '5')
  await portal().deps.db.deleteFrom('break_type').where('id', '=', id).execute()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('There is no such break type.')
  expect(screen.getByLabelText('Planned minutes of Prayer')).toHaveValue('5')
})

test('keeps an edited row and its typing when another window deletes the type', async () => {
  const ann = await boss()
  const before = (await add(ann, 'Abseiling'))._id
  const { _id: id } = await add(ann, 'Aikido')
  await add(ann, 'Zumba')
  const { user } = await open(ann)
  await user.click(await screen.findByRole('button', { name: 'Edit Aikido' }))
  const name = screen.getByLabelText('New name of Aikido')
  await fill(user, name, 'Judo')
  for (const gone of [before, id]) await portal().call(deleteBreakType, { as: ann.token, params: { id: gone } })
  await add(ann, 'Yoga')
  await act(() => queryClient.invalidateQueries({ queryKey: breakTypes.queryKey }))
  expect(await screen.findByRole('button', { name: 'Edit Yoga' })).toBeVisible()
  expect(name).toHaveValue('Judo')
  expect(name).toHaveFocus()

  await user.keyboard('{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent('There is no such break type.')
  expect(name).toHaveValue('Judo')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByText(/Aikido/)).toBeNull())
  expect(screen.getByRole('heading', { name: 'All types' })).toHaveFocus()
})

test('offers to load the minutes of Lunch and Break again after a failure', async () => {
  const as = await boss()
  await portal().call(planBuiltInBreakType, { as: as.token, body: { breakType: 'Lunch', plannedMinutes: 40 } })
  let isBroken = true
  const refuse = () => (isBroken ? HttpResponse.json({ detail: 'Not just now.' }, { status: 500 }) : undefined)
  network.use(http.get('*/api/onbreak/builtintype/', refuse))
  const { user } = await open(as)
  const list = within(screen.getByRole('region', { name: 'All types' }))
  // The query is tried three times, further apart each time.
  expect(await list.findByRole('alert', {}, { timeout: 20_000 })).toHaveTextContent('Not just now.')
  isBroken = false
  await user.click(list.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(rowOf('Lunch')).toHaveTextContent('40 min'))
  expect(screen.queryByRole('alert')).toBeNull()
})
