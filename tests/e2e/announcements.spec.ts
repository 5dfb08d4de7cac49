/** Announcements to screen readers that only a browser can trigger. */
import { expect, test } from './fixtures.ts'

test('closing quick find, which empties its field, announces no other results', async ({ as }) => {
  const { page, person } = await as('admin')
  await page.goto('/app/onbreak')
  await page.getByRole('button', { name: 'Quick find' }).click()
  const dialog = page.getByRole('dialog')
  await page.getByRole('searchbox', { name: 'Quick find' }).fill(person.name)
  const chosen = `${person.name}, Available`
  await expect(dialog.getByRole('status').filter({ hasText: chosen })).toHaveCount(1)
  await page.evaluate(() => {
    const said: string[] = []
    const look = () => document.querySelectorAll('[role="dialog"] [role="status"]')
    new MutationObserver(() => said.push(...[...look()].map((place) => place.textContent ?? ''))).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
    })
    Object.assign(window, { said })
  })
  // Escape also empties the field.
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  const said = await page.evaluate(() => (window as unknown as { said: string[] }).said)
  expect(said.filter((words) => !['', '1 found', chosen].includes(words))).toEqual([])
})
