/** Tapping on the board as people do: the next tap once the screen has followed the last one. */
import { expect, type Page } from '@playwright/test'

export const updateButton = (page: Page) => page.getByRole('button', { name: 'Update' })
export const backButton = (page: Page) => page.getByRole('button', { name: "I'm Back" })

export const isChange = (method: string, path: string) => method === 'PUT' && path.startsWith('/api/onbreak/update')

/** Leaves with this message, or comes back; settles once the screen shows it, which is the promise that it is safe. */
export async function tap(page: Page, message: string): Promise<'away' | 'back'> {
  await expect(updateButton(page).or(backButton(page))).toBeVisible()
  if (await backButton(page).isVisible()) {
    await backButton(page).click()
    await expect(updateButton(page)).toBeVisible()
    return 'back'
  }
  await page.getByLabel('Message').fill(message)
  await updateButton(page).click()
  await expect(backButton(page)).toBeVisible()
  return 'away'
}
