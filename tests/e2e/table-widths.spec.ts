/** How a table shares its width between what it lists: only a browser can measure it. */
import type { Locator } from '@playwright/test'
import { register } from '#contract/apps/accounts.ts'
import { expect, test } from './fixtures.ts'

const NAME = 'MAXIMILIAN'.repeat(9)
const EMAIL = 'maximilian.ebbinghaus@foyer.example'

const linesOf = (words: Locator) =>
  words.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return range.getClientRects().length
  })

test('beside a name that knows no break an e-mail stays on one line, and the name wraps', async ({ as, portal }) => {
  await portal.call(register, { body: { name: NAME, email: EMAIL, password: 'a-long-pass-phrase' } })
  const { page } = await as('admin')
  for (const width of [1280, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/frontend-admin/userlist')
    const row = page.getByRole('row').filter({ hasText: EMAIL })
    await expect(row).toBeVisible()
    expect(await linesOf(row.getByText(EMAIL))).toBe(1)
    expect(await linesOf(row.getByText(NAME))).toBeGreaterThan(1)
  }
})
