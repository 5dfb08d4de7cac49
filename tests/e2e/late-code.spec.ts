/** Code that loads after its screen is shown as soon as it arrives: neither React nor the router delays it. */
import type { Browser } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** Drops timers between 200 ms and 1 s, so that what they delay never shows. The router's pending state (200 ms) does. */
function holdBackForEver(): void {
  const later = window.setTimeout
  window.setTimeout = ((run: () => void, delay = 0) =>
    delay > 200 && delay < 1_000 ? 0 : later(run, delay)) as typeof later
}

test('a part that loads after its screen waits for nothing but its code', async ({ as }) => {
  const { page } = await as('admin')
  await page.addInitScript(holdBackForEver)
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible()
  await page.getByRole('button', { name: 'Admin' }).click()
  await expect(page.getByRole('menuitem', { name: 'Users' })).toBeVisible()
})

test('a screen that shows as loading appears as soon as its code arrives', async ({ as }) => {
  const { page } = await as('staff')
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/assets/versions-*.js', async (route) => {
    await arrived
    await route.continue()
  })
  await page.addInitScript(holdBackForEver)
  await page.goto('/')
  const home = page.getByRole('heading', { name: 'Our Apps' })
  await expect(home).toBeVisible()
  await page.getByRole('link', { name: /^Release notes/ }).click()
  await expect(home).toBeHidden()
  arrive()
  await expect(page.getByRole('heading', { name: 'Versions', level: 1 })).toBeVisible()
})

/** Opens a page whose launch loses a file for the first `most` times. */
async function openWithout(browser: Browser, url: string, most: number) {
  const context = await browser.newContext({ baseURL: url, serviceWorkers: 'block' })
  const page = await context.newPage()
  let lost = 0
  await page.route('**/assets/react-*.js', (route) =>
    lost++ < most ? route.abort('connectionreset') : route.continue(),
  )
  let opened = 0
  page.on('request', (request) => request.isNavigationRequest() && opened++)
  await page.clock.install()
  await page.goto('/')
  return { page, opened: () => opened }
}

test('a launch that lost a file opens anew by itself', async ({ browser, portal }) => {
  const { page, opened } = await openWithout(browser, portal.url, 1)
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  expect(opened()).toBe(2)
  await page.context().close()
})

test('a launch that goes on losing a file says what to do, and opens anew once a minute if the portal answers', async ({
  browser,
  portal,
}) => {
  const { page, opened } = await openWithout(browser, portal.url, 3)
  await expect(page.getByText('Still opening')).toBeVisible({ timeout: 30_000 })
  expect(opened()).toBe(2)
  // Opened now, the page would become the browser's own, which opens nothing anew.
  await page.route('**/*', (route) => route.abort('connectionrefused'))
  const asked = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/health'))
  await page.clock.fastForward(60_000)
  await asked
  expect(opened()).toBe(2)
  await page.unroute('**/*')
  await page.clock.fastForward(2_000)
  await expect.poll(opened).toBe(3)
  await page.clock.fastForward(60_000)
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  expect(opened()).toBe(4)
  await page.context().close()
})
