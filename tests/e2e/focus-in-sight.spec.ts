/** The focused element is visible (WCAG 2.4.11): even on low and narrow screens nothing sticky or floating covers it. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { setTime } from './time-set.ts'

/** A phone, a phone in landscape, and a desktop window at 400 % zoom. */
const SCREENS = [
  { width: 360, height: 740 },
  { width: 740, height: 360 },
  { width: 320, height: 256 },
]

/** Returns the focused element if no part of it is visible and can be hit by a pointer; otherwise null. */
const hiddenFocus = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))
    const element = document.activeElement
    if (!element || element === document.body || element.id === 'content') return null
    const { left, top, width, height } = element.getBoundingClientRect()
    const parts = [0.1, 0.5, 0.9]
    const isSeen = parts.some((x) =>
      parts.some((y) => {
        const hit = document.elementFromPoint(left + width * x, top + height * y)
        return hit !== null && (element.contains(hit) || hit.closest('label')?.contains(element) === true)
      }),
    )
    return isSeen ? null : element.outerHTML.slice(0, 120)
  })

/** Tabs through the page forwards and back; returns the elements that were hidden while focused. */
async function hiddenOnTheWay(page: Page, stops: number): Promise<string[]> {
  const hidden: string[] = []
  for (const key of ['Tab', 'Shift+Tab'])
    for (let stop = 0; stop < stops; stop++) {
      await page.keyboard.press(key)
      const what = await hiddenFocus(page)
      if (what) hidden.push(`${key}: ${what}`)
    }
  return hidden
}

test('the focus is in sight on the board of somebody who is away with a long message', async ({ as }) => {
  const { page } = await as('lead', 'Ann Afar')
  await page.goto('/app/onbreak')
  await page.getByLabel('Message').fill('At the dentist, and after that at the school. '.repeat(4).trim())
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('button', { name: "I'm Back" })).toBeVisible()
  // Enough people to scroll through.
  for (let person = 0; person < 6; person++) await as('staff')
  const rows = page.getByRole('table', { name: 'Employee List' }).getByRole('link')
  const areEnough = () => expect.poll(() => rows.count()).toBeGreaterThanOrEqual(7)
  await areEnough()
  for (const screen of SCREENS) {
    await page.setViewportSize(screen)
    await page.reload()
    await areEnough()
    expect(await hiddenOnTheWay(page, 20), `${screen.width} × ${screen.height}`).toEqual([])
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expect(rows.last()).toBeInViewport({ ratio: 1 })
  }
})

test('the focus is in sight on the home page while it reminds of the mood report', async ({ as }) => {
  const { page } = await as('staff')
  await page.goto('/')
  const [week] = await page.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem('userInfo') ?? '{}')
    const answer = await fetch('/api/mood/incompletedates/', { headers: { authorization: `Bearer ${token}` } })
    return (await answer.json()) as { endDate: string }[]
  })
  // The reminder shows on the last day of the week.
  await setTime(page.context(), new Date(`${week?.endDate}T12:00:00Z`))
  for (const screen of SCREENS) {
    await page.setViewportSize(screen)
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'Mood report' })).toBeVisible()
    expect(await hiddenOnTheWay(page, 14), `${screen.width} × ${screen.height}`).toEqual([])
  }
})

test('quick find has room for its results', async ({ as }) => {
  const { page } = await as('admin')
  for (const screen of SCREENS) {
    await page.setViewportSize(screen)
    await page.goto('/')
    await page.getByRole('button', { name: 'Quick find' }).click()
    const dialog = page.getByRole('dialog', { name: 'Quick find' })
    await dialog.getByRole('searchbox').fill('app')
    await expect(dialog.getByRole('button', { name: 'Applications' })).toBeInViewport({ ratio: 1 })
  }
})

test('the last tab is in sight when focused, in a row that is wider than the screen', async ({ as }) => {
  const { page } = await as('admin')
  await page.setViewportSize({ width: 320, height: 256 })
  await page.goto('/app/etl')
  await page.getByRole('tab', { name: 'Overview' }).focus()
  await page.keyboard.press('End')
  const last = page.getByRole('tab', { name: 'Keys' })
  await expect(last).toBeFocused()
  // The scroll position is rounded to a whole pixel.
  await expect(last).toBeInViewport({ ratio: 0.95 })
})
