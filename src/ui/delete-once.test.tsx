/** On a slow connection people press again, not knowing that the request is under way: it must not be sent twice. */
import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { expect, test } from 'vitest'
import { createApplication, updateApplication } from '#contract/apps/applications.ts'
import { createDepartment } from '#contract/apps/checklist.ts'
import { createApiKey, postLineage, setExpectation } from '#contract/apps/etl.ts'
import { createVersion, updateVersion } from '#contract/apps/versions.ts'
import { createVideo } from '#contract/apps/videos.ts'
import { lineageEvent } from '#tests/lineage-event.ts'
import { holdRequests, openPage, withPortal } from '#tests/page.tsx'

const { portal } = withPortal()

const making = {
  user: (_as: string) => portal().addUser({ name: 'Ann Leaving' }),
  async version(as: string) {
    const { body } = await portal().call(createVersion, { as })
    await portal().call(updateVersion, { as, params: { id: body._id }, body: { title: 'March', text: '<p>So</p>' } })
  },
  video: (as: string) =>
    portal().call(createVideo, { as, body: { title: 'A tour', description: '', url: 'https://videos.example/a' } }),
  key: (as: string) => portal().call(createApiKey, { as, body: { name: 'Airflow' } }),
  async expectation(as: string) {
    const { key } = (await portal().call(createApiKey, { as, body: { name: 'dbt' } })).body
    await portal().call(postLineage, { as: key, body: lineageEvent({ source: 'crm', job: 'sync' }) })
    const body = { dataSource: 'crm', taskName: 'sync', everyMinutes: 60, graceMinutes: 0 }
    await portal().call(setExpectation, { as, body })
  },
  async application(as: string) {
    const { _id } = (await portal().call(createApplication, { as })).body
    const body = { name: 'Cafeteria', urlslug: 'cafeteria', image: '', category: '', description: '' }
    await portal().call(updateApplication, { as, params: { id: _id }, body })
  },
  department: (as: string) => portal().call(createDepartment, { as, body: { empType: 'Night Shift' } }),
}

test.each([
  ['user', '/frontend-admin/userlist', 'Delete', 'Ann Leaving'],
  ['version', '/versions', 'Delete', 'March'],
  ['video', '/app/vid', 'Delete', 'A tour'],
  ['key', '/app/etl?tab=keys', 'Revoke', 'Airflow'],
  ['expectation', '/app/etl?tab=keys', 'Remove', 'crm · sync'],
  ['application', '/frontend-admin/applicationlist', 'Delete', 'Cafeteria'],
  ['department', '/app/onboarding/departments', 'Delete', 'Night Shift'],
] as const)('on a slow line a deletion is asked for once: %s', async (thing, path, action, name) => {
  const boss = await portal().addUser({ isAdmin: true })
  await making[thing](boss.token)
  const line = holdRequests(http.delete, '*/api/*')
  const { user } = await openPage(path, { portal: portal(), as: boss })
  const button = await screen.findByRole('button', { name: `${action} ${name}` })
  await user.click(button)
  await user.click(within(await screen.findByRole('dialog', { name })).getByRole('button', { name: action }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(line.calls()).toBe(1))
  expect(button).toHaveAttribute('aria-disabled', 'true')
  await user.click(button)
  expect(screen.queryByRole('dialog')).toBeNull()
  line.release()
  await waitFor(() => expect(screen.queryByRole('button', { name: `${action} ${name}` })).toBeNull())
  expect(screen.queryByRole('alert')).toBeNull()
  expect(line.calls()).toBe(1)
})
