/** Release notes: what the editor makes, what staff read, and that the content policy refuses nothing of it. */
import type { Page } from '@playwright/test'
import { createVersion, listVersions, updateVersion } from '#contract/apps/versions.ts'
import { ADMIN, expect, expectControlled, expectNoAxeViolations, test } from './fixtures.ts'
import { everythingKept } from './outbox-rows.ts'

/** Records what the content policy refuses on the page from its next load on; returns a reader of it. */
async function policyReports(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { policyReports: seen })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
      seen.push(`${violatedDirective} ${blockedURI} ${sourceFile}`),
    )
  })
  return () => page.evaluate(() => (window as unknown as { policyReports: string[] }).policyReports)
}

const editor = (page: Page) => page.getByRole('textbox', { name: 'Details' })

async function beginNote(page: Page): Promise<void> {
  await page.goto('/versions')
  await page.getByRole('button', { name: 'New Version' }).click()
}

test('an admin writes a note with bold and a link, staff read it', async ({ as }) => {
  const { page } = await as('admin')
  const reports = await policyReports(page)
  await beginNote(page)
  await page.getByRole('textbox', { name: 'Title' }).fill('The board has a wall')
  await editor(page).click()
  await page.keyboard.type('Now ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('loud')
  await page.keyboard.press('Control+b')
  await page.keyboard.type(' and here')
  for (let letter = 0; letter < 4; letter++) await page.keyboard.press('Shift+ArrowLeft')
  // In the editor Control+K makes a link; elsewhere it opens quick find.
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('https://example.com/').fill('example.org/wall')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Quick find' })).toBeHidden()
  const { height } = (await page.locator('.ProseMirror').locator('..').boundingBox()) ?? {}
  expect(Math.round(height ?? 0)).toBe(300)
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL('/versions')
  await expect(page.getByText('Now loud and here')).toBeVisible()
  expect(await reports()).toEqual([])

  const staff = (await as('staff')).page
  const staffReports = await policyReports(staff)
  await staff.goto('/')
  await staff.getByRole('link', { name: 'Release notes: something new' }).click()
  await expect(staff.getByRole('button', { name: /^The board has a wall/ })).toHaveAttribute('aria-expanded', 'true')
  await expect(staff.locator('strong', { hasText: 'loud' })).toBeVisible()
  const link = staff.getByRole('link', { name: 'here' })
  await expect(link).toHaveAttribute('href', 'https://example.org/wall')
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow')
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(staff.getByRole('link', { name: 'Release notes', exact: true })).toBeVisible()
  await staff.mouse.move(0, 400)
  await expect(staff.getByRole('tooltip')).toBeHidden()
  await expectNoAxeViolations(staff)
  expect(await staffReports()).toEqual([])
  await staff.goto('/version/1/edit')
  await expect(staff).toHaveURL('/')
})

test('a list from Word is pasted as a list, and the editor says that its picture is not kept', async ({ as }) => {
  const { page } = await as('admin')
  await beginNote(page)
  await editor(page).click()
  await editor(page).evaluate((field) => {
    const item = (text: string) =>
      `<p style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·&nbsp;&nbsp;</span>${text}</p>`
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', `${item('First')}${item('Second')}<p><img src="file:///C:/one.png"></p>`)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(editor(page).getByRole('listitem')).toHaveText(['First', 'Second'])
  await expect(page.getByText('Images cannot be stored here. Add a link to one instead.')).toBeVisible()
})

test('cells of a spreadsheet are pasted as text, and nothing is said of the picture that comes beside them', async ({
  as,
}) => {
  const { page } = await as('admin')
  await beginNote(page)
  await editor(page).click()
  await editor(page).evaluate((field) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', '<table><tr><td>Ann</td><td>3</td></tr></table>')
    clipboardData.items.add(new File(['…'], 'image.png', { type: 'image/png' }))
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(editor(page).getByText('Ann | 3')).toBeVisible()
  await expect(page.getByText('Pictures are not kept here.')).toBeHidden()
})

test('the field for a link’s address fits the narrowest screen, and the focus comes back', async ({ as }) => {
  const { page } = await as('admin')
  await page.setViewportSize({ width: 320, height: 640 })
  await beginNote(page)
  const opener = page.getByRole('button', { name: 'Link', exact: true })
  await opener.press('Enter')
  await expect(page.getByRole('button', { name: 'Save', exact: true }).last()).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(page.getByPlaceholder('https://example.com/')).toBeHidden()
  await expect(opener).toBeFocused()
})

test('the editor says that an address is not kept as a link, until one is', async ({ as }) => {
  const { page } = await as('admin')
  await beginNote(page)
  await editor(page).fill('The files')
  const linkTo = async (address: string) => {
    await editor(page).press('Control+a')
    await page.getByRole('button', { name: 'Link', exact: true }).click()
    await page.getByPlaceholder('https://example.com/').fill(address)
    await page.keyboard.press('Enter')
  }
  const refusal = page.getByText('“ftp://files.example.com” is not kept as a link')
  await linkTo('ftp://files.example.com')
  await expect(refusal).toBeVisible()
  await expect(editor(page).getByRole('link')).toHaveCount(0)
  await linkTo('files.example.com')
  await expect(editor(page).getByRole('link')).toHaveAttribute('href', 'https://files.example.com')
  await expect(refusal).toBeHidden()
})

test('the editor says of pasted text, too, which address is not kept as a link', async ({ as }) => {
  const { page } = await as('admin')
  await beginNote(page)
  await editor(page).click()
  await editor(page).evaluate((field) => {
    const clipboardData = new DataTransfer()
    const links = ['https://example.com', '#note', 'file://server/share/plan.docx'].map(
      (to) => `<a href="${to}">to</a>`,
    )
    clipboardData.setData('text/html', `<p>${links.join(' ')}</p>`)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(editor(page).getByRole('link')).toHaveCount(1)
  await expect(page.getByText('“file://server/share/plan.docx” is not kept as a link')).toBeVisible()
})

test('the editor opens without a network after one visit, and keeps what is written until it can be saved', async ({
  as,
  portal,
  whileOffline,
}) => {
  const { token } = await portal.signIn(ADMIN)
  const { _id: id } = await portal.call(createVersion, { as: token })
  await portal.call(updateVersion, { as: token, params: { id }, body: { title: 'April', text: '<p>Showers</p>' } })
  const { page } = await as('admin')
  await page.goto('/')
  await expectControlled(page)
  await page.goto(`/version/${id}/edit`)
  await expect(editor(page)).toHaveText('Showers')
  // The answer is on disk a moment after it is on the screen.
  await expect.poll(() => everythingKept(page)).toContain('Showers')
  await whileOffline(page, async () => {
    await page.reload()
    await expect(editor(page)).toHaveText('Showers')
    await editor(page).click()
    await page.keyboard.press('End')
    await page.keyboard.type(' bring flowers')
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect(editor(page)).toHaveText('Showers bring flowers')
    await expect(page.getByText('This is what you wrote here and did not save.')).toBeVisible()
  })
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeEnabled({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL('/versions')
  await expect(page.getByText('Showers bring flowers')).toBeVisible()
  expect((await portal.call(listVersions, { as: token })).find(({ _id }) => _id === id)?.text).toBe(
    '<p>Showers bring flowers</p>',
  )
})

test('a note that another server did not sanitize does no harm', async ({ as }) => {
  const { page } = await as('staff')
  const text = `<p onclick="window.hit=1">Hi <img src=x onerror="window.hit=1"><script>window.hit=1</script>
    <a href="javascript:window.hit=1">bad</a> <a href="https://example.org">good</a>
    <math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.hit=1&gt;"></p>`
  await page.route('**/api/versions/all/', (route) =>
    route.fulfill({ json: [{ _id: 1, title: 'March', text, createdAt: '2026-03-05T12:00:00.000Z' }] }),
  )
  await page.goto('/versions')
  const link = page.getByRole('link', { name: 'good' })
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow')
  const html = await link.locator('xpath=ancestor::div[1]').innerHTML()
  expect(html).not.toMatch(/onclick|onerror|<img|<script|<math|<style|javascript:/)
  expect(await page.evaluate(() => (window as unknown as { hit?: number }).hit)).toBeUndefined()
})
