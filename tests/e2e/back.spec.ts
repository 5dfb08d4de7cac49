/** The back button where a dialog is open, and what of a screen goes to paper. */
import { expect, test } from './fixtures.ts'

const LIST = /\/frontend-admin\/userlist/

test('the back button closes what lies over the screen, and only then leads back', async ({ as, portal }) => {
  await portal.addPerson({ name: 'Zed' })
  const { page } = await as('admin')
  await page.goto('/')
  await page.getByRole('button', { name: 'Admin' }).click()
  await page.getByRole('menuitem', { name: 'Users' }).click()
  await expect(page).toHaveURL(LIST)
  for (const [opener, dialog] of [
    [/^Online/, 'Your changes'],
    [/^Quick find/, 'Quick find'],
    [/^Delete Zed/, 'Zed'],
  ] as const) {
    await page.getByRole('button', { name: opener }).first().click()
    const open = page.getByRole('dialog', { name: dialog })
    await expect(open).toBeVisible()
    await page.goBack()
    await expect(open).toBeHidden()
    await expect(page).toHaveURL(LIST)
    await expect(page.getByRole('table')).toBeVisible()
  }
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Our Apps' })).toBeVisible()
})

test('paper has no header', async ({ as }) => {
  const { page } = await as('staff')
  await page.goto('/versions')
  await expect(page.getByRole('banner')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'Versions' })).toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()
})
