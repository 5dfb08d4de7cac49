/** The ETL viewer in a real browser: what a reader sees, who is sent away, and an error that is resolved offline. */
import type { Locator, Page } from '@playwright/test'
import { createApiKey, listFailedRuns, postLineage } from '#contract/apps/etl.ts'
import { type LineageEvent, lineageEvent } from '../lineage-event.ts'
import { ADMIN, expect, expectControlled, expectNoAxeViolations, type Portal, test } from './fixtures.ts'

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

/** Posts these lineage events; returns the token of an admin, who may read the runs. */
async function report(portal: Portal, events: readonly LineageEvent[]): Promise<string> {
  const { token } = await portal.signIn(ADMIN)
  const { key } = await portal.call(createApiKey, { as: token, body: { name: 'A tool' } })
  await portal.call(postLineage, { as: key, body: events.map((event) => lineageEvent(event)) })
  return token
}

const rowOf = (page: Page, task: string) => page.getByRole('row').filter({ hasText: task })

test('a reader sees every tab, and new runs appear by themselves', async ({ as, portal }) => {
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
  await expect(rowOf(page, 'came by itself')).toBeVisible()

  await page.getByRole('tab', { name: /^Drill Down/ }).click()
  await page.getByRole('button', { name: 'View seen' }).click()
  await expect(page.getByRole('region', { name: 'Steps' })).toContainText('clean seen')
  await expectNoAxeViolations(page)

  await page.getByRole('tab', { name: 'Failed Steps' }).click()
  await page.getByRole('button', { name: 'Reason of clean seen: Disk full' }).click()
  await expect(page.getByRole('dialog', { name: 'clean seen' })).toContainText('Disk full')
  await expectNoAxeViolations(page)
})

test('the printed chart has every day of the week, however wide the screen is', async ({ as, portal }) => {
  await report(portal, [{ source: 'printed', job: 'load printed', time: minutesAgo(1) }])
  const { page } = await as('analyst')
  await page.setViewportSize({ width: 1_900, height: 900 })
  await page.goto('/app/etl')
  const bars = page.locator('figure .recharts-surface')
  await expect(bars).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  // A browser lays out paper without an event on which the page could redraw its bars.
  const width = await bars.evaluate((drawn) => {
    const figure = drawn.closest('figure')
    if (figure) figure.style.width = '500px'
    return drawn.getBoundingClientRect().width
  })
  expect(width).toBe(500)
})

test('people without access are sent home', async ({ as }) => {
  const { page } = await as('staff')
  await page.goto('/app/etl')
  await expect(page.getByRole('heading', { name: 'Our Apps' })).toBeVisible()
})

test('an error resolved offline stays resolved over a reload, and is sent once', async ({
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

const leftOf = async (thing: Locator) => (await thing.boundingBox())?.x ?? Number.NaN
const rightOf = async (thing: Locator) => {
  const { x = Number.NaN, width = 0 } = (await thing.boundingBox()) ?? {}
  return x + width
}

const LONG = {
  source: 'spark-lake',
  job: 'clickstream.execute_insert_into_hadoop_fs_relation_command.sessions',
  outputs: ['warehouse.raw.exchange_rates'],
}

test('on a tablet a failed step shows its reason beside the button, and its source and table under the task', async ({
  as,
  portal,
}) => {
  const error = 'java.io.FileNotFoundException: No such file or directory'
  await report(portal, [
    { ...LONG, time: minutesAgo(7), type: 'FAIL', error },
    { ...LONG, job: 'newer', outputs: ['zones'], time: minutesAgo(6), type: 'FAIL', error },
  ])
  const { page } = await as('analyst')
  const row = rowOf(page, LONG.job)
  const reason = row.getByRole('button', { name: /^Reason of/ })
  for (const width of [700, 768, 1000]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/app/etl?tab=failed')
    await expect(row).toContainText('spark-lake')
    await expect(row).toContainText('warehouse.raw.exchange_rates')
    expect(await rightOf(reason)).toBeLessThanOrEqual(
      await leftOf(row.getByRole('cell').filter({ has: page.getByRole('button', { name: 'Error Resolved' }) })),
    )
    expect(await reason.evaluate(({ clientWidth }) => clientWidth)).toBeGreaterThan(120)
  }
  // Sorted by a column that is hidden at this width; the older run comes first.
  await page.goto('/app/etl?tab=failed&sort=table&q=spark')
  await expect(page.getByRole('row').filter({ hasText: 'spark-lake' })).toContainText([LONG.job, 'newer'])
})

test('on a phone all checkboxes are aligned, and a run says when and where it ran', async ({ as, portal }) => {
  await report(portal, [
    { ...LONG, job: 'one', time: minutesAgo(4), type: 'FAIL', error: 'Disk full' },
    { ...LONG, job: 'another', time: minutesAgo(5), type: 'FAIL', error: 'Disk full' },
  ])
  const { page } = await as('analyst')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/app/etl?tab=failed')
  const all = await leftOf(page.getByRole('checkbox', { name: 'Select all' }))
  expect(await leftOf(page.getByRole('checkbox', { name: /^Select another/ }))).toBe(all)
  await page.goto('/app/etl')
  const place = rowOf(page, 'another').getByText('· spark-lake ·')
  await expect(place).toBeVisible()
  expect(await place.evaluate((words) => words.scrollWidth <= words.clientWidth)).toBe(true)
})
