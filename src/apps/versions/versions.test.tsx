import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { createVersion, deleteVersion, getVersion, listVersions, updateVersion } from '#contract/apps/versions.ts'
import { reportReachable } from '#src/api/connection.ts'
import { queryClient } from '#src/api/query-client.ts'
import { saveDraft } from '#src/offline/drafts.ts'
import { announced, append, network, offlineHandler, openPage, withPortal } from '#tests/page.tsx'
import type { TestUser } from '#tests/portal.ts'
import { versions } from './queries.ts'
import { markSeen } from './seen.ts'

const { portal, plugIn } = withPortal()

let boss: TestUser
beforeEach(async () => {
  localStorage.clear()
  boss = await portal().addUser({ isAdmin: true })
  const { body } = await portal().call(listVersions, { as: boss.token })
  for (const { _id } of body) await portal().call(deleteVersion, { as: boss.token, params: { id: _id } })
})

async function publish(title: string, text = `<p>About ${title}</p>`): Promise<number> {
  const { body } = await portal().call(createVersion, { as: boss.token })
  if (title) await portal().call(updateVersion, { as: boss.token, params: { id: body._id }, body: { title, text } })
  return body._id
}
const read = async (id: number) => (await portal().call(getVersion, { as: boss.token, params: { id } })).body
const KEPT_NOTE = 'This is what you wrote here and did not save.'
const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('portal.draft'))
const note = (title: RegExp) => screen.findByRole('button', { name: title })

test('lists notes from the newest with 2-digit dates; the newest is open, the others on a click', async () => {
  await publish('March')
  await publish('April')
  const { user } = await openPage('/versions', { portal: portal(), as: await portal().addUser() })
  await note(/^April/)
  const heads = within(screen.getByRole('main')).getAllByRole('heading', { level: 2 })
  expect(heads.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^April\d\d\D\d\d\D\d\d$/),
    expect.stringMatching(/^March/),
  ])
  expect(screen.getByText('About April')).toBeVisible()
  expect(screen.queryByText('About March')).toBeNull()
  await user.click(await note(/^March/))
  expect(await screen.findByText('About March')).toBeVisible()
  expect(screen.getByText('About April')).toBeVisible()
  for (const name of ['New Version', /^Edit/, /^Delete/]) expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByRole('link', { name: /^Edit/ })).toBeNull()
})

test('places headings in a note below its own heading without gaps, looking as written', async () => {
  await publish('Heads', '<p>So:</p><h1>First</h1><p>x</p><h2>Second</h2><h4>Deep</h4>')
  await openPage('/versions', { portal: portal(), as: boss })
  const levelOf = (name: string) => screen.getByRole('heading', { name }).getAttribute('aria-level')
  expect((await screen.findByRole('heading', { level: 3, name: 'First' })).nodeName).toBe('H1')
  expect(['First', 'Second', 'Deep'].map(levelOf)).toEqual(['3', '4', '6'])
})

test('makes the editor’s toolbar one Tab stop, with arrow keys between its buttons', async () => {
  const id = await publish('Keys')
  const { user } = await openPage(`/version/${id}/edit`, { portal: portal(), as: boss })
  const toolbar = await screen.findByRole('toolbar', { name: 'Formatting' })
  screen.getByRole('textbox', { name: 'Title' }).focus()
  await user.tab()
  const [first, second] = within(toolbar).getAllByRole('button')
  expect(first).toHaveFocus()
  await user.keyboard('{ArrowRight}')
  expect(second).toHaveFocus()
  await user.keyboard('{Home}{ArrowLeft}')
  const last = within(toolbar)
    .getAllByRole('button')
    .findLast((button) => !(button as HTMLButtonElement).disabled)
  expect(last).toHaveFocus()
  await user.tab()
  expect(toolbar).not.toContainElement(document.activeElement as HTMLElement)
  await user.tab({ shift: true })
  expect(last).toHaveFocus()
})

test('opens the note that the address names', async () => {
  const march = await publish('March')
  await publish('April')
  await openPage(`/versions?open=${march}`, { portal: portal(), as: boss })
  expect(await screen.findByText('About March')).toBeVisible()
  expect(screen.queryByText('About April')).toBeNull()
})

