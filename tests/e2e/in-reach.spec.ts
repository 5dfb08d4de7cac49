/** What is pressed is in sight, and looks as if it may be: only a browser can tell. */
import { createDepartment } from '#contract/apps/checklist.ts'
import { createApiKey, postLineage } from '#contract/apps/etl.ts'
import { lineageEvent } from '#tests/lineage-event.ts'
import { expect, test } from './fixtures.ts'

test('what may be deleted looks so, and what may not does not', async ({ as, portal }) => {
  const { page, person } = await as('admin')
  const { token } = await portal.signIn(person)
  await portal.call(createDepartment, { as: token, body: { empType: 'To be deleted' } })
  await page.goto('/app/onboarding/departments')
  await expect(page.getByRole('button', { name: 'Delete To be deleted' })).toHaveCSS('opacity', '1')
  await page.goto('/frontend-admin/applicationlist')
  await expect(page.getByRole('button', { name: 'Delete On Break' })).toHaveCSS('opacity', '0.4')
})

test('the headers of a list stay under the page’s own', async ({ as, portal }) => {
  for (let count = 0; count < 20; count++) await portal.addPerson({})
  const { page } = await as('admin')
  await page.setViewportSize({ width: 1280, height: 500 })
  await page.goto('/frontend-admin/userlist')
  await page.getByRole('row').last().scrollIntoViewIfNeeded()
  await expect(page.getByRole('columnheader', { name: 'EMAIL' })).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'EMAIL' }).click()
  await expect(page.getByRole('columnheader', { name: 'EMAIL' })).toHaveAttribute('aria-sort', 'ascending')
})

test('an error can be resolved on a tablet', async ({ as, portal }) => {
  const { page, person } = await as('admin')
  const { token } = await portal.signIn(person)
  const { key } = await portal.call(createApiKey, { as: token, body: { name: 'Tablet' } })
  const job = 'clickstream.execute_insert_into_hadoop_fs_relation_command.sessions'
  await portal.call(postLineage, { as: key, body: lineageEvent({ job, type: 'FAIL' }) })
  await page.setViewportSize({ width: 820, height: 900 })
  await page.goto('/app/etl?tab=failed')
  await expect(page.getByRole('button', { name: 'Error Resolved' }).first()).toBeInViewport({ ratio: 1 })
})

test('a searchable menu is 300 px high at most, and 140 at least where there is less room', async ({ as, portal }) => {
  for (let count = 0; count < 12; count++) await portal.addPerson({})
  const { page } = await as('admin')
  const menu = page.getByRole('listbox')
  for (const [height, expected] of [
    [1_000, 300],
    [420, 140],
  ] as const) {
    await page.setViewportSize({ width: 800, height })
    await page.goto('/app/onboarding/old-user')
    const field = page.getByRole('combobox', { name: 'Employee' })
    await field.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    await field.click()
    await expect(menu).toBeVisible()
    await expect.poll(async () => (await menu.boundingBox())?.height, { message: `${height}` }).toBeLessThanOrEqual(300)
    const { height: shown = 0, y = 0 } = (await menu.boundingBox()) ?? {}
    expect(shown).toBeGreaterThanOrEqual(expected)
    expect(y + shown, `in sight at ${height}`).toBeLessThanOrEqual(height)
  }
})
