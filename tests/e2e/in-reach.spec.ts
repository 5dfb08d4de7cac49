/** Controls are in sight, large enough, and look enabled or disabled as they are: only a browser can tell. */
import type { Page } from '@playwright/test'
import { createDepartment, createTodo } from '#contract/apps/checklist.ts'
import { createApiKey, postLineage } from '#contract/apps/etl.ts'
import { getMyBreak } from '#contract/apps/onbreak.ts'
import { lineageEvent } from '#tests/lineage-event.ts'
import { expect, test } from './fixtures.ts'
import { openWalker } from './walk.ts'

test('a delete button looks enabled only where deleting is allowed', async ({ as, portal }) => {
  const { page, person } = await as('admin')
  const { token } = await portal.signIn(person)
  await portal.call(createDepartment, { as: token, body: { empType: 'To be deleted' } })
  await page.goto('/app/onboarding/departments')
  await expect(page.getByRole('button', { name: 'Delete To be deleted' })).toHaveCSS('opacity', '1')
  await page.goto('/frontend-admin/applicationlist')
  await expect(page.getByRole('button', { name: 'Delete On Break' })).toHaveCSS('opacity', '0.4')
})

/** How much brighter one of two colours is than the other (WCAG 2.2 “contrast ratio”). */
const contrast = (one: string, other: string) => {
  const [more = 0, less = 0] = [one, other]
    .map((colour) =>
      (colour.match(/[\d.]+/g) ?? [])
        .slice(0, 3)
        .map((part) => Number(part) / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
        .reduce((sum, part, index) => sum + part * ([0.2126, 0.7152, 0.0722][index] ?? 0), 0.05),
    )
    .sort((a, b) => b - a)
  return more / less
}

test('what can be pressed looks different under the pointer, in both schemes', async ({ as }) => {
  const { page } = await as('admin')
  const background = (element: Element) => getComputedStyle(element).backgroundColor
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto('/versions')
    const ground = await page.locator('body').evaluate(background)
    for (const name of ['Admin', 'Quick find', 'Online', 'Sign out']) {
      const button = page.getByRole('banner').getByRole('button', { name, exact: true })
      await button.hover()
      const contrastNow = async () => contrast(await button.evaluate(background), ground)
      await expect.poll(contrastNow, `${name}, ${colorScheme}`).toBeGreaterThan(1.15)
    }
    await page.goto('/frontend-admin/userlist')
    const header = page.getByRole('button', { name: 'EMAIL' })
    const colour = () => header.evaluate((element) => getComputedStyle(element).color)
    const before = await colour()
    await header.hover()
    await expect.poll(colour).not.toBe(before)
  }
})

test('the headers of a list stay in sight below the page’s header', async ({ as, portal }) => {
  for (let count = 0; count < 20; count++) await portal.addPerson({})
  const { page } = await as('admin')
  await page.setViewportSize({ width: 1280, height: 500 })
  await page.goto('/frontend-admin/userlist')
  await page.getByRole('row').last().scrollIntoViewIfNeeded()
  await expect(page.getByRole('columnheader', { name: 'EMAIL' })).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'EMAIL' }).click()
  await expect(page.getByRole('columnheader', { name: 'EMAIL' })).toHaveAttribute('aria-sort', 'ascending')
})

test('an error can be resolved on a tablet', async ({ as, portal }) => {
  const { page, person } = await as('admin')
  const { token } = await portal.signIn(person)
  const { key } = await portal.call(createApiKey, { as: token, body: { name: 'Tablet' } })
  const job = 'clickstream.execute_insert_into_hadoop_fs_relation_command.sessions'
  await portal.call(postLineage, { as: key, body: lineageEvent({ job, type: 'FAIL' }) })
  await page.setViewportSize({ width: 820, height: 900 })
  await page.goto('/app/etl?tab=failed')
  await expect(page.getByRole('button', { name: 'Error Resolved' }).first()).toBeInViewport({ ratio: 1 })
})

test('a searchable menu is 300 px high at most, and 140 at least where there is less room', async ({ as, portal }) => {
  for (let count = 0; count < 12; count++) await portal.addPerson({})
  const { page } = await as('admin')
  const menu = page.getByRole('listbox')
  for (const [height, expected] of [
    [1_000, 300],
    [420, 140],
  ] as const) {
    await page.setViewportSize({ width: 800, height })
    await page.goto('/app/onboarding/old-user')
    const field = page.getByRole('combobox', { name: 'Employee' })
    await field.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    await field.click()
    await expect(menu).toBeVisible()
    await expect(menu.getByRole('option').nth(12)).toBeAttached()
    await expect.poll(async () => (await menu.boundingBox())?.height, { message: `${height}` }).toBeLessThanOrEqual(300)
    const { height: shown = 0, y = 0 } = (await menu.boundingBox()) ?? {}
    expect(shown).toBeGreaterThanOrEqual(expected)
    expect(y + shown, `in sight at ${height}`).toBeLessThanOrEqual(height)
  }
})