test('says that there are no versions', async () => {
  await openPage('/versions', { portal: portal(), as: await portal().addUser() })
  expect(await screen.findByText('Nothing has been announced yet.')).toBeVisible()
})

test('keeps read notes readable offline', async () => {
  await publish('March')
  const ann = await portal().addUser()
  const { router } = await openPage('/versions', { portal: portal(), as: ann })
  await screen.findByText('About March')
  network.resetHandlers(offlineHandler)
  await router.navigate({ to: '/profile' })
  await queryClient.invalidateQueries({ queryKey: versions.key })
  await router.navigate({ to: '/versions' })
  expect(await screen.findByText('About March')).toBeVisible()
  plugIn()
})

test('lets an admin create and write a version', async () => {
  await publish('March')
  const { user, address } = await openPage('/versions', { portal: portal(), as: boss })
  await user.click(await screen.findByRole('button', { name: 'New Version' }))
  const title = await screen.findByRole('textbox', { name: 'Title' })
  expect(address()).toMatch(/^\/version\/\d+\/edit$/)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Title is required.')).toBeVisible()
  expect(screen.getByText('The text is required.')).toBeVisible()
  await user.type(title, 'April')
  const [id = ''] = /\d+/.exec(address()) ?? []
  expect(JSON.parse(localStorage.getItem(`portal.draft:${boss.id}:version:${id}`) ?? '{}').values).toMatchObject({
    title: 'April',
    text: '',
  })
})

test('focuses a missing text, like any other field', async () => {
  const id = await publish('')
  const { user } = await openPage(`/version/${id}/edit`, { portal: portal(), as: boss })
  const text = await screen.findByRole('textbox', { name: 'Details' })
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'April')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('The text is required.')).toBeVisible()
  expect(text).toHaveFocus()
  expect(text).toHaveAccessibleDescription('The text is required.')
})

test('creates no second version after a lost answer', async () => {
  let isLost = true
  network.use(
    http.post('*/api/versions/', async ({ request }) => {
      if (!isLost) return undefined
      isLost = false
      const { pathname } = new URL(request.url)
      await portal().app.inject({ method: 'POST', url: pathname, headers: Object.fromEntries(request.headers) })
      return HttpResponse.error()
    }),
  )
  const { user, address } = await openPage('/versions', { portal: portal(), as: boss })
  await user.click(await screen.findByRole('button', { name: 'New Version' }))
  expect(await screen.findByRole('alert')).toBeVisible()
  reportReachable()
  await user.click(await screen.findByRole('button', { name: 'New Version' }))
  await waitFor(() => expect(address()).toMatch(/^\/version\/\d+\/edit$/))
  expect((await portal().call(listVersions, { as: boss.token })).body).toHaveLength(1)
})

test('marks an unsaved version as a draft, and hides it from others', async () => {
  await publish('')
  const { leave } = await openPage('/versions', { portal: portal(), as: boss })
  expect(await note(/^Untitled ?Draft/)).toBeVisible()
  leave()
  await openPage('/versions', { portal: portal(), as: await portal().addUser() })
  expect(await screen.findByText('Nothing has been announced yet.')).toBeVisible()
})

test('deletes a version after a prompt with its name', async () => {
  await publish('March')
  const { user } = await openPage('/versions', { portal: portal(), as: boss })
  await user.click(await screen.findByRole('button', { name: 'Delete March' }))
  const dialog = await screen.findByRole('dialog', { name: 'March' })
  expect(within(dialog).getByText('Are you sure you want to delete this version?')).toBeVisible()
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Nothing has been announced yet.')).toBeVisible()
})

test('removes a version that somebody else has deleted, and focuses the title', async () => {
  const id = await publish('March')
  const { user } = await openPage('/versions', { portal: portal(), as: boss })
  await user.click(await screen.findByRole('button', { name: 'Delete March' }))
  await portal().call(deleteVersion, { as: boss.token, params: { id } })
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Nothing has been announced yet.')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
})

