/** A larger font size set in the browser applies everywhere, and no page scrolls sideways because of it (WCAG 1.4.4). */
import { expect, test } from './fixtures.ts'
import { expectScreen, openWalker } from './walk.ts'

/** Twice the default font sizes of a browser, in pixels. */
const LARGE = { standard: 32, fixed: 26 }
/** A usual phone, and the narrowest width at which a page must not scroll sideways (WCAG 1.4.10). */
const WIDTHS = [390, 320]
const HEIGHT = 844
const PATHS = [
  '/',
  '/profile',
  '/versions',
  '/frontend-admin/userlist',
  '/app/onbreak',
  '/app/onboarding',
  '/app/onboarding/todos',
  '/app/etl',
  '/app/etl?tab=failed',
  '/app/reporting',
  '/app/api-docs',
  '/app/server-status',
]
const RIGHTS = {
  isAdmin: true,
  access_onbreak: true,
  onbreak_admin: true,
  access_etl: true,
  access_reporting: true,
}

test('every page fits a phone at twice the font size', async ({ browser, portal }) => {
  const person = await portal.addPerson({ rights: RIGHTS })
  const { page, context } = await openWalker(browser, portal, person)
  const devtools = await context.newCDPSession(page)
  const sizeOf = () => page.locator('h1').evaluate((heading) => getComputedStyle(heading).fontSize)
  await page.goto('/')
  expect(await sizeOf()).toBe('28px')
  await devtools.send('Page.setFontSizes', { fontSizes: LARGE })
  for (const path of PATHS) {
    await page.goto(path)
    await expectScreen(page, path)
    await expect(page.getByText(/This needs the permission/), path).toHaveCount(0)
    expect(await sizeOf(), path).toBe('56px')
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT })
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(beyond, `${path} at ${width} px`).toBe(0)
    }
  }
  await context.close()
})

test('fields for a day and for a search grow with the font size, so that what is in them is not cut off', async ({
  browser,
  portal,
}) => {
  const person = await portal.addPerson({ rights: RIGHTS })
  const { page, context } = await openWalker(browser, portal, person, { viewport: { width: 1280, height: HEIGHT } })
  const devtools = await context.newCDPSession(page)
  for (const [path, name] of [
    ['/', 'App Name'],
    ['/frontend-admin/applicationlist', 'App Name'],
    ['/app/reporting', 'From'],
  ] as const) {
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } })
    await page.goto(path)
    await expectScreen(page, path)
    const field = page.getByLabel(name)
    const widthOf = () => field.evaluate((element) => element.getBoundingClientRect().width)
    const usual = await widthOf()
    await devtools.send('Page.setFontSizes', { fontSizes: LARGE })
    await expect.poll(widthOf, path).toBeGreaterThan(1.9 * usual)
  }
  await context.close()
})

test('on a phone with letters twice as large, numbers stay whole and a search field shows what is typed', async ({
  browser,
  portal,
}) => {
  const person = await portal.addPerson({ rights: RIGHTS })
  // Without the worker, which would answer the call that is routed.
  const { page, context } = await openWalker(browser, portal, person, { serviceWorkers: 'block' })
  const counts = { total: 133_758, successful: 132_969, failed: 12_345, amended: 10_101 }
  await page.route('**/api/etl/summary/', (route) =>
    route.fulfill({ json: { ...counts, since: '2026-03-01T00:00:00.000Z', days: [] } }),
  )
  const devtools = await context.newCDPSession(page)
  await page.setViewportSize({ width: 390, height: HEIGHT })
  await devtools.send('Page.setFontSizes', { fontSizes: LARGE })
  await page.goto('/app/etl')
  const figures = page.getByRole('region', { name: 'Past week' }).locator('dd')
  await expect(figures.first()).toHaveText('133,758')
  for (const figure of await figures.all())
    expect(
      await figure.evaluate((text) => text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight)),
    ).toBeCloseTo(1, 1)
  for (const path of ['/', '/frontend-admin/applicationlist']) {
    await page.goto(path)
    await expectScreen(page, path)
    const field = page.getByLabel('App Name')
    // The width for ten letters, without the padding.
    const room = await field.evaluate((input) => {
      const { paddingLeft, paddingRight, fontSize } = getComputedStyle(input)
      return (
        (input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)) /
        Number.parseFloat(fontSize)
      )
    })
    expect(room, path).toBeGreaterThan(5)
  }
  await context.close()
})

/** Text spacing that readers may set without losing content (WCAG 1.4.12). */
const SPACING = '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }'

test('with wider text spacing the greeting wraps to a second line, and is not cut off', async ({ browser, portal }) => {
  const person = await portal.addPerson({ name: 'Ines Okafor-Lindqvist' })
  const { page, context } = await openWalker(browser, portal, person, { viewport: { width: 390, height: HEIGHT } })
  await page.goto('/')
  const greeting = page.getByText(/^Good (?:morning|afternoon|evening), Ines/)
  const lines = () => greeting.evaluate((element) => Math.round(element.clientHeight / (16 * 1.5)))
  expect(await lines()).toBe(1)
  await page.setViewportSize({ width: 320, height: HEIGHT })
  await page.evaluate((rules) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rules)
    document.adoptedStyleSheets = [sheet]
  }, SPACING)
  expect(await lines()).toBe(2)
  expect(await greeting.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  await context.close()
})

test('on a phone’s board twice the font size leaves words whole and the list in sight', async ({ browser, portal }) => {
  const person = await portal.addPerson({ rights: { access_onbreak: true } })
  const { page, context } = await openWalker(browser, portal, person)
  const devtools = await context.newCDPSession(page)
  await page.setViewportSize({ width: 390, height: HEIGHT })
  await page.goto('/app/onbreak')
  await devtools.send('Page.setFontSizes', { fontSizes: LARGE })
  // The skip link is entirely out of sight until it is focused.
  const skip = page.getByRole('link', { name: 'Skip to content' })
  expect(await skip.evaluate((link) => link.getBoundingClientRect().bottom)).toBeLessThan(0)
  await skip.focus()
  expect(await skip.evaluate((link) => link.getBoundingClientRect().top)).toBeGreaterThan(0)
  const mine = page.getByRole('region', { name: 'My Status' })
  const linesOf = (element: Element) =>
    element.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(element).lineHeight)
  expect(await mine.getByText('Available', { exact: true }).evaluate(linesOf)).toBeCloseTo(1, 1)
  for (const choice of await mine.locator('label:has([type=radio])').all())
    expect(await choice.evaluate((label) => label.scrollWidth - label.clientWidth)).toBe(0)
  expect(
    await page.getByRole('combobox', { name: 'Department' }).evaluate((field) => field.clientWidth),
  ).toBeGreaterThan(200)
  await mine.getByRole('button', { name: 'Update' }).click()
  const back = mine.getByRole('button', { name: "I'm Back" })
  await expect(back).toBeVisible()
  expect(await back.evaluate((button) => button.clientHeight)).toBeGreaterThan(80)
  // Wider, too, the words of a button are whole.
  await page.setViewportSize({ width: 768, height: HEIGHT })
  const more = mine.getByText('Change type or message')
  expect(await more.evaluate((label) => label.scrollWidth - label.clientWidth)).toBe(0)
  await page.setViewportSize({ width: 390, height: HEIGHT })
  // The card is sticky only at the usual font size.
  expect(await mine.evaluate((card) => getComputedStyle(card).position)).toBe('static')
  await context.close()
})
