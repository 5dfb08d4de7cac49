/** What the device keeps of a screen goes once the right to it was taken away. */
import { partialMatchKey } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { updatePermissions } from '#contract/apps/accounts.ts'
import { KEPT_MS, queryClient } from '#src/api/query-client.ts'
import { session } from '#src/api/session.ts'
import { checklists, todos } from '#src/apps/checklist/queries.ts'
import * as etl from '#src/apps/etl/queries.ts'
import * as mood from '#src/apps/mood/queries.ts'
import { displays } from '#src/apps/onbreak/display-queries.ts'
import { board, breakOf, myBreak } from '#src/apps/onbreak/queries.ts'
import { analytics, report } from '#src/apps/reporting/queries.ts'
import { videos } from '#src/apps/videos/queries.ts'
import { restoreDevice } from '#src/offline/device.ts'
import { readKept } from '#src/offline/kept-queries.ts'
import { openPage, sessionOf, withPortal } from '#tests/page.tsx'
import type { TestUser } from '#tests/portal.ts'
import { READERS } from './forget-lost.ts'

const { portal } = withPortal()

const keptOf = async (userId: number) => [...new Set((await readKept(userId)).map(({ key }) => key.join(' ')))]
const heldNow = () =>
  queryClient
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => queryKey.join(' '))
const beginsWith = (text: string) => (key: string) => key.startsWith(text)

/** Opens a page whose queries are kept on the device, as the launch does. */
async function openKept(path: string, ann: TestUser) {
  const page = openPage(path, { portal: portal(), as: ann })
  await restoreDevice(queryClient, ann.id, KEPT_MS)
  return page
}

/** An admin changes the rights, and the device learns of it. */
async function changeRights(ann: TestUser, body: object): Promise<void> {
  const { token } = await portal().addUser({ isAdmin: true })
  await portal().call(updatePermissions, { as: token, params: { id: ann.id }, body })
  session.set(await sessionOf(portal(), ann))
  // Until it is done: the page may be closed any moment.
  expect(localStorage.getItem(`portal.rights-changed:${ann.id}`)).toBe('')
}

test('a right that was taken away leaves nothing that needed it, and everything else', async () => {
  const ann = await portal().addUser({ flags: { access_onbreak: true, onbreak_admin: true, access_etl: true } })
  const { router } = await openKept('/app/etl', ann)
  const ofEtl = ['etl summary', 'etl runs recent']
  await waitFor(async () => expect(await keptOf(ann.id)).toEqual(expect.arrayContaining(ofEtl)))
  await router.navigate({ to: '/app/onbreak' })
  const others = ['onbreak board', 'onbreak types', 'config']
  const all = ['onbreak mine', ...others]
  await waitFor(async () => expect(await keptOf(ann.id)).toEqual(expect.arrayContaining(all)))

  await changeRights(ann, { access_onbreak: false, access_etl: false })
  await waitFor(async () => expect((await keptOf(ann.id)).filter(beginsWith('etl'))).toEqual([]))
  expect(heldNow().filter(beginsWith('etl'))).toEqual([])
  const left = await keptOf(ann.id)
  expect(left).not.toContain('onbreak mine')
  // The board is also for whoever edits other people's status.
  expect(left).toEqual(expect.arrayContaining(others))
  expect(screen.getByRole('heading', { level: 1, name: 'On Break' })).toBeVisible()
})

test('what a closed page could not delete goes at the next launch', async () => {
  const ann = await portal().addUser({ flags: { access_etl: true } })
  const { leave } = await openKept('/app/etl', ann)
  await waitFor(async () => expect(await keptOf(ann.id)).toContain('etl summary'))
  const mark = `portal.rights-changed:${ann.id}`
  const { token } = await portal().addUser({ isAdmin: true })
  await portal().call(updatePermissions, { as: token, params: { id: ann.id }, body: { access_etl: false } })
  leave()
  session.set(await sessionOf(portal(), ann))
  localStorage.setItem(mark, '')
  expect(await keptOf(ann.id)).toContain('etl summary')
  await openKept('/', ann)
  await waitFor(async () => expect((await keptOf(ann.id)).filter(beginsWith('etl'))).toEqual([]))
  await waitFor(() => expect(localStorage.getItem(mark)).toBeNull())
})

test('every query on the device that not everybody may read is under a prefix, and each prefix is one of a query', () => {
  const keys = [
    ...[board, myBreak, breakOf(7), displays],
    ...[checklists.incomplete, checklists.done, checklists.tasks(7), todos.all],
    ...[etl.recentRuns.query, etl.failedRuns.query, etl.summary, etl.dataSources, etl.tables, etl.late],
    ...[mood.openPeriods, mood.allPeriods, mood.colleagues, mood.trends('moodAdmin')],
    ...[report({ from: '2026-03-01', to: '2026-03-31' }), analytics, videos],
  ].map(({ queryKey }) => queryKey as readonly unknown[])
  const prefixes = READERS.map(([prefix]) => prefix)
  expect(keys.filter((key) => !prefixes.some((prefix) => partialMatchKey(key, prefix)))).toEqual([])
  expect(prefixes.filter((prefix) => !keys.some((key) => partialMatchKey(key, prefix)))).toEqual([])
})