test('redirects staff from the editor to the home page', async () => {
  const id = await publish('March')
  const { address } = await openPage(`/version/${id}/edit`, { portal: portal(), as: await portal().addUser() })
  await waitFor(() => expect(address()).toBe('/'))
})

test('restores an unsaved draft until it is discarded or saved', async () => {
  const id = await publish('March')
  const first = await openPage(`/version/${id}/edit`, { portal: portal(), as: boss })
  await first.user.type(await screen.findByRole('textbox', { name: 'Title' }), ' 2026')
  first.leave()

  const again = await openPage(`/version/${id}/edit`, { portal: portal(), as: boss })
  expect(await screen.findByRole('textbox', { name: 'Title' })).toHaveValue('March 2026')
  await again.user.click(screen.getByRole('button', { name: 'Back to the saved version' }))
  expect(await screen.findByRole('textbox', { name: 'Title' })).toHaveValue('March')
  await again.user.type(screen.getByRole('textbox', { name: 'Title' }), '!')
  await again.user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(announced()).toBe('The version was saved.'))
  await waitFor(() => expect(again.address()).toBe('/versions'))
  expect(await read(id)).toMatchObject({ title: 'March!', text: '<p>About March</p>' })
  expect(drafts()).toEqual([])
})

test('does not overwrite with a draft what others have saved since it was begun', async () => {
  const id = await publish('March')
  const first = await openPage(`/version/${id}/edit`, { portal: portal(), as: boss })
  await first.user.type(await screen.findByRole('textbox', { name: 'Title' }), ' 2026')
  first.leave()
  const theirs = { title: 'Spring', text: '<p>Theirs</p>' }
  await portal().call(updateVersion, { as: boss.token, params: { id }, body: theirs })
  // Opened and left again without a change.
  const second = await openPage(`/version/${id}/edit`, { portal: portal(), as: boss })
  expect(await screen.findByText(KEPT_NOTE)).toBeVisible()
  second.leave()

  const third = await openPage(`/version/${id}/edit`, { portal: portal(), as: boss })
  expect(await screen.findByRole('textbox', { name: 'Title' })).toHaveValue('March 2026')
  await third.user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/^Somebody else has changed Title to “Spring” in the meantime\./)).toBeVisible()
  await third.user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(third.address()).toBe('/versions'))
  expect(await read(id)).toMatchObject({ title: 'March 2026', text: '<p>Theirs</p>' })
})

test('drops a draft that was saved although the answer was lost with the page', async () => {
  const id = await publish('March')
  const first = await openPage(`/version/${id}/edit`, { portal: portal(), as: boss })
  await first.user.type(await screen.findByRole('textbox', { name: 'Title' }), ' 2026 ')
  network.use(
    http.put('*/api/versions/*', async ({ request }) => {
      const { headers, url } = request
      const payload = await request.text()
      await portal().app.inject({
        method: 'PUT',
        url: new URL(url).pathname,
        headers: Object.fromEntries(headers),
        payload,
      })
      return HttpResponse.error()
    }),
  )
  await first.user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('alert')
  expect(await read(id)).toMatchObject({ title: 'March 2026' })
  expect(drafts()).toHaveLength(1)
  first.leave()
  plugIn()

  await openPage(`/version/${id}/edit`, { portal: portal(), as: boss })
  expect(await screen.findByRole('textbox', { name: 'Title' })).toHaveValue('March 2026')
  expect(screen.queryByText(KEPT_NOTE)).toBeNull()
  await waitFor(() => expect(drafts()).toEqual([]))
})

test('drops a saved draft once the device learns of it, even if the server writes the HTML differently', async () => {
  const id = await publish('March', '<p>One</p>')
  const before = (await portal().call(listVersions, { as: boss.token })).body
  queryClient.setQueryData(versions.list.queryKey, before)
  const body = { title: 'March', text: '<p>One<br>two</p>' }
  await portal().call(updateVersion, { as: boss.token, params: { id }, body })
  expect((await read(id)).text).toBe('<p>One<br />two</p>')
  saveDraft(boss.id, `version:${id}`, { ...body, over: { title: 'March', text: '<p>One</p>' } })
  await openPage(`/version/${id}/edit`, { portal: portal(), as: boss })
  expect(await screen.findByText(KEPT_NOTE)).toBeVisible()
  await queryClient.refetchQueries({ queryKey: versions.one(id).queryKey })
  await waitFor(() => expect(screen.queryByText(KEPT_NOTE)).toBeNull())
  expect(drafts()).toEqual([])
  expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('March')
  expect(screen.queryByText(/^Not saved yet/)).toBeNull()
})

