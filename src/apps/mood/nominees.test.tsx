/** The people one may vote for. */
import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { week } from '#tests/mood.ts'
import { network, openPage, withPortal } from '#tests/page.tsx'

const { portal } = withPortal()

test('can retry loading the people', async () => {
  let isBroken = true
  network.use(
    http.get('*/api/mood/incompletedates/', () => HttpResponse.json([week(12, '2026-03-23', '2026-03-29', true)])),
    http.get('*/api/users/cepusers/', () =>
      isBroken
        ? HttpResponse.json({ detail: 'Not just now.' }, { status: 500 })
        : HttpResponse.json([{ _id: 902, name: 'Ada Lovelace' }]),
    ),
  )
  const as = await portal().addUser({ flags: { access_mood: true } })
  const { user } = await openPage('/app/mood-report?period=12', { portal: portal(), as })
  const nominee = await screen.findByRole('combobox', { name: /core values/ })
  // The query fails only after three attempts with growing delays.
  const again = await screen.findByRole('button', { name: 'Try again' }, { timeout: 20_000 })
  expect(screen.getByRole('alert')).toHaveTextContent('Not just now.')
  isBroken = false
  await user.click(again)
  await user.click(nominee)
  expect(await screen.findByRole('option', { name: 'Ada Lovelace' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})
