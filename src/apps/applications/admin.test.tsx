import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { createApplication, getApplication, MAX_IMAGE_BYTES, updateApplication } from '#contract/apps/applications.ts'
import { announced, append, fill, network, offlineHandler, openPage, withPortal } from '#tests/page.tsx'

const { portal, plugIn } = withPortal()

const LIST = '/frontend-admin/applicationlist'
const table = () => screen.findByRole('table', { name: 'Applications' })
const rowOf = async (name: string) =>
  within(await table())
    .getAllByRole('row')
    .find((row) => row.textContent?.includes(name))

const admin = () => portal().addUser({ isAdmin: true })

/** Creates and saves an application. Returns its id. */
async function addApplication(as: string, name: string, urlslug: string): Promise<number> {
  const { body } = await portal().call(createApplication, { as })
  const filled = { name, urlslug, image: '', category: 'Everyday', description: '' }
  await portal().call(updateApplication, { as, params: { id: body._id }, body: filled })
  return body._id
}

test('shows the spec’s columns, and opens the edit page of a new application', async () => {
  const { user, address } = await openPage(LIST, { portal: portal(), as: await admin() })
  const headers = within(await table()).getAllByRole('columnheader')
  expect(headers.map(({ textContent }) => textContent)).toEqual(['ID', 'NAME', 'CATEGORY', 'ACTIONS'])
  await user.click(screen.getByRole('button', { name: 'Create Application' }))
  expect(await screen.findByLabelText('Name')).toHaveValue('New application')
  expect(address()).toMatch(/^\/frontend-admin\/application\/\d+\/edit$/)
  const slug = screen.getByLabelText('URL Slug')
  await fill(user, screen.getByLabelText('Name'), 'Canteen')
  await fill(user, slug, 'Can teen')
  await user.click(screen.getByRole('button', { name: 'Update' }))
  expect(await screen.findByText('A slug is 1 to 60 small letters, digits or hyphens.')).toBeVisible()
  await fill(user, slug, 'onbreak')
  await user.click(screen.getByRole('button', { name: 'Update' }))
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(screen.getByLabelText('Name')).toHaveValue('Canteen')
  await waitFor(() => expect(slug).toHaveFocus())
  expect(slug).toBeInvalid()
  await user.clear(slug)
  expect(screen.queryByRole('alert')).toBeNull()
  // As pasted, with a blank at the end that nobody sees.
  await fill(user, slug, 'canteen ')
  await user.type(screen.getByLabelText('Category', { selector: 'input' }), 'Food')
  await user.click(screen.getByRole('button', { name: 'Update' }))
  await waitFor(() => expect(address()).toBe(LIST))
  await waitFor(async () => expect(await rowOf('Canteen')).toHaveTextContent('Food'))
})

test('asks before leaving unsaved values', async () => {
  const boss = await admin()
  const id = await addApplication(boss.token, 'Garage', 'garage')
  const path = `/frontend-admin/application/${id}/edit`
  const { user, address } = await openPage(path, { portal: portal(), as: boss })
  await append(user, await screen.findByLabelText('Name'), ' West')
  await user.click(screen.getByRole('link', { name: 'Profile' }))
  const question = async () => within(await screen.findByRole('dialog', { name: 'Unsaved changes' }))
  await user.click((await question()).getByRole('button', { name: 'Stay' }))
  expect(address()).toBe(path)
  expect(screen.getByLabelText('Name')).toHaveValue('Garage West')
  await user.click(screen.getByRole('link', { name: 'Profile' }))
  await user.click((await question()).getByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(address()).toBe('/profile'))
})

test('keeps what another admin has changed meanwhile', async () => {
  const boss = await admin()
  const id = await addApplication(boss.token, 'Lockers', 'lockers')
  const { user, address } = await openPage(`/frontend-admin/application/${id}/edit`, { portal: portal(), as: boss })
  await fill(user, await screen.findByLabelText('Description'), 'With keys')
  const body = { name: 'Lockers', urlslug: 'lockers', image: '', category: 'Cellar', description: '' }
  await portal().call(updateApplication, { as: boss.token, params: { id }, body })
  await user.click(screen.getByRole('button', { name: 'Update' }))
  await waitFor(() => expect(address()).toBe(LIST))
  const now = await portal().call(getApplication, { as: boss.token, params: { id } })
  expect(now.body).toMatchObject({ category: 'Cellar', description: 'With keys' })
})

