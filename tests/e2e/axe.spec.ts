/** Automated accessibility checks: every screen at the width of a phone and of a desktop, in light and dark. */
import type { Browser, Page } from '@playwright/test'
import { BOSS, type Company, DEMO_ARGS, fillCompany } from './every-screen.ts'
import { axeViolations, test as base, expect, type Portal, portalOf } from './fixtures.ts'
import { openPortalProcess } from './portal-process.ts'
import { expectScreen, goTo, openWalker } from './walk.ts'

const test = base.extend<object, { portal: Portal; company: Company }>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const process = await openPortalProcess({ args: DEMO_ARGS })
      await use(portalOf(process))
      await process.end()
    },
    { scope: 'worker' },
  ],
  company: [async ({ portal }, use) => use(await fillCompany(portal)), { scope: 'worker' }],
})
test.describe.configure({ mode: 'parallel' })
// Failures are reported by screen, so no trace is needed; it would take longer than the walk.
test.use({ trace: 'off' })

/** The narrowest width at which a page must not scroll sideways (WCAG 1.4.10). */
const NARROWEST = 320
/** Width of a portrait A4 sheet within its margins, at 96 px an inch. */
const PAPER = 745
const HEIGHT = 900
/** Later rows of lists, which axe skips: they are like the first ones, and a long list would take as long as all else. */
const REPEATED = ['tbody tr:nth-of-type(n + 8)', 'ul > li:nth-of-type(n + 8)']

/** Tells by how much the page is wider than the screen, if it is, and which text is cut off without an ellipsis. */
const sidewaysOf = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth } = document.documentElement
    const isCut = (part: Element) => {
      if (part.clientWidth < 2 || part.scrollWidth <= part.clientWidth + 1) return false
      const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(part)
      // Text fields scroll, focusable parts scroll by the arrow keys, and the wall shifts its content against burn-in.
      const isMovable = part.matches('input, textarea, [tabindex="0"], [role="tablist"], main[data-scheme]')
      const isTold = textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
      return part.textContent !== '' && overflowX !== 'visible' && !isMovable && !isTold
    }
    return [
      ...(scrollWidth > innerWidth ? [`${scrollWidth} px wide on ${innerWidth} px`] : []),
      ...[...document.body.querySelectorAll('*')]
        .filter(isCut)
        .map(
          (part) =>
            `cut: ${part.tagName} ${part.className} ${part.scrollWidth} of ${part.clientWidth} px: ${part.textContent?.slice(0, 60)}`,
        ),
    ]
  })

/** Waits for the next frame, with which a change of medium or colour scheme takes effect. */
const drawn = (page: Page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))

/** Returns the tables that are wider than their container in print, where the rest cannot be scrolled to. */
async function lostOnPaper(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: 'print' })
  await drawn(page)
  const lost = await page.evaluate(() =>
    [...document.querySelectorAll('table')].flatMap((table) => {
      const place = table.parentElement?.clientWidth ?? 0
      return table.scrollWidth > place
        ? [`${table.scrollWidth} of ${place} px: ${table.textContent?.slice(0, 60)}`]
        : []
    }),
  )
  await page.emulateMedia({ media: 'screen' })
  return lost
}

/** Switches the colour scheme and waits until all transitions to the other colours are over. */
async function switchTo(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  // Pages that the server renders lack this attribute.
  await page.waitForFunction((scheme) => {
    const mark = document.documentElement.getAttribute('data-mantine-color-scheme')
    return mark === null || mark === scheme
  }, colorScheme)
  await drawn(page)
  await page.evaluate(async () => {
    const changing = document.getAnimations().filter((each) => each instanceof CSSTransition)
    await Promise.all(changing.map(({ finished }) => finished.catch(() => {})))
  })
}

