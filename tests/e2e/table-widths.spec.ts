/** Layout of names and other words, however long: only a browser can measure it. */
import type { Locator } from '@playwright/test'
import { listUsers, register } from '#contract/apps/accounts.ts'
import type { MoodReport } from '#contract/apps/mood.ts'
import { createBreakType, updateMyBreak } from '#contract/apps/onbreak.ts'
import { expect, test } from './fixtures.ts'

const NAME = 'MAXIMILIAN'.repeat(9)
const EMAIL = 'maximilian.ebbinghaus@foyer.example'

const linesOf = (words: Locator) =>
  words.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return new Set([...range.getClientRects()].map(({ top }) => top)).size
  })

test('beside a name without a break an e-mail stays on one line, and the name wraps', async ({ as, portal }) => {
  await portal.call(register, { body: { name: NAME, email: EMAIL, password: 'a-long-pass-phrase' } })
  const { page } = await as('admin')
  for (const width of [1280, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/frontend-admin/userlist')
    const row = page.getByRole('row').filter({ hasText: EMAIL })
    await expect(row).toBeVisible()
    expect(await linesOf(row.getByText(EMAIL))).toBe(1)
    expect(await linesOf(row.getByText(NAME))).toBeGreaterThan(1)
  }
})

test('the greeting of a name without a break is no wider than the screen', async ({ as }) => {
  const { page } = await as('staff', 'W'.repeat(150))
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/')
    await expect(page.getByText(/^Good .*WWW\.$/)).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
})

test('the page of a name without a break and without a checklist is no wider than the screen', async ({
  as,
  portal,
}) => {
  const name = 'W'.repeat(150)
  const { id } = await portal.call(register, {
    body: { name, email: 'no-list@foyer.example', password: 'a-long-pass-phrase' },
  })
  const { page } = await as('admin')
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`/app/onboarding/${id}`)
    await expect(page.getByText(`${name} has no checklist yet.`)).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
})

test('a new key whose name has no break is shown no wider than the screen', async ({ as }) => {
  const { page } = await as('admin')
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/app/etl?tab=keys')
  await page.getByLabel('Name').fill('W'.repeat(59))
  await page.getByRole('button', { name: 'Create Key' }).click()
  await expect(page.getByLabel(/^The key for W/)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('right-to-left text keeps its place among left-to-right text', async ({ as, portal }) => {
  const breakType = 'غداء'
  const { page, person } = await as('lead')
  const { token } = await portal.signIn(person)
  await portal.call(createBreakType, { as: token, body: { breakType } })
  await portal.call(updateMyBreak, { as: token, body: { status: false, breakType, customMessage: '' } })
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/app/onbreak')
  const row = page.getByRole('row').filter({ hasText: person.name })
  const time = row.getByRole('time').filter({ visible: true })
  await expect(time).toBeVisible()
  const rightOfType = await row.evaluate((element, words) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    const ends: number[] = []
    while (texts.nextNode())
      if (texts.currentNode.textContent?.includes(words)) {
        range.selectNodeContents(texts.currentNode)
        ends.push(range.getBoundingClientRect().right)
      }
    return Math.max(...ends)
  }, breakType)
  expect(rightOfType).toBeLessThan((await time.boundingBox())?.x ?? 0)
})

test('the title of a table is aligned with its first column', async ({ as }) => {
  const { page } = await as('admin')
  await page.goto('/app/onbreak')
  const column = page.getByRole('columnheader').first()
  await expect(column).toBeVisible()
  const words = await column.evaluate(
    (cell) => cell.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(cell).paddingLeft),
  )
  expect((await page.getByRole('heading', { name: 'Employee List' }).boundingBox())?.x).toBe(words)
})

test('cards above each other, and beside each other, have their titles on one line', async ({ as }) => {
  const { page } = await as('admin')
  const boxOf = (words: Locator) =>
    words.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      const { x, y } = range.getBoundingClientRect()
      return { x, y }
    })
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/app/onbreak/displays')
    const list = page.getByRole('heading', { name: 'All displays' })
    await expect(list).toBeVisible()
    expect((await boxOf(list)).x).toBe((await boxOf(page.getByText('Code', { exact: true }))).x)
  }
  await page.goto('/app/onbreak')
  const mine = page.getByRole('heading', { name: 'My Status' })
  await expect(mine).toBeVisible()
  expect((await boxOf(mine)).y).toBe((await boxOf(page.getByRole('heading', { name: 'Employee List' }))).y)
})

test('quick find shows a name without a break within its width', async ({ as }) => {
  // A name of its own, because the board also has the people of the other tests.
  const name = 'M'.repeat(150)
  const { page } = await as('staff', name)
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/app/onbreak')
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible()
  await page.getByRole('button', { name: 'Quick find' }).click()
  await page.keyboard.type('mmm')
  const found = page.getByRole('dialog', { name: 'Quick find' }).getByRole('button', { name })
  await expect(found).toBeVisible()
  const beyond = await found.evaluate((words) => words.getBoundingClientRect().right - window.innerWidth)
  expect(beyond).toBeLessThan(0)
})

test('on a tablet the name of a deactivated user is not broken up by the mark behind it', async ({ as }) => {
  const { page } = await as('admin')
  const name = 'Maximilian Hill'
  const user = { _id: 4_000, name, email: 'hill@foyer.example', isAdmin: false, deactivated: true }
  await page.route(`**${listUsers.path}`, (route) => route.fulfill({ json: [user] }))
  for (const width of [700, 820, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/frontend-admin/userlist')
    await expect(page.getByText('Deactivated').last()).toBeVisible()
    expect(await linesOf(page.getByText(name))).toBe(1)
  }
})

test('a long list of mood reports shows its cards whole on a phone, and its headers whole on a desktop', async ({
  as,
}) => {
  const { page } = await as('moodAdmin')
  const report = (_id: number): MoodReport => ({
    _id,
    name: `Person ${_id}`,
    createdAt: '2024-03-05T12:00:00.000Z',
    timePeriod: 1,
    moraleLevel: 4,
    moraleComment: 'good',
    stressLevel: 2,
    stressComment: '',
    workloadLevel: 3,
    workloadComment: 'much',
    highComment: 'high',
    lowComment: 'low',
    extraComment: '',
    nominatedEmployee: null,
    nominatedEmployeeName: '',
    nominatedText: '',
    manager: null,
  })
  const reports = Array.from({ length: 200 }, (_, index) => report(index + 1))
  await page.route('**/api/mood/moodreport/date/**', (route) => route.fulfill({ json: reports }))
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/app/mood-report?view=all&by=report&period=1')
    const table = page.getByRole('table', { name: 'Reports' })
    await expect(table.getByRole('link').first()).toBeVisible()
    const cut = await table.evaluate((element) => {
      const rows = [...element.querySelectorAll('tr')].filter(
        ({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1,
      )
      const headers = [...element.querySelectorAll('th button')].filter(
        (words) => words.getBoundingClientRect().right > (words.closest('th')?.getBoundingClientRect().right ?? 0),
      )
      return [...rows, ...headers].map(({ textContent }) => textContent)
    })
    expect(cut).toEqual([])
  }
})
