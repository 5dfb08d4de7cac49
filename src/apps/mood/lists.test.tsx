import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { announced, network, openPage, withPortal } from '#tests/page.tsx'

const { portal } = withPortal()

test('announces how many people match a name', async () => {
  const people = ['Ann Able', 'Anna Baker', 'Ben Cole'].map((name, index) => ({ _id: index + 1, name }))
  network.use(
    http.get('*/api/mood/users/', () => HttpResponse.json(people)),
    http.get('*/api/mood/trends/', () => HttpResponse.json({ detail: 'Not found.' }, { status: 404 })),
  )
  const boss = await portal().addUser({ flags: { access_mood: true, mood_admin: true } })
  const { user } = await openPage('/app/mood-report?view=all', { portal: portal(), as: boss })
  const users = await screen.findByRole('region', { name: 'Users' })
  await user.type(within(users).getByRole('searchbox', { name: 'Name' }), 'ann')
  await waitFor(() => expect(announced()).toBe('2 people'))
  await user.keyboard('a')
  await waitFor(() => expect(announced()).toBe('1 person'))
})