/** Returns what is wrong with the current screen. In the dark scheme only the contrast is checked: nothing else differs. */
async function faultsOf(page: Page): Promise<string[]> {
  const faults = [...(await axeViolations(page, { without: REPEATED })), ...(await sidewaysOf(page))]
  await switchTo(page, 'dark')
  const colours = () => axeViolations(page, { rules: ['color-contrast'], without: REPEATED })
  // Something may have been caught in the middle of the change, so findings are checked a second time.
  const inDark = (await colours()).length > 0 ? await colours() : []
  faults.push(...inDark.map((fault) => `dark: ${fault}`))
  await switchTo(page, 'light')
  return faults
}

/** Visits every screen as an admin with every permission, and expects `faults` to find nothing on any of them. */
async function walk(
  browser: Browser,
  { portal, company }: { portal: Portal; company: Company },
  width: number,
  faults: (page: Page) => Promise<string[]>,
): Promise<void> {
  test.setTimeout(240_000)
  const viewport = { width, height: HEIGHT }
  const { page, context, said } = await openWalker(browser, portal, BOSS, {
    colorScheme: 'light',
    viewport,
  })
  const found: Record<string, string[]> = {}
  const look = async (what: string) => {
    const wrong = await faults(page)
    if (wrong.length > 0) found[what] = wrong
  }
  await page.goto('/profile')
  await expectScreen(page, '/profile')
  // Content that is not rendered until it is scrolled to would keep the colours of the previous scheme.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets.push(sheet)
  })
  for (const [path, shows] of [...company.routes, ...company.more]) {
    await goTo(page, path)
    await expect.soft(page.locator('body'), path).toContainText(shows)
    await look(path)
  }
  for (const [path, shows] of company.beside) {
    await page.goto(path)
    await expectScreen(page, path)
    await expect.soft(page.locator('body'), path).toContainText(shows)
    await look(path)
  }
  await page.goto('/')
  await page.getByRole('button', { name: 'Admin' }).click()
  await expect(page.getByRole('menuitem', { name: 'Users' })).toBeVisible()
  await look('menu')
  await goTo(page, '/app/onboarding/old-user')
  await page.getByRole('combobox', { name: 'Employee' }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('[data-combobox-selected]')).toBeVisible()
  await look('dropdown')
  expect({ found, said }).toEqual({ found: {}, said: [] })
  await context.close()
}

for (const width of [390, 1440])
  test(`no screen has an accessibility or layout fault at ${width} px, and the content policy refuses nothing`, async ({
    browser,
    portal,
    company,
  }) => {
    await walk(browser, { portal, company }, width, faultsOf)
  })

test('on paper every table has all its columns', async ({ browser, portal, company }) => {
  await walk(browser, { portal, company }, PAPER, lostOnPaper)
})

test(`no screen scrolls sideways at ${NARROWEST} px`, async ({ browser, portal, company }) => {
  await walk(browser, { portal, company }, NARROWEST, sidewaysOf)
})

base(
  'no screen has an accessibility or layout fault while signed out, nor where a password has to be chosen',
  async ({ browser, portal }) => {
    const { email, password } = await portal.addPerson({ temporaryPassword: true })
    const { page, context, said } = await openWalker(browser, portal, undefined, { colorScheme: 'light' })
    const found: Record<string, string[]> = {}
    const look = async (what: string) => {
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: HEIGHT })
        const faults = await faultsOf(page)
        if (faults.length > 0) found[`${what} at ${width} px`] = faults
      }
    }
    for (const path of ['/register', '/app/onbreak/wall', '/login?redirect=javascript:alert(1)', '/']) {
      await page.goto(path)
      await expectScreen(page, path)
      await look(path)
      if (path !== '/register') continue
      await page.getByRole('button', { name: 'Register' }).click()
      await expect(page.getByText('Name is required.')).toBeVisible()
      await look('register refused')
    }
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByRole('heading', { name: 'Set Password' })).toBeVisible()
    await look('forced password change')
    expect({ found, said }).toEqual({ found: {}, said: [] })
    await context.close()
  },
)
