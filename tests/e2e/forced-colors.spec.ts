/** Forced colours: graphics keep the portal's colours, and must be visible on the background that the device forces. */
import { createDepartment } from '#contract/apps/checklist.ts'
import { createApiKey, postLineage } from '#contract/apps/etl.ts'
import { lineageEvent } from '../lineage-event.ts'
import { ADMIN, expect, test } from './fixtures.ts'

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

test('with forced colours a question has an edge, and the word on the button that deletes is seen', async ({
  as,
  portal,
}) => {
  const { token } = await portal.signIn(ADMIN)
  await portal.call(createDepartment, { as: token, body: { empType: 'Archive' } })
  const { page } = await as('admin')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme })
    await page.goto('/app/onboarding/departments')
    await page.getByRole('button', { name: 'Delete Archive' }).click()
    const question = page.getByRole('dialog', { name: 'Archive' })
    const button = question.getByRole('button', { name: 'Delete' })
    await expect(button).toBeVisible()
    const { color, backgroundColor } = await button.evaluate((element) => {
      const { color, backgroundColor } = getComputedStyle(element)
      return { color, backgroundColor }
    })
    expect(color, colorScheme).not.toBe(backgroundColor)
    await expect(question).not.toHaveCSS('border-top-width', '0px')
  }
})

test('with forced colours what floats over the page has an edge', async ({ as, portal }) => {
  const { token } = await portal.signIn(ADMIN)
  const { key } = await portal.call(createApiKey, { as: token, body: { name: 'Nightly' } })
  const time = new Date(Date.now() - 60_000).toISOString()
  await portal.call(postLineage, { as: key, body: [lineageEvent({ job: 'load', type: 'FAIL', time })] })
  const { page } = await as('admin')
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light' })
  await page.goto('/app/etl?tab=failed')
  await page.getByRole('button', { name: 'Error Resolved' }).first().click()
  const notice = page.getByRole('status').filter({ hasText: '1 error is marked as resolved.' })
  await expect(notice).toHaveCSS('outline-style', 'solid')
  await expect(notice).toHaveCSS('outline-color', 'rgb(0, 0, 0)')
  await page.getByRole('link', { name: 'Profile' }).hover()
  await expect(page.locator('.mantine-Tooltip-tooltip')).not.toHaveCSS('border-top-width', '0px')
})