test('deletes an application after the spec’s prompt, but no built-in one', async () => {
  const boss = await admin()
  await addApplication(boss.token, 'Parking', 'parking')
  const { user } = await openPage(LIST, { portal: portal(), as: boss })
  expect(await screen.findByRole('button', { name: 'Delete On Break' })).toBeDisabled()
  await user.click(screen.getByRole('button', { name: 'Delete Parking' }))
  const dialog = await screen.findByRole('dialog', { name: 'Parking' })
  expect(within(dialog).getByText('Are you sure you want to delete this application?')).toBeVisible()
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await waitFor(async () => expect(await rowOf('Parking')).toBeUndefined())
  expect(screen.getByText('The application was deleted.')).toBeVisible()
})

test('keeps the page number and the search in the address', async () => {
  const boss = await admin()
  for (let number = 10; number < 30; number++) await addApplication(boss.token, `Tool ${number}`, `tool-${number}`)
  const { user, address, router } = await openPage('/frontend-admin/productlist/?keyword=tool&page=1', {
    portal: portal(),
    as: boss,
  })
  await waitFor(() => expect(address()).toBe(`${LIST}?keyword=tool&page=1`))
  expect(await rowOf('Tool 10')).toBeVisible()
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
  await user.clear(screen.getByRole('searchbox', { name: 'App Name' }))
  await user.click(screen.getByRole('button', { name: 'Search' }))
  await waitFor(() => expect(address()).toBe(LIST))
  await waitFor(() => expect(announced()).toMatch(/^\d+ applications on this page$/))
  await user.click(
    await within(await screen.findByRole('navigation', { name: 'Pages' })).findByRole('link', { name: '2' }),
  )
  await waitFor(() => expect(address()).toBe(`${LIST}?keyword=&page=2`))
  await waitFor(async () => expect(await rowOf('Videos')).toBeVisible())

  await user.click(screen.getByRole('link', { name: 'Edit Videos' }))
  await fill(user, await screen.findByLabelText('Description'), 'To look back.')
  await user.click(screen.getByRole('button', { name: 'Update' }))
  await waitFor(() => expect(address()).toBe(`${LIST}?keyword=&page=2`))
  expect(await screen.findByText('The application was saved.')).toBeVisible()
  expect(await rowOf('Videos')).toHaveAttribute('data-marked')
  expect(await rowOf('Tool 29')).not.toHaveAttribute('data-marked')

  // Shown once, and gone on the next page.
  await user.click(screen.getByRole('link', { name: '1' }))
  await waitFor(async () => expect(await rowOf('Tool 10')).toBeVisible())
  expect(screen.queryByText('The application was saved.')).toBeNull()
  router.history.back()
  await waitFor(async () => expect(await rowOf('Videos')).toBeVisible())
  expect(screen.queryByText('The application was saved.')).toBeNull()
  expect(await rowOf('Videos')).not.toHaveAttribute('data-marked')
})

