/** Window titles: each of many open windows is named by its subject. */
import { screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { openPage, withPortal } from '#tests/page.tsx'
import type { TestUser } from '#tests/portal.ts'

const { portal } = withPortal()
let boss: TestUser
beforeAll(async () => {
  boss = await portal().addUser({ name: 'Ann Boss', isAdmin: true, flags: { mood_admin: true, access_mood: true } })
})

test.each([
  ['/', 'Our Apps · Foyer'],
  ['/app/etl', 'ETL Viewer · Foyer'],
  ['/app/etl?tab=drill-down', 'Drill Down · ETL Viewer · Foyer'],
  ['/app/etl?tab=failed', 'Failed Steps · ETL Viewer · Foyer'],
  ['/app/etl?tab=keys', 'Keys · ETL Viewer · Foyer'],
  ['/app/mood-report', 'Mood Report · Foyer'],
  ['/app/mood-report?view=all', 'All Reports · Mood Report · Foyer'],
  ['/frontend-admin/user/12345678/edit', 'Edit User · Foyer'],
])('%s is “%s”', async (path, title) => {
  await openPage(path, { portal: portal(), as: boss })
  await waitFor(() => expect(document.title).toBe(title))
})

test('an edit page says whose it is, and the next screen nothing of it', async () => {
  const { router } = await openPage(`/frontend-admin/user/${boss.id}/edit`, { portal: portal(), as: boss })
  await waitFor(() => expect(document.title).toBe('Ann Boss · Edit User · Foyer'))
  await router.navigate({ to: '/frontend-admin/userlist' })
  await screen.findByRole('heading', { level: 1, name: 'Users' })
  await waitFor(() => expect(document.title).toBe('Users · Foyer'))
})