test('on a phone held sideways a searchable menu opens where there is room', async ({ as, portal }) => {
  for (let count = 0; count < 12; count++) await portal.addPerson({})
  const { page } = await as('admin')
  await page.setViewportSize({ width: 844, height: 390 })
  await page.goto('/app/onboarding/old-user')
  await page.getByRole('combobox', { name: 'Employee' }).click()
  const menu = page.getByRole('listbox')
  await expect(menu.getByRole('option').nth(12)).toBeAttached()
  await expect(menu).toBeInViewport({ ratio: 1 })
})

test('on a small phone one’s status is in sight after each change, and so is a person chosen in quick find', async ({
  browser,
  portal,
}) => {
  const rights = { access_onbreak: true }
  for (let count = 0; count < 12; count++) await portal.addPerson({ rights })
  const karim = await portal.addPerson({ name: 'Karim Sought', rights })
  await portal.call(getMyBreak, { as: (await portal.signIn(karim)).token })
  const { page, context } = await openWalker(browser, portal, await portal.addPerson({ rights }), {
    viewport: { width: 360, height: 640 },
    hasTouch: true,
  })
  await page.goto('/app/onbreak')
  const update = page.getByRole('button', { name: 'Update' })
  const back = page.getByRole('button', { name: "I'm Back" })
  const state = (word: string) =>
    page.getByRole('region', { name: 'My Status' }).locator('[aria-live=polite] > :first-child').getByText(word)
  await update.tap()
  await page.getByRole('button', { name: 'Change type or message' }).tap()
  await page.getByRole('group').getByText('Break', { exact: true }).tap()
  await update.scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 200)
  await update.tap()
  await expect(state('Break')).toBeInViewport({ ratio: 1 })
  await back.tap()
  await expect(state('Available')).toBeInViewport({ ratio: 1 })

  await page.goto('/')
  await page.getByRole('button', { name: 'Quick find' }).tap()
  await page.getByRole('searchbox', { name: 'Quick find' }).fill('Karim S')
  await page.getByRole('button', { name: 'Karim Sought' }).tap()
  await expect(page.getByRole('row').filter({ hasText: 'Karim Sought' })).toBeInViewport({ ratio: 0.9 })
  await context.close()
})

test('on a phone the header shows the portal’s name where there is room, and never pushes an icon out', async ({
  as,
}) => {
  for (const [role, isShown] of [
    ['staff', true],
    ['admin', false],
  ] as const) {
    const { page } = await as(role)
    await page.setViewportSize({ width: 360, height: 640 })
    await page.goto('/')
    const banner = page.getByRole('banner')
    await expect(banner.getByRole('button', { name: 'Sign out' })).toBeInViewport({ ratio: 1 })
    await expect(banner.getByRole('link', { name: 'Foyer' }).locator('svg')).toBeInViewport({ ratio: 1 })
    const name = expect(banner.getByText('Foyer'))
    await (isShown ? name : name.not).toBeInViewport()
    expect((await banner.boundingBox())?.height).toBe(57)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  }
})

