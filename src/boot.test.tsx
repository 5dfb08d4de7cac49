import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { sessionOf, withPortal } from '#tests/page.tsx'
import { queryClient } from './api/query-client.ts'
import { session } from './api/session.ts'
import { boot } from './boot.tsx'
import { openDb } from './offline/db.ts'

const { portal } = withPortal()

beforeEach(() => {
  document.body.innerHTML = '<div id="root"></div>'
})

const launch = (path: string) => {
  window.history.replaceState(null, '', path)
  return boot()
}

test('a session that ends while the first screen is asked for leaves nothing of the person behind', async () => {
  const ann = await portal().addUser({ name: 'Ann Revoked', flags: { access_onbreak: true } })
  session.set(await sessionOf(portal(), ann))
  await portal().deps.db.deleteFrom('session').where('user_id', '=', ann.id).execute()
  queryClient.setQueryData(['a secret of hers'], 'for nobody else')

  await launch('/app/onbreak')
  expect(await screen.findByRole('heading', { name: 'Sign In' })).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent('Your session has ended.')
  expect(queryClient.getQueryData(['a secret of hers'])).toBeUndefined()
  // Nor does the outbox, which comes after the first screen, take her token up again.
  await vi.waitFor(async () => expect((await indexedDB.databases()).map(({ name }) => name)).toContain('foyer'), 10_000)
  expect(await openDb().session.get('current')).toBeUndefined()
})
