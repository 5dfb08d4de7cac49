/** Taps on the board as people do: the next tap comes once the screen shows the last one. */
import { expect, type Page } from '@playwright/test'

export const updateButton = (page: Page) => page.getByRole('button', { name: 'Update' })
export const backButton = (page: Page) => page.getByRole('button', { name: "I'm Back" })

export const isChange = (method: string, path: string) => method === 'PUT' && path.startsWith('/api/onbreak/update')

/** Timeout for a button or field that is on the screen. It may vanish if somebody else changes the status meanwhile. */
const AT_HAND = { timeout: 10_000 }

/** Leaves with this message, or comes back. Resolves once the screen shows it, which promises that the change is kept. */
export async function tap(page: Page, message: string): Promise<'away' | 'back'> {
  await expect(updateButton(page).or(backButton(page))).toBeVisible()
  const isAway = await backButton(page).isVisible()
  const [now, next] = isAway ? [backButton(page), updateButton(page)] : [updateButton(page), backButton(page)]
  try {
    if (!isAway) await page.getByLabel('Message').fill(message, AT_HAND)
    await now.click(AT_HAND)
  } catch (error) {
    if (await now.isVisible()) throw error
    return tap(page, message)
  }
  await expect(next).toBeVisible()
  return isAway ? 'back' : 'away'
}
