/** Code that loads after its screen is shown as soon as it arrives: neither React nor the router delays it. */
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

for (const { lost, does } of [
  { lost: 1, does: 'opens anew by itself' },
  { lost: Number.POSITIVE_INFINITY, does: 'is not asked for without end, and says what to do' },
])
  test(`a launch of which a file is lost ${lost === 1 ? 'once' : 'always'} ${does}`, async ({ browser, portal }) => {
    const context = await browser.newContext({ baseURL: portal.url, serviceWorkers: 'block' })
    const page = await context.newPage()
    let left = lost
    await page.route('**/assets/react-*.js', (route) =>
      left-- > 0 ? route.abort('connectionreset') : route.continue(),
    )
    let opened = 0
    page.on('request', (request) => request.isNavigationRequest() && opened++)
    await page.goto('/')
    const shown = lost === 1 ? page.getByRole('button', { name: 'Sign In' }) : page.getByText('Still opening')
    await expect(shown).toBeVisible({ timeout: 30_000 })
    expect(opened).toBe(2)
    await context.close()
  })
