import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { listVersions } from '#contract/apps/versions.ts'
import { queryClient } from '#src/api/query-client.ts'
import { network, offlineHandler, openPage, withPortal } from '#tests/page.tsx'

const { portal, plugIn } = withPortal()
const DETAIL = 'The database fell over.'

/** Opens the release notes and lets their next refresh fail by `handler`. */
async function openNotes(handler: Parameters<typeof network.use>[0]) {
  const page = await openPage('/versions', { portal: portal(), as: await portal().addUser() })
  expect(await screen.findByText(/^Nothing has been announced yet/)).toBeVisible()
  network.use(handler)
  await queryClient.refetchQueries({ type: 'active' })
  return page
}
const refuse = (status: number) =>
  http.get(`*${listVersions.path}`, () => HttpResponse.json({ detail: DETAIL }, { status }))

test.each([500, 403])(
  'a screen with older data shows why it could not be refreshed (%i), until it is',
  async (status) => {
    await openNotes(refuse(status))
    expect(await screen.findByRole('alert')).toHaveTextContent(DETAIL)
    expect(screen.getByText(/^Some of what you see is as of \d/)).toBeVisible()
    expect(screen.getByText(/^Nothing has been announced yet/)).toBeVisible()
    plugIn()
    await queryClient.refetchQueries({ type: 'active' })
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  },
)

test('the failure stays with its screen', async () => {
  const { router } = await openNotes(refuse(500))
  await screen.findByRole('alert')
  await router.navigate({ to: '/profile' })
  await screen.findByRole('heading', { level: 1, name: 'Profile' })
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  ['no answer', offlineHandler],
  ['a gateway', http.all('*/api/*', () => new HttpResponse('<h1>Bad gateway</h1>', { status: 502 }))],
])('without a connection (%s) the chip says so, without an alert', async (_, handler) => {
  await openNotes(handler)
  expect(await screen.findByRole('button', { name: /^Offline/ })).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})
