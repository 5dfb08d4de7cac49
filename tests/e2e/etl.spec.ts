/** The ETL viewer in a real browser: what a reader sees, who is sent away, and an error that is resolved without a line. */
import type { Page } from '@playwright/test'
import { createApiKey, listFailedRuns, postLineage } from '#contract/apps/etl.ts'
import { type LineageEvent, lineageEvent } from '../lineage-event.ts'
import { ADMIN, expect, expectControlled, expectNoAxeViolations, type Portal, test } from './fixtures.ts'

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

/** Reports what ran; answers a session that may read it. */
async function report(portal: Portal, events: readonly LineageEvent[]): Promise<string> {
  const { token } = await portal.signIn(ADMIN)
  const { key } = await portal.call(createApiKey, { as: token, body: { name: 'A tool' } })
  await portal.call(postLineage, { as: key, body: events.map((event) => lineageEvent(event)) })
  return token
}

const rowOf = (page: Page, task: string) => page.getByRole('row').filter({ hasText: task })

test('each tab for a reader, and new runs by themselves', async ({ as, portal }) => {
  await report(portal, [
    { source: 'seen', job: 'load seen', outputs: ['orders'], time: minutesAgo(9) },
    { source: 'seen', job: 'clean seen', outputs: ['orders'], time: minutesAgo(8), type: 'FAIL', error: 'Disk full' },
  ])
  const { page } = await as('analyst')
  await page.goto('/app/etl')
  await expect(rowOf(page, 'load seen')).toContainText('Success')
  await expect(rowOf(page, 'clean seen')).toContainText('Failed')
  await expect(page.getByRole('region', { name: 'Past week' })).toContainText('%')
  await expect(page.locator('.recharts-bar-rectangle').filter({ visible: true }).first()).toBeVisible()
  await expectNoAxeViolations(page)
  await report(portal, [{ source: 'seen', job: 'came by itself', time: minutesAgo(0) }])
  await expect(rowOf(page, 'came by itself')).toBeVisible({ timeout: 9_000 })

  await page.getByRole('tab', { name: /^Drill Down/ }).click()
  await page.getByRole('button', { name: 'View seen' }).click()
  await expect(page.getByRole('region', { name: 'Steps' })).toContainText('clean seen')
  await expectNoAxeViolations(page)

  await page.getByRole('tab', { name: 'Failed Steps' }).click()
  await page.getByRole('button', { name: 'Reason of clean seen: Disk full' }).click()
  await expect(page.getByRole('dialog', { name: 'clean seen' })).toContainText('Disk full')
  await expectNoAxeViolations(page)
})

test('who may not read it goes home', async ({ as }) => {
  const { page } = await as('staff')
  await page.goto('/app/etl')
  await expect(page.getByRole('heading', { name: 'Our Apps' })).toBeVisible()
})

test('an error resolved without a line stays resolved over a reload, and is sent once', async ({
  as,
  portal,
  whileOffline,
}) => {
  const token = await report(portal, [{ source: 'cut', job: 'load cut', time: minutesAgo(5), type: 'FAIL' }])
  const { page } = await as('analyst')
  const sent: string[] = []
  page.context().on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.headers()['idempotency-key'] ?? '')
  })
  const isFixed = async () =>
    (await portal.call(listFailedRuns, { as: token })).find(({ taskName }) => taskName === 'load cut')?.isFixed
  await page.goto('/app/etl?tab=failed')
  await expect(rowOf(page, 'load cut')).toBeVisible()
  await expectControlled(page)
  await whileOffline(page, async () => {
    await rowOf(page, 'load cut').getByRole('button', { name: 'Error Resolved' }).click()
    await expect(rowOf(page, 'load cut')).toBeHidden()
    await page.reload()
    await page.getByRole('switch', { name: 'Show All (include amended errors)' }).click({ force: true })
    await expect(rowOf(page, 'load cut')).toContainText('Amended')
    await expect(rowOf(page, 'load cut')).toContainText('Waiting to be sent')
    expect(await isFixed()).toBe(false)
  })
  await expect.poll(isFixed, { timeout: 20_000 }).toBe(true)
  await expect(rowOf(page, 'load cut')).not.toContainText('Waiting')
  await expect(rowOf(page, 'load cut')).toContainText('Amended')
  expect(new Set(sent.filter(Boolean)).size).toBe(1)
})