test('warns before overwriting another person’s change', async () => {
  const id = await publish('March')
  const { user, address } = await openPage(`/version/${id}/edit`, { portal: portal(), as: boss })
  await append(user, await screen.findByRole('textbox', { name: 'Title' }), ' 2026')
  const theirs = { title: 'March', text: '<p>Theirs</p>' }
  await portal().call(updateVersion, { as: boss.token, params: { id }, body: { ...theirs, title: 'Spring' } })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(/changed Title to “Spring” in the meantime\./)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(address()).toBe('/versions'))
  expect(await read(id)).toMatchObject({ title: 'March 2026', text: '<p>Theirs</p>' })
})

test('asks before leaving unsaved changes', async () => {
  const id = await publish('March')
  const { user, address } = await openPage(`/version/${id}/edit`, { portal: portal(), as: boss })
  await append(user, await screen.findByRole('textbox', { name: 'Title' }), ' 2026')
  await user.click(screen.getByRole('link', { name: 'Profile' }))
  const dialog = await screen.findByRole('dialog', { name: 'Unsaved changes' })
  await user.click(within(dialog).getByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(address()).toBe('/profile'))
})

test('shows a dot in the header for an unread note until the notes are opened', async () => {
  const id = await publish('March')
  const ann = await portal().addUser()
  markSeen(ann.id, id)
  await publish('April')
  const { user } = await openPage('/profile', { portal: portal(), as: ann })
  const link = await screen.findByRole('link', { name: 'Release notes: something new' })
  await user.click(link)
  await screen.findByText('About April')
  expect(await screen.findByRole('link', { name: 'Release notes' })).toBeVisible()
}, 12_000)

test.each(['abc', '12345'])('reports that there is no version %s', async (id) => {
  await openPage(`/version/${id}/edit`, { portal: portal(), as: boss })
  expect(await screen.findByRole('alert')).toHaveTextContent('There is no such version.')
})

test('retries a failed request on a button press', async () => {
  network.use(http.get('*/api/versions/all/', () => HttpResponse.json({ detail: 'Out of order.' }, { status: 500 })))
  const { user } = await openPage('/versions', { portal: portal(), as: boss })
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Out of order\.$/)
  plugIn()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('offers no retry after a refusal', async () => {
  network.use(http.get('*/api/versions/all/', () => HttpResponse.json({ detail: 'Not for you.' }, { status: 403 })))
  await openPage('/versions', { portal: portal(), as: boss })
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Not for you\.$/)
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('does not undo with its draft what others changed before anything was typed', async () => {
  const id = await publish('March')
  const first = await openPage(`/version/${id}/edit`, { portal: portal(), as: boss })
  await screen.findByRole('textbox', { name: 'Title' })
  const body = { title: 'March', text: '<p>Theirs</p>' }
  await portal().call(updateVersion, { as: boss.token, params: { id }, body })
  await queryClient.refetchQueries({ queryKey: versions.one(id).queryKey })
  expect(await screen.findByText('Theirs')).toBeVisible()
  expect(screen.queryByText(/^Not saved yet/)).toBeNull()
  await first.user.type(screen.getByRole('textbox', { name: 'Title' }), ' 2026')
  first.leave()
  const again = await openPage(`/version/${id}/edit`, { portal: portal(), as: boss })
  expect(await screen.findByRole('textbox', { name: 'Title' })).toHaveValue('March 2026')
  await again.user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(again.address()).toBe('/versions'))
  expect(await read(id)).toMatchObject({ title: 'March 2026', text: '<p>Theirs</p>' })
})
