/** Whoever set larger letters in the browser gets them everywhere, and reads on without scrolling sideways (WCAG 1.4.4). */
import { expect, test } from './fixtures.ts'

/** Twice what a browser has at first. */
const LARGE = { standard: 32, fixed: 26 }
const PATHS = [
  '/',
  '/profile',
  '/versions',
  '/frontend-admin/userlist',
  '/app/onbreak',
  '/app/onboarding',
  '/app/etl',
  '/app/reporting', // which the admin may not open: the sentence and the way on
]

test('letters twice as large fit a phone', async ({ as }) => {
  const { page } = await as('admin')
  await page.setViewportSize({ width: 390, height: 844 })
  const devtools = await page.context().newCDPSession(page)
  const sizeOf = () => page.locator('h1').evaluate((heading) => getComputedStyle(heading).fontSize)
  await page.goto('/')
  expect(await sizeOf()).toBe('28px')
  await devtools.send('Page.setFontSizes', { fontSizes: LARGE })
  for (const path of PATHS) {
    await page.goto(path)
    await expect(page.locator('h1')).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    expect(await sizeOf()).toBe('56px')
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect([path, beyond]).toEqual([path, 0])
  }
})
