/** A virtual table of hundreds of rows relies on all rows being equally high, which only a browser can measure. */
import type { Locator, Page } from '@playwright/test'
import { updateMyBreak } from '#contract/apps/onbreak.ts'
import { expect, portalOf, test } from './fixtures.ts'
import { openPortalProcess, type PortalProcess } from './portal-process.ts'

const BOSS = { email: 'ines.okafor@foyer.example', password: 'foyer-demo' }

let demo: PortalProcess
test.beforeAll(async () => {
  demo = await openPortalProcess({ args: ['--demo', '--people', '300'] })
  const { signIn, call } = portalOf(demo)
  await call(updateMyBreak, { as: (await signIn(BOSS)).token, body: { status: true } })
})
test.afterAll(() => demo.end())

async function openBoard(page: Page): Promise<Locator> {
  await page.goto(`${demo.url}/app/onbreak`)
  await page.getByLabel('Email').fill(BOSS.email)
  await page.getByLabel('Password').fill(BOSS.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  const list = page.getByRole('table', { name: 'Employee List' })
  await expect(rows(list).nth(10)).toBeAttached()
  return list
}

const rows = (list: Locator) => list.locator('tr[data-key]')
/** Measures all rows in one call: a row that is removed between two calls has no height. */
const heights = (list: Locator) =>
  list.evaluate((table) => [
    ...new Set([...table.querySelectorAll('tr[data-key]')].map((row) => row.getBoundingClientRect().height)),
  ])
const scrollBy = (list: Locator, px: number) =>
  list.evaluate((table, by) => {
    if (table.parentElement) table.parentElement.scrollTop += by
  }, px)

const WIDTHS = [
  [1440, 48],
  [390, 76],
] as const

for (const [width, height] of WIDTHS)
  test(`every row is ${height} px high at ${width} px, and the list ends with its last row`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    const list = await openBoard(page)
    const scroller = list.locator('..')
    const whole = await scroller.evaluate((element) => element.scrollHeight)
    for (let seen = 0; seen < whole; seen += 900) {
      expect(await heights(list)).toEqual([height])
      await scrollBy(list, 900)
    }
    await expect(rows(list).last()).toContainText('Zoë')
    const count = (await list.getAttribute('aria-rowcount')) ?? ''
    expect(Number(count)).toBeGreaterThan(200)
    await expect(rows(list).last()).toHaveAttribute('aria-rowindex', count)
    expect(await scroller.evaluate((element) => element.scrollHeight)).toBe(whole)
    const gap = await scroller.evaluate((element) => {
      const last = [...element.querySelectorAll('tr[data-key]')].at(-1)
      return element.getBoundingClientRect().bottom - (last?.getBoundingClientRect().bottom ?? 0)
    })
    expect(Math.abs(gap)).toBeLessThan(1)
  })

test('a row that waits to be sent is as high as the others and says so, also after a change of width', async ({
  page,
  whileOffline,
}) => {
  const list = await openBoard(page)
  await whileOffline(page, async () => {
    await page.getByLabel('Message').fill('More than a line of the table has room for, however wide it may be')
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(page.getByRole('button', { name: "I'm Back" })).toBeVisible()
    for (const [width, height] of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => heights(list)).toEqual([height])
      const mark = list.getByText('Waiting to be sent')
      await scrollBy(list, -100_000)
      await expect(async () => {
        await scrollBy(list, 400)
        await expect(mark).toBeAttached({ timeout: 200 })
      }).toPass()
      await mark.scrollIntoViewIfNeeded()
      await expect(mark).toBeInViewport({ ratio: 1 })
      expect(await heights(list)).toEqual([height])
    }
  })
})

test('tabbing backwards, the focused row is never under the headers', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const list = await openBoard(page)
  const under = () =>
    list.evaluate((table) => {
      const { bottom } = table.querySelector('th')?.getBoundingClientRect() ?? { bottom: 0 }
      const focused = document.activeElement
      return focused && table.contains(focused) ? focused.getBoundingClientRect().top - bottom : 0
    })
  await list.getByRole('link').nth(4).focus()
  for (let row = 0; row < 24; row++) await page.keyboard.press('Tab')
  for (let row = 0; row < 24; row++) {
    await page.keyboard.press('Shift+Tab')
    expect(await under()).toBeGreaterThanOrEqual(0)
  }
})

