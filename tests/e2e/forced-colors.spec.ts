/** Forced colours: graphics keep the portal's colours, and must be visible on the background that the device forces. */
import { expect, test } from './fixtures.ts'

test('with forced colours graphics follow the device’s scheme, whatever the portal is set to', async ({ as }) => {
  const { page } = await as('staff')
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
  await page.addInitScript(() => localStorage.setItem('mantine-color-scheme-value', 'light'))
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  const [drawn, ground] = await page.evaluate(() => {
    const shape = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
    document.body.append(shape)
    const colourOf = (token: string) => {
      shape.style.fill = `var(${token})`
      return getComputedStyle(shape).fill
    }
    return [colourOf('--available'), colourOf('--card')]
  })
  expect(ground).toBe('rgb(0, 0, 0)')
  expect(drawn).toBe('rgb(76, 195, 138)')
})
