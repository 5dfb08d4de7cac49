/** The cached catalogue ages: the newest version of an application counts, and only those that the person may see. */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createApplication, deleteApplication, updateApplication } from '#contract/apps/applications.ts'
import { queryClient } from '#src/api/query-client.ts'
import { session } from '#src/api/session.ts'
import { openPage, withPortal } from '#tests/page.tsx'
import type { TestUser } from '#tests/portal.ts'
import { applications } from './queries.ts'

const { portal } = withPortal()

const names = () =>
  within(screen.getByRole('main'))
    .queryAllByRole('listitem')
    .map((tile) => within(tile).queryAllByRole('link')[0]?.textContent)

async function makeApp(boss: TestUser, name: string): Promise<number> {
  const { body } = await portal().call(createApplication, { as: boss.token })
  await rename(boss, body._id, name)
  return body._id
}

async function rename(boss: TestUser, id: number, name: string) {
  const urlslug = `app-${id}`
  const body = { _id: id, name, urlslug, image: '', category: '', description: '' }
  await portal().call(updateApplication, { as: boss.token, params: { id }, body })
}

test('finds an app as it is now, not as an earlier search found it', async () => {
  const boss = await portal().addUser({ isAdmin: true })
  const [kept, doomed] = [await makeApp(boss, 'Marble run'), await makeApp(boss, 'Marble jar')]
  const { user, router } = await openPage('/?keyword=marble', { portal: portal(), as: boss })
  await waitFor(() => expect(names()).toEqual(['Marble jar', 'Marble run']))
  await rename(boss, kept, 'Marble track')
  await portal().call(deleteApplication, { as: boss.token, params: { id: doomed } })
  await router.navigate({ to: '/' })
  await waitFor(() => expect(names()).toContain('Marble track'))
  await user.type(screen.getByPlaceholderText('App Name'), 'Marb')
  await waitFor(() => expect(names()).toEqual(['Marble track']))
})

test('does not find an app whose right was taken, whatever was searched before', async () => {
  const ann = await portal().addUser({ flags: { access_onbreak: true, access_etl: true } })
  const { user, router } = await openPage('/?keyword=on%20break', { portal: portal(), as: ann })
  await waitFor(() => expect(names()).toEqual(['On Break']))
  await router.navigate({ to: '/' })
  await waitFor(() => expect(names()).toEqual(['ETL Viewer', 'On Break']))
  await portal().deps.db.updateTable('user').set({ access_onbreak: 0 }).where('id', '=', ann.id).execute()
  const me = session.get()
  if (!me) throw new Error('Nobody is signed in.')
  session.renew(me.token, { ...me, permissions: { ...me.permissions, access_onbreak: false } })
  await waitFor(() => expect(names()).toEqual(['ETL Viewer']))
  await user.type(screen.getByPlaceholderText('App Name'), 'Break')
  expect(await screen.findByText('No apps match “Break”.')).toBeVisible()
  expect(names()).toEqual([])
})

test('returns a list for the search “one”, whichever application was opened', async () => {
  const boss = await portal().addUser({ isAdmin: true })
  const { router } = await openPage('/frontend-admin/application/1/edit', { portal: portal(), as: boss })
  expect(await screen.findByLabelText('Name')).toHaveValue('On Break')
  expect(queryClient.getQueryData(applications.page({ keyword: 'one' }).queryKey)).toBeUndefined()
  await router.navigate({ to: '/', search: { keyword: 'one' } })
  expect(await screen.findByText('No apps match “one”.')).toBeVisible()
})
