import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { createVideo, deleteVideo, listVideos, updateVideo } from '#contract/apps/videos.ts'
import { reportReachable, reportUnreachable } from '#src/api/connection.ts'
import { announced, append, fill, holdRequests, network, openPage, withPortal } from '#tests/page.tsx'

const { portal } = withPortal()

test('lets an admin add, change and delete a video, which employees see as a link', async () => {
  const boss = await portal().addUser({ isAdmin: true })
  const staff = await portal().addUser({ flags: { isCEP: true } })
  const empty = await openPage('/app/vid', { portal: portal(), as: staff })
  expect(await screen.findByText('No videos have been added yet.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Add Video' })).toBeNull()
  empty.leave()

  const { user, leave } = await openPage('/app/vid', { portal: portal(), as: boss })
  await user.click(await screen.findByRole('button', { name: 'Add Video' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Video' }))
  await fill(user, dialog.getByLabelText('Title'), 'A tour')
  await fill(user, dialog.getByLabelText('Address'), 'http://videos.example/tour')
  await user.click(dialog.getByRole('button', { name: 'Add Video' }))
  expect(await dialog.findByText('The address must be a whole one that begins with https://.')).toBeVisible()
  await fill(user, dialog.getByLabelText('Address'), 'https://videos.example/tour')
  await user.click(dialog.getByRole('button', { name: 'Add Video' }))
  expect(await screen.findByRole('link', { name: 'A tour' })).toHaveAttribute('href', 'https://videos.example/tour')
  await waitFor(() => expect(announced()).toBe('The video was added.'))

  await user.click(screen.getByRole('button', { name: 'Edit A tour' }))
  const edit = within(await screen.findByRole('dialog', { name: 'A tour' }))
  await append(user, edit.getByLabelText('Title'), ' of the house')
  await user.click(edit.getByRole('button', { name: 'Update' }))
  await screen.findByRole('link', { name: 'A tour of the house' })
  leave()

  const reader = await openPage('/app/vid', { portal: portal(), as: staff })
  expect(await screen.findByRole('link', { name: 'A tour of the house' })).toHaveAttribute('target', '_blank')
  expect(screen.getByText('videos.example')).toBeVisible()
  expect(screen.queryByRole('button', { name: /Edit|Delete/ })).toBeNull()
  reader.leave()

  const again = await openPage('/app/vid', { portal: portal(), as: boss })
  await again.user.click(await screen.findByRole('button', { name: 'Delete A tour of the house' }))
  const prompt = await screen.findByRole('dialog', { name: 'A tour of the house' })
  expect(within(prompt).getByText('Are you sure you want to delete this video?')).toBeVisible()
  await again.user.click(within(prompt).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText(/^No videos have been added yet\./)).toBeVisible()
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
}, 20_000)

test('says offline what one may do with videos once the portal is back', async () => {
  for (const [isAdmin, says] of [
    [false, 'You are offline. Videos can be played once the portal is back.'],
    [true, 'You are offline. Videos can be played and changed once the portal is back.'],
  ] as const) {
    const person = await portal().addUser({ isAdmin, flags: { isCEP: true } })
    const { leave } = await openPage('/app/vid', { portal: portal(), as: person })
    await screen.findByRole('heading', { name: 'Videos' })
    act(reportUnreachable)
    expect(await screen.findByText(says)).toBeVisible()
    act(reportReachable)
    leave()
  }
})

test('shows no videos on another server that has none, and does not offer to add one', async () => {
  const boss = await portal().addUser({ isAdmin: true })
  const noSuchCall = () => HttpResponse.json({ detail: 'Not found.' }, { status: 404 })
  network.use(http.get('*/api/config/', noSuchCall), http.get('*/api/videos/', noSuchCall))
  await openPage('/app/vid', { portal: portal(), as: boss })
  const none = await screen.findByText(/^No videos have been added yet\./)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Add Video' })).toBeNull())
  expect(none).toHaveTextContent(/^No videos have been added yet\.$/)
})

test('keeps what another admin has changed in other fields', async () => {
  const boss = await portal().addUser({ isAdmin: true })
  const as = boss.token
  const url = 'https://videos.example/house'
  const { body: made } = await portal().call(createVideo, { as, body: { title: 'The hose', description: '', url } })
  const { user } = await openPage('/app/vid', { portal: portal(), as: boss })
  await user.click(await screen.findByRole('button', { name: 'Edit The hose' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'The hose' }))
  await fill(user, dialog.getByLabelText('Description'), 'All its rooms')
  const theirs = { title: 'The house', description: '', url: 'https://videos.example/new' }
  await portal().call(updateVideo, { as, params: { id: made._id }, body: theirs })
  await user.click(dialog.getByRole('button', { name: 'Update' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await portal().call(listVideos, { as })).body).toMatchObject([{ ...theirs, description: 'All its rooms' }])
  await portal().call(deleteVideo, { as, params: { id: made._id } })
})

test('asks if another admin has changed the same address', async () => {
  const boss = await portal().addUser({ isAdmin: true })
  const as = boss.token
  const video = { title: 'A walk', description: '', url: 'https://videos.example/walk' }
  const { body: made } = await portal().call(createVideo, { as, body: video })
  const { user } = await openPage('/app/vid', { portal: portal(), as: boss })
  await user.click(await screen.findByRole('button', { name: 'Edit A walk' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'A walk' }))
  await append(user, dialog.getByLabelText('Address'), '/mine')
  const theirs = { ...video, url: 'https://videos.example/theirs' }
  await portal().call(updateVideo, { as, params: { id: made._id }, body: theirs })
  await user.click(dialog.getByRole('button', { name: 'Update' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent(`Somebody else has changed Address to “${theirs.url}”`)
  expect((await portal().call(listVideos, { as })).body).toMatchObject([theirs])
  await user.click(dialog.getByRole('button', { name: 'Update' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await portal().call(listVideos, { as })).body).toMatchObject([{ url: `${video.url}/mine` }])
  await portal().call(deleteVideo, { as, params: { id: made._id } })
})

test('asks before Escape, the close button or a link discards typed values; Cancel does not ask', async () => {
  const boss = await portal().addUser({ isAdmin: true })
  const { user, address } = await openPage('/app/vid', { portal: portal(), as: boss })
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'Add Video' }))
    return within(await screen.findByRole('dialog', { name: 'Add Video' }))
  }
  const isOpen = () => screen.queryByRole('dialog', { name: 'Add Video' }) !== null
  const question = () => screen.findByRole('dialog', { name: 'Unsaved changes' })
  const isAsked = () => screen.queryByRole('dialog', { name: 'Unsaved changes' }) !== null

  let dialog = await open()
  await user.click(dialog.getByLabelText('Title'))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(isOpen()).toBe(false))
  expect(isAsked()).toBe(false)

  dialog = await open()
  await fill(user, dialog.getByLabelText('Title'), 'A tour')
  await user.keyboard('{Escape}')
  await question()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(isAsked()).toBe(false))
  expect(dialog.getByLabelText('Title')).toHaveValue('A tour')
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await user.click(within(await question()).getByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(isOpen()).toBe(false))

  dialog = await open()
  expect(dialog.getByLabelText('Title')).toHaveValue('')
  await fill(user, dialog.getByLabelText('Title'), 'A tour')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(isOpen()).toBe(false))
  expect(isAsked()).toBe(false)

  dialog = await open()
  await fill(user, dialog.getByLabelText('Title'), 'A tour')
  fireEvent.click(screen.getByRole('link', { name: 'Foyer', hidden: true }))
  await user.click(within(await question()).getByRole('button', { name: 'Stay' }))
  await waitFor(() => expect(isAsked()).toBe(false))
  expect(isOpen()).toBe(true)
  expect(address()).toBe('/app/vid')
}, 20_000)