test('on a phone touch targets are 44 px high, even where less of them is visible', async ({ as, portal }) => {
  const { page, person } = await as('admin')
  const { token } = await portal.signIn(person)
  await portal.call(createDepartment, { as: token, body: { empType: 'To be pressed' } })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/frontend-admin/userlist')
  const choice = page.locator('label').filter({ hasText: 'Deactivated' })
  expect((await choice.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await page.getByRole('button', { name: 'Admin', exact: true }).click()
  expect((await page.getByRole('menuitem').first().boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await page.goto('/app/onboarding')
  expect((await page.getByRole('link', { name: 'Departments' }).boundingBox())?.height).toBe(44)
  await page.goto('/app/onboarding/departments')
  expect((await page.getByRole('button', { name: 'Delete To be pressed' }).boundingBox())?.height).toBe(44)
})

test('a link in the details of a todo is a touch target of 24 px, though it stands in a line of text', async ({
  as,
  portal,
}) => {
  const { page, person } = await as('admin')
  const { token } = await portal.signIn(person)
  const address = 'https://intranet.example/forms'
  const body = { empType: 'Everyone', customMessage: 'Form', moreInfo: `See ${address}`, isOffboarding: false }
  await portal.call(createTodo, { as: token, body })
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/app/onboarding/todos')
    const link = page.getByRole('link', { name: address })
    await link.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    const { x = 0, y = 0, height = 0 } = (await link.boundingBox()) ?? {}
    expect(height, `${width}`).toBeGreaterThanOrEqual(24)
    // None of it is covered or cut off by its surroundings.
    const isHit = (at: number) =>
      link.evaluate((element, [left = 0, top = 0]) => document.elementFromPoint(left, top) === element, [x + 4, at])
    expect([await isHit(y + 1), await isHit(y + height - 1)], `${width}`).toEqual([true, true])
  }
})

test('on a phone no field has letters so small that iOS zooms in on it', async ({ as, browser, portal }) => {
  const letters = (each: Page) =>
    each.evaluate(() =>
      [...document.querySelectorAll('input, textarea, select')].map((field) => getComputedStyle(field).fontSize),
    )
  const phone = await browser.newContext({ baseURL: portal.url, viewport: { width: 360, height: 640 } })
  const entry = await phone.newPage()
  await entry.goto('/login')
  await expect(entry.getByLabel('Password')).toBeVisible()
  expect(new Set(await letters(entry))).toEqual(new Set(['16px']))
  await phone.close()
  const { page } = await as('admin')
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto('/app/onboarding/todos')
  await expect(page.getByLabel('Details')).toBeVisible()
  expect(new Set(await letters(page))).toEqual(new Set(['16px']))
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

/**
 * Makes the page look as in the window of an installed app, which no browser can emulate: rewrites the styles to a title
 * bar of 33 px, of whose width the window's own buttons take `taken`.
 */
async function asInstalledWindow(page: Page, taken = '0px'): Promise<void> {
  await page.route(/\.css$/, async (route) => {
    // A style sheet still under way when the page is left cannot be delivered.
    const sheet = await route
      .fetch()
      .then((response) => response.text())
      .catch(() => null)
    if (sheet === null) return route.abort().catch(() => {})
    const css = sheet
      .replace(/\(display-mode: ?window-controls-overlay\)/g, '(min-width: 1px)')
      .replace(/env\(titlebar-area-height, ?0px\)/g, '33px')
      .replace(/env\(titlebar-area-x, ?0(px)?\)/g, '0px')
      .replace(/env\(titlebar-area-width, ?100vw\)/g, `(100vw - ${taken})`)
    await route.fulfill({ contentType: 'text/css', body: css })
  })
}

test('in an installed window the tray begins below the window’s own buttons, and unlike the header does not drag it', async ({
  as,
}) => {
  const { page } = await as('staff')
  await asInstalledWindow(page)
  await page.goto('/')
  await expect(page.getByRole('banner')).toHaveCSS('app-region', 'drag')
  await page.getByRole('banner').getByRole('button', { name: 'Online' }).click()
  const tray = page.getByRole('dialog', { name: 'Your changes' })
  await expect(tray).toBeVisible()
  const box = async () => {
    const { y = 0, height = 0 } = (await tray.boundingBox()) ?? {}
    return [y, y + height]
  }
  await expect.poll(box).toEqual([33, 800])
  await expect(tray).toHaveCSS('app-region', 'no-drag')
})

test('in a narrow installed window nothing of the header lies under the window’s own buttons', async ({ as }) => {
  const { page } = await as('admin')
  // As wide as on Windows: minimise, maximise and close, and the browser's menu beside them.
  const taken = 240
  await asInstalledWindow(page, `${taken}px`)
  await page.goto('/')
  const banner = page.getByRole('banner')
  const pressed = banner.getByRole('link').or(banner.getByRole('button'))
  await expect(pressed).toHaveCount(7)
  const lies = (element: Element) => {
    const { left, right, bottom } = element.getBoundingClientRect()
    return { left, right, bottom }
  }
  for (const width of [1280, 760, 700, 640, 570, 500]) {
    await page.setViewportSize({ width, height: 600 })
    const { bottom } = await banner.evaluate(lies)
    for (const each of await pressed.all()) {
      const place = await each.evaluate(lies)
      const what = `${await each.evaluate((element) => element.outerHTML.slice(0, 200))} at ${width}`
      expect(place.left, what).toBeGreaterThanOrEqual(0)
      expect(place.right, what).toBeLessThanOrEqual(width - taken)
      expect(place.bottom, what).toBeLessThanOrEqual(bottom)
    }
  }
})
