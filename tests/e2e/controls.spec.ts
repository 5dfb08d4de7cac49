/** Controls work when found by their name and pressed anywhere: headers, radio buttons, checkboxes, fields with a list. */
import { createTodo, startOnboarding } from '#contract/apps/checklist.ts'
import { expect, test } from './fixtures.ts'
import { ADMIN } from './portal-process.ts'

test('a header sorts wherever it is pressed', async ({ as, portal }) => {
  await portal.addPerson({ name: 'Aaron Aa' })
  const { page } = await as('admin')
  await page.goto('/frontend-admin/userlist')
  const header = page.getByRole('columnheader', { name: 'NAME' })
  const { width = 0, height = 0 } = (await header.boundingBox()) ?? {}
  for (const [x, direction] of [
    [width / 2, 'ascending'],
    [width - 4, 'descending'],
  ] as const) {
    await header.click({ position: { x, y: height / 2 } })
    await expect(header).toHaveAttribute('aria-sort', direction)
  }
})

test('a filter is chosen by its radio button, and by its label', async ({ as }) => {
  const { page } = await as('admin')
  await page.goto('/frontend-admin/userlist')
  await page.getByRole('radio', { name: 'Deactivated' }).check()
  await expect(page).toHaveURL(/show=deactivated/)
  await page.getByText('All', { exact: true }).click()
  await expect(page.getByRole('radio', { name: 'All' })).toBeChecked()
})

test('a break type is chosen by its radio button, and by its label', async ({ as }) => {
  const { page } = await as('staff')
  await page.goto('/app/onbreak')
  await page.getByRole('radio', { name: 'Break' }).check()
  await page.getByText('Lunch', { exact: true }).first().click()
  await expect(page.getByRole('radio', { name: 'Lunch' })).toBeChecked()
})

test('a task’s checkbox is checked as soon as it was pressed', async ({ as, portal }) => {
  const { token } = await portal.signIn(ADMIN)
  const body = { empType: 'Everyone', customMessage: 'Badge', moreInfo: 'At the desk', isOffboarding: false }
  await portal.call(createTodo, { as: token, body })
  const { id } = await portal.addPerson()
  await portal.call(startOnboarding, { as: token, params: { id } })
  const { page } = await as('admin')
  await page.goto(`/app/onboarding/${id}`)
  await page.getByRole('checkbox', { name: 'Badge' }).check()
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', /^1 of \d+ tasks done$/)
})

test('a label names one field, whose list is there once it is opened', async ({ as, portal }) => {
  const { id } = await portal.addPerson({ name: 'Zoe Zz' })
  const { page } = await as('admin')
  await page.goto(`/frontend-admin/user/${id}/edit`)
  await page.getByLabel('Department', { exact: true }).click()
  await page.getByRole('option', { name: 'No department' }).click()
  await page.goto('/app/onboarding/old-user')
  await page.getByLabel('Employee', { exact: true }).fill('zoe zz')
  await expect(page.getByRole('option', { name: /^Zoe Zz/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Employee' })).toHaveValue(/^Zoe Zz/)
})

test('text typed into the home’s search as it appears stays', async ({ as }) => {
  const { page } = await as('admin')
  await page.addInitScript(() => {
    // Types in the very task in which the field is inserted, before the browser paints it.
    const seen = new MutationObserver(() => {
      const field = document.querySelector<HTMLInputElement>('input[placeholder="App Name"]')
      if (!field) return
      seen.disconnect()
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'break')
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
    seen.observe(document, { childList: true, subtree: true })
  })
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Mood Report' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'On Break' })).toBeVisible()
  await expect(page.getByPlaceholder('App Name')).toHaveValue('break')
})

test('a question is modal: what is behind it is out of reach until it is answered', async ({ as, portal }) => {
  await portal.addPerson({ name: 'Aaron Ab' })
  const { page } = await as('admin')
  await page.goto('/frontend-admin/userlist')
  const row = page.getByRole('button', { name: 'Delete Aaron Ab' })
  await row.click()
  await expect(page.getByRole('dialog', { name: 'Aaron Ab' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(row).toBeFocused()
  await row.click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('The user was deleted.')).toBeVisible()
  await expect(page.getByText('Aaron Ab')).toHaveCount(0)
})

test('a link with the role of a button is pressed by Space too', async ({ as }) => {
  const { page } = await as('admin')
  await page.goto('/frontend-admin/userlist')
  await page.getByRole('button', { name: 'New User' }).press('Space')
  await expect(page).toHaveURL('/app/onboarding/new-user')
})