test('a late answer closes only its own dialog', async () => {
  const boss = await portal().addUser({ isAdmin: true })
  const as = boss.token
  const video = { title: 'The cellar', description: '', url: 'https://videos.example/cellar' }
  const { body: made } = await portal().call(createVideo, { as, body: video })
  const line = holdRequests(http.put, '*/api/videos/:id/')
  const { user } = await openPage('/app/vid', { portal: portal(), as: boss })
  await user.click(await screen.findByRole('button', { name: 'Edit The cellar' }))
  const edit = within(await screen.findByRole('dialog', { name: 'The cellar' }))
  await append(user, edit.getByLabelText('Title'), ' door')
  await user.click(edit.getByRole('button', { name: 'Update' }))
  // Cancel could not undo the request.
  await waitFor(() => expect(edit.getByRole('button', { name: 'Cancel' })).toBeDisabled())
  await waitFor(() => expect(line.calls()).toBe(1))
  await user.click(edit.getByRole('button', { name: 'Close' }))
  const question = within(await screen.findByRole('dialog', { name: 'Unsaved changes' }))
  await user.click(question.getByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await user.click(screen.getByRole('button', { name: 'Add Video' }))
  const add = within(await screen.findByRole('dialog', { name: 'Add Video' }))
  await fill(user, add.getByLabelText('Title'), 'The roof')
  line.release()
  expect(await screen.findByRole('link', { name: 'The cellar door', hidden: true })).toBeInTheDocument()
  await waitFor(() => expect(announced()).toBe('The video was changed.'))
  expect(screen.getByRole('dialog', { name: 'Add Video' })).toBeVisible()
  expect(add.getByLabelText('Title')).toHaveValue('The roof')
  await portal().call(deleteVideo, { as, params: { id: made._id } })
})

test('redirects people who are neither employees nor admins to the home page', async () => {
  const { address } = await openPage('/app/vid', { portal: portal(), as: await portal().addUser() })
  await waitFor(() => expect(address()).toBe('/'))
})