test('saving one of many users returns to their row, wherever the form was scrolled to', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openBoard(page)
  await page.goto(`${demo.url}/frontend-admin/userlist?sort=name`)
  const list = page.getByRole('table', { name: 'Users' })
  const edit = list.getByRole('link', { name: 'Edit Zoë' }).first()
  await expect(async () => {
    await scrollBy(list, 4_000)
    await expect(edit).toBeVisible({ timeout: 200 })
  }).toPass()
  const name = (await edit.getAttribute('aria-label'))?.replace('Edit ', '') ?? ''
  await edit.click()
  const update = page.getByRole('button', { name: 'Update' })
  await update.scrollIntoViewIfNeeded()
  await update.click()
  await expect(page.getByText('The user was saved.')).toBeInViewport()
  const row = list.locator('tr[data-marked]')
  await expect(row).toContainText(name)
  await expect(row).toBeInViewport({ ratio: 1 })

  // Coming back from another row without saving: the list is where it was left, and no row is marked.
  await scrollBy(list, -6_000)
  const other = list.getByRole('link', { name: /^Edit / }).nth(5)
  await other.click()
  await expect(page.getByRole('heading', { name: 'Edit User' })).toBeVisible()
  await page.goBack()
  await expect(list).toBeVisible()
  await expect(page.getByText(/^[\d,]+ users$/)).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('every row is printed, and can be shown for the browser’s own search', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const list = await openBoard(page)
  // In a table head repeated on each sheet, Chromium omits elements with a box of their own, such as buttons.
  await page.emulateMedia({ media: 'print' })
  const heads = list.getByRole('columnheader').locator('button')
  await expect(heads).toHaveCount(5)
  for (const head of await heads.all()) await expect(head).toHaveCSS('display', 'contents')
  await page.emulateMedia({ media: null })
  const all = Number(await list.getAttribute('aria-rowcount')) - 1
  await page.evaluate(() => {
    window.addEventListener('beforeprint', () => {
      document.body.dataset.printed = String(document.querySelectorAll('tr[data-key]').length)
    })
  })
  await scrollBy(list, 4_000)
  const top = () => list.evaluate(({ parentElement }) => parentElement?.scrollTop)
  await expect.poll(top).toBe(4_000)
  // `aria-rowindex` counts the header row as well.
  const there = list.locator(`[aria-rowindex="${Math.floor(4_000 / 48) + 3}"]`)
  await page.pdf()
  await expect(page.locator('body')).toHaveAttribute('data-printed', String(all))
  await expect.poll(() => rows(list).count()).toBeLessThan(100)
  // The scroll position is kept.
  await expect.poll(top).toBe(4_000)
  await expect(there).toBeInViewport()
  await page.getByRole('button', { name: `Show all ${all} rows` }).click()
  await expect(rows(list)).toHaveCount(all)
  await expect(rows(list).nth(Math.floor(4_000 / 48))).toBeInViewport()
  await page.getByRole('button', { name: 'Show only the visible rows' }).click()
  await expect.poll(top).toBe(4_000)
  await expect(there).toBeInViewport()
  await expect.poll(() => rows(list).count()).toBeLessThan(100)
})

test('a scrolled list that becomes shorter or longer shows the rows in sight at once', async ({ page }) => {
  const list = await openBoard(page)
  await scrollBy(list, 100_000)
  await expect(rows(list).last()).toContainText('Zoë')
  const all = Number(await list.getAttribute('aria-rowcount'))
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('a')
  await expect.poll(async () => Number(await list.getAttribute('aria-rowcount'))).toBeLessThan(all)
  const left = (await list.getAttribute('aria-rowcount')) ?? ''
  // The shorter list still scrolls.
  expect(Number(left)).toBeGreaterThan(100)
  await expect(list.locator(`[aria-rowindex="${left}"]`)).toBeInViewport()

  // Clearing a search shows the top of the list at once, and renders only the rows in sight.
  await page.setViewportSize({ width: 390, height: 844 })
  await name.fill('')
  await expect(list).toHaveAttribute('aria-rowcount', String(all))
  await scrollBy(list, 6_000)
  await name.fill('zo')
  await expect.poll(() => rows(list).count()).toBeLessThan(10)
  // Records each frame in which the long list is painted.
  await list.evaluate((table) => {
    const frames: { drawn: number; isCovered: boolean }[] = []
    Object.assign(window, { frames })
    const look = () => {
      const box = table.parentElement
      const drawn = [...table.querySelectorAll('tr[data-key]')]
      if (box?.matches('[data-virtual]')) {
        const [{ top, bottom }, first, last] = [box, drawn[0], drawn.at(-1)].map((part) =>
          (part ?? table).getBoundingClientRect(),
        ) as [DOMRect, DOMRect, DOMRect]
        // The header row lies between the top of the box and the first row.
        frames.push({ drawn: drawn.length, isCovered: first.top < top + 60 && last.bottom >= bottom })
      }
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  await name.fill('')
  await expect(list).toHaveAttribute('aria-rowcount', String(all))
  const seen = () =>
    page.evaluate(() => (window as unknown as { frames: { drawn: number; isCovered: boolean }[] }).frames)
  await expect.poll(async () => (await seen()).length).toBeGreaterThan(5)
  expect((await seen()).filter(({ drawn, isCovered }) => !isCovered || drawn > 20)).toEqual([])
})

test('on a phone the card of a long list has whole lines, however long an address is', async ({ browser }) => {
  // Without the worker, which would answer the calls that are routed.
  const context = await browser.newContext({ serviceWorkers: 'block' })
  const page = await context.newPage()
  const people = Array.from({ length: 250 }, (_, at) => ({
    name: `Person ${at}`,
    email: `maximiliane.wolkenstein.${at}@regional-services.example`,
  }))
  await page.route('**/api/checklist/incompleteusers/', (route) =>
    route.fulfill({
      json: people.map((person, at) => ({ ...person, id: at + 1, empType: 'Customer Care', isOffboarding: false })),
    }),
  )
  await page.route('**/api/users/', (route) =>
    route.fulfill({
      json: people.map((person, at) => ({ ...person, _id: at + 1, isAdmin: false, deactivated: false })),
    }),
  )
  await openBoard(page)
  await page.setViewportSize({ width: 390, height: 844 })
  for (const [path, label] of [
    ['/app/onboarding', 'Incomplete Users'],
    ['/frontend-admin/userlist', 'Users'],
  ] as const) {
    await page.goto(`${demo.url}${path}`)
    const list = page.getByRole('table', { name: label })
    const address = list.getByText('maximiliane.').first()
    await expect(address).toBeVisible()
    const lines = await address.evaluate((element) => {
      const words = document.createRange()
      words.selectNodeContents(element)
      return new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size
    })
    expect(lines, path).toBe(1)
  }
  await context.close()
})
