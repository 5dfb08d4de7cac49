/** Code that comes after its screen: shown as soon as it is there. Neither React nor the router holds it back. */
import { expect, test } from './fixtures.ts'

/** What is held back for a while in such a page is held back for ever; the router says after 200 ms that it waits. */
function holdBackForEver(): void {
  const later = window.setTimeout
  window.setTimeout = ((run: () => void, delay = 0) =>
    delay > 200 && delay < 1_000 ? 0 : later(run, delay)) as typeof later
}

test('what comes a moment after its screen waits for nothing but its code', async ({ as }) => {
  const { page } = await as('admin')
  await page.addInitScript(holdBackForEver)
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible()
  await page.getByRole('button', { name: 'Admin' }).click()
  await expect(page.getByRole('menuitem', { name: 'Users' })).toBeVisible()
})

test('a screen that is waited for long enough to be told so comes as soon as its code does', async ({ as }) => {
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
