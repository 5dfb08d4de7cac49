/**
 * The portal at an address without https, such as `http://192.168.1.20:8000`: browsers give it no service worker, no
 * locks, no clipboard and no `crypto.randomUUID`.
 */
import type { BrowserContext } from '@playwright/test'
import { browserArgs, findShell } from '../../scripts/find-browser.mjs'
import { ADMIN, expect, type Portal, test } from './fixtures.ts'

const HOST = 'portal.test'

// Only `localhost` and its numbers count as secure without https.
test.use({
  launchOptions: {
    executablePath: findShell(),
    args: [...browserArgs, `--host-resolver-rules=MAP ${HOST} 127.0.0.1`],
  },
})

/** Signs in and opens this screen. */
async function open(context: BrowserContext, { url }: Portal, path: string, who: { email: string; password: string }) {
  const page = await context.newPage()
  await page.goto(`http://${HOST}:${new URL(url).port}${path}`)
  expect(await page.evaluate(() => window.isSecureContext)).toBe(false)
  await page.getByLabel('Email').fill(who.email)
  await page.getByLabel('Password').fill(who.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  return page
}

test('without https, changes made in two tabs without a line are applied in order, once each', async ({
  context,
  portal,
  whileOffline,
}) => {
  const person = await portal.addPerson({ name: 'Ann Plain', rights: { access_onbreak: true } })
  const dialogs = context.waitForEvent('response', (response) => response.url().includes('/assets/dialogs-'))
  const page = await open(context, portal, '/app/onbreak', person)
  // Loaded once the page is quiet: without a service worker it could not be loaded later.
  await (await dialogs).finished()
  await page.getByLabel('Message').fill('Under the bridge')
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.getByRole('button', { name: 'Update' })).toBeEnabled()
  // Without locks both tabs send each change, under one key: the server tells which answers are repeats.
  const applied: { status: boolean }[] = []
  context.on('response', (response) => {
    const { 'idempotency-key': key } = response.request().headers()
    if (key && !response.headers()['idempotency-replayed']) applied.push(response.request().postDataJSON())
  })
  await whileOffline(page, async () => {
    await page.getByRole('button', { name: 'Update' }).click()
    await other.getByRole('button', { name: "I'm Back" }).click()
    await page.getByRole('button', { name: /^Offline since .* waiting$/ }).click()
    const tray = page.getByRole('dialog', { name: 'Your changes' })
    await expect(tray.getByText(/^Keep this page open\. At an address that does not begin with https/)).toBeVisible()
  })
  await expect(page.getByText('Connected. Everything is saved.')).toBeVisible({ timeout: 30_000 })
  expect(applied.map(({ status }) => status)).toEqual([false, true])
})

test('without https, a new key is copied', async ({ context, portal }) => {
  const page = await open(context, portal, '/app/etl?tab=keys', ADMIN)
  await page.getByLabel('Name').fill('Airflow')
  await page.getByRole('button', { name: 'Create Key' }).click()
  const key = await page.getByLabel('The key for Airflow').inputValue()
  await page.getByRole('button', { name: 'Copy key' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByLabel('Name').press('Control+V')
  await expect(page.getByLabel('Name')).toHaveValue(key)
})
