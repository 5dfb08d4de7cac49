/** Where the focus is after a button has done its work: a browser takes it from a button that is disabled meanwhile. */
import { createVersion } from '#contract/apps/versions.ts'
import { ADMIN, expect, test } from './fixtures.ts'

test('the focus stays on a form’s button, whether the form is refused or saved', async ({ as, page, portal }) => {
  const { email } = await portal.addPerson()
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('not the password')
  const signIn = page.getByRole('button', { name: 'Sign In' })
  await signIn.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Email or password is wrong.')
  await expect(signIn).toBeFocused()

  const { page: profile } = await as('staff')
  await profile.goto('/profile')
  await profile.getByLabel('Name').fill('Ann Newname')
  const update = profile.getByRole('region', { name: 'Account' }).getByRole('button', { name: 'Update' })
  await update.press('Enter')
  await expect(profile.getByText('Saved.', { exact: true }).first()).toBeVisible()
  await expect(update).toBeFocused()
})

test('the focus goes to the first wrong field when the server refuses a form', async ({ page, portal }) => {
  const { email } = await portal.addPerson()
  await page.goto('/register')
  await page.getByLabel('Name').fill('Grace Hopper')
  await page.getByLabel('Email Address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('compile it twice')
  await page.getByLabel('Confirm Password').fill('compile it twice')
  await page.getByRole('button', { name: 'Register' }).press('Enter')
  await expect(page.getByRole('alert')).toHaveText('This email address is taken.')
  await expect(page.getByLabel('Email Address')).toBeFocused()
})

test('on the board the focus moves to the control for the next step', async ({ as }) => {
  const { page } = await as('staff')
  await page.goto('/app/onbreak')
  const update = page.getByRole('button', { name: 'Update' })
  await page.getByRole('radio', { name: 'Lunch' }).check()
  await update.press('Enter')
  const back = page.getByRole('button', { name: "I'm Back" })
  await expect(back).toBeFocused()
  await page.getByRole('button', { name: 'Change type or message' }).press('Enter')
  await page.getByRole('radio', { name: 'Break' }).check()
  await update.press('Enter')
  await expect(back).toBeFocused()
  await back.press('Enter')
  await expect(page.getByRole('radio', { checked: true })).toBeFocused()
})

test('going back focuses the link that was followed, and saving focuses the link of the saved row', async ({
  as,
  portal,
}) => {
  await portal.addPerson({ name: 'Zoe Last', rights: { access_onbreak: true, isCEP: true } })
  const { page } = await as('admin')
  await page.goto('/app/onbreak')
  await page.getByRole('link', { name: 'Edit Zoe Last' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Zoe Last' })).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('link', { name: 'Edit Zoe Last' })).toBeFocused()

  await page.goto('/frontend-admin/userlist')
  await page.getByRole('link', { name: 'Edit Zoe Last' }).press('Enter')
  await page.getByRole('button', { name: 'Update', exact: true }).press('Enter')
  await expect(page.getByRole('link', { name: 'Edit Zoe Last' })).toBeFocused()
})

test('a form that closes once saved takes no keys while saving, and has the focus again if saving fails', async ({
  as,
  portal,
}) => {
  const { token } = await portal.signIn(ADMIN)
  const { _id: id } = await portal.call(createVersion, { as: token })
  const { page } = await as('admin')
  await page.goto(`/version/${id}/edit`)
  const title = page.getByRole('textbox', { name: 'Title' })
  await title.fill('April')
  await page.getByRole('textbox', { name: 'Details' }).fill('Showers')
  let letGo = () => {}
  const isLetGo = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let isAsked = false
  await page.route(`**/api/versions/${id}/`, async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback()
    isAsked = true
    await isLetGo
    await route.fulfill({ status: 500, json: {} })
  })
  // Pressing Enter by the locator would move the caret to the beginning.
  await title.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => isAsked).toBe(true)
  await page.keyboard.type(' in the end')
  await expect(title).toHaveValue('April')
  letGo()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(title).toBeFocused()
  await page.keyboard.type('!')
  await expect(title).toHaveValue('April!')
})