test('shows the first page for an invalid one', async () => {
  await openPage(`${LIST}?page=0`, { portal: portal(), as: await admin() })
  expect(await rowOf('On Break')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('puts an uploaded image into the field; a failure keeps the old one and is shown there, without an alert', async () => {
  const boss = await admin()
  const id = await addApplication(boss.token, 'Gallery', 'gallery')
  const { user } = await openPage(`/frontend-admin/application/${id}/edit`, { portal: portal(), as: boss })
  const image = await screen.findByLabelText('Image')
  network.use(http.post('*/api/applications/upload/', () => HttpResponse.json('/media/abc.webp')))
  const file = new File(['not looked at here'], 'a.png', { type: 'image/png' })
  await user.upload(screen.getByLabelText('File to upload'), file)
  await waitFor(() => expect(image).toHaveValue('/media/abc.webp'))
  await waitFor(() => expect(announced()).toBe('Uploaded. Update keeps it.'))
  network.use(
    http.post('*/api/applications/upload/', () => HttpResponse.json({ detail: 'This is no image.' }, { status: 415 })),
  )
  await user.upload(screen.getByLabelText('File to upload'), file)
  const failure = 'The image was not uploaded; the old one stays. This is no image.'
  expect(await screen.findByText(failure)).toBeVisible()
  await waitFor(() => expect(announced()).toBe(failure))
  for (const part of [image, screen.getByRole('button', { name: 'Upload an image' })])
    expect(part).toHaveAccessibleDescription(failure)
  expect(image).toHaveValue('/media/abc.webp')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('does not send an image that is too large: the field names the limit and keeps the old one', async () => {
  const boss = await admin()
  const id = await addApplication(boss.token, 'Balcony', 'balcony')
  const { user } = await openPage(`/frontend-admin/application/${id}/edit`, { portal: portal(), as: boss })
  const image = await screen.findByLabelText<HTMLInputElement>('Image')
  const before = image.value
  let asked = 0
  network.use(
    http.post('*/api/applications/upload/', () => {
      asked++
      // Responds like a proxy with a limit of its own.
      return new HttpResponse('<h1>413 Request Entity Too Large</h1>', { status: 413 })
    }),
  )
  const photo = new File([new Uint8Array(MAX_IMAGE_BYTES + 1)], 'photo.jpg', { type: 'image/jpeg' })
  await user.upload(screen.getByLabelText('File to upload'), photo)
  const failure = 'The image was not uploaded; the old one stays. The file is larger than 5 MB.'
  expect(await screen.findByText(failure)).toBeVisible()
  await waitFor(() => expect(announced()).toBe(failure))
  expect([asked, image.value]).toEqual([0, before])
})

test('asks before leaving during an upload, and saving waits for it', async () => {
  const boss = await admin()
  const id = await addApplication(boss.token, 'Terrace', 'terrace')
  const path = `/frontend-admin/application/${id}/edit`
  const { user, address } = await openPage(path, { portal: portal(), as: boss })
  const file = new File(['not looked at here'], 'a.png', { type: 'image/png' })
  const update = await screen.findByRole('button', { name: 'Update' })
  /** Chooses the file. Returns a function that responds to its upload. */
  async function choose(): Promise<(answer: Response) => void> {
    let answer = (_: Response) => {}
    const answered = new Promise<Response>((resolve) => {
      answer = resolve
    })
    network.use(http.post('*/api/applications/upload/', () => answered))
    await user.upload(screen.getByLabelText('File to upload'), file)
    return answer
  }

  const refuse = await choose()
  await user.click(screen.getByRole('link', { name: 'Profile' }))
  const question = within(await screen.findByRole('dialog', { name: 'Unsaved changes' }))
  await user.click(question.getByRole('button', { name: 'Stay' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(update)
  refuse(HttpResponse.json({ detail: 'This is no image.' }, { status: 415 }))
  expect(await screen.findByText('The image was not uploaded; the old one stays. This is no image.')).toBeVisible()
  await waitFor(() => expect(update).toBeEnabled())
  expect(address()).toBe(path)

  const image = `/media/${'a'.repeat(32)}.webp`
  const stored = { name: image.slice('/media/'.length), type: 'image/webp', bytes: Buffer.from('x') }
  await portal()
    .deps.db.insertInto('image')
    .values({ ...stored, used_at: '2026-01-01T00:00:00.000Z' })
    .execute()
  const store = await choose()
  await user.click(update)
  store(HttpResponse.json(image))
  await waitFor(() => expect(address()).toBe(LIST))
  expect(await screen.findByText('The application was saved.')).toBeVisible()
  expect((await portal().call(getApplication, { as: boss.token, params: { id } })).body.image).toBe(image)
})

test('previews the tile’s image, with the placeholder for none or a missing one', async () => {
  const boss = await admin()
  const id = await addApplication(boss.token, 'Gallery', 'gallery')
  const { user } = await openPage(`/frontend-admin/application/${id}/edit`, { portal: portal(), as: boss })
  const picture = () => screen.findByAltText('As it is shown on the tile')
  expect(await picture()).toHaveAttribute('src', '/apps/default.svg')
  await user.type(screen.getByLabelText('Image'), '/media/gone.webp')
  expect(await picture()).toHaveAttribute('src', '/media/gone.webp')
  fireEvent.error(await picture())
  expect(await picture()).toHaveAttribute('src', '/apps/default.svg')
  await user.clear(screen.getByLabelText('Image'))
  await user.type(screen.getByLabelText('Image'), '/apps/etl.svg')
  expect(await picture()).toHaveAttribute('src', '/apps/etl.svg')
})

test('shows the list while offline, but allows no changes', async () => {
  const boss = await admin()
  const { user } = await openPage(LIST, { portal: portal(), as: boss })
  await rowOf('Videos')
  network.use(offlineHandler)
  await user.type(screen.getByRole('searchbox', { name: 'App Name' }), 'x')
  await user.click(screen.getByRole('button', { name: 'Search' }))
  expect(await screen.findByText('You are offline. Applications can be changed once the portal is back.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Create Application' })).toBeDisabled()
})

test.each(['abc', '0', '99999999999', '12345'])('says that application %s does not exist', async (id) => {
  await openPage(`/frontend-admin/application/${id}/edit`, { portal: portal(), as: await admin() })
  expect(await screen.findByRole('alert')).toHaveTextContent('There is no such application.')
})

test('says that the form needs the network, and shows it once online', async () => {
  const boss = await admin()
  const id = await addApplication(boss.token, 'Far away', 'far-away')
  const { router } = await openPage('/', { portal: portal(), as: boss })
  network.use(offlineHandler)
  await router.navigate({ to: '/frontend-admin/application/$id/edit', params: { id: String(id) } })
  expect(await screen.findByText('Editing an application needs the network.')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  plugIn()
  expect(await screen.findByDisplayValue('Far away')).toBeVisible()
})
