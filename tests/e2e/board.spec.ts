import type { Page } from '@playwright/test'
import { expect, expectControlled, test } from './fixtures.ts'

const list = (page: Page) => page.getByRole('table', { name: 'Employee List' })
const rowOf = (page: Page, name: string) => list(page).getByRole('row').filter({ hasText: name })

test('a change of status shows on another board in under a second', async ({ as }) => {
  const [ann, bo] = [await as('staff', 'Ann Gone'), await as('staff', 'Bo Watching')]
  await ann.page.goto('/app/onbreak')
  await bo.page.goto('/app/onbreak')
  await expect(rowOf(bo.page, 'Ann Gone')).toContainText('Available')

  await ann.page.getByRole('radio', { name: 'Lunch' }).check()
  await ann.page.getByLabel('Message').fill('Back at one')
  await ann.page.getByRole('button', { name: 'Update' }).click()
  await expect(rowOf(bo.page, 'Ann Gone')).toContainText('Away')
  await expect(rowOf(bo.page, 'Ann Gone')).toContainText('Lunch')
  await expect(rowOf(bo.page, 'Ann Gone')).toContainText('Back at one')

  await ann.page.getByRole('button', { name: "I'm Back" }).click()
  await expect(rowOf(bo.page, 'Ann Gone')).toContainText('Available')

  // By now both pages have loaded all code that a change needs.
  const takes = async (button: string, status: string) => {
    const told = bo.page.waitForFunction(
      (words) =>
        [...document.querySelectorAll('tr')].some((row) => words.every((word) => row.innerText.includes(word))),
      ['Ann Gone', status],
    )
    const pressed = Date.now()
    await ann.page.getByRole('button', { name: button }).click()
    await told
    return Date.now() - pressed
  }
  await expect
    .poll(async () => Math.max(await takes('Update', 'Away'), await takes("I'm Back", 'Available')))
    .toBeLessThan(1_000)
})

test('boards reconnect by themselves once the server is back, and agree', async ({ as, portal }) => {
  const [ann, bo] = [await as('staff', 'Ann Steady'), await as('staff', 'Bo Steady')]
  for (const { page } of [ann, bo]) {
    await page.goto('/app/onbreak')
    await expect(rowOf(page, 'Ann Steady')).toContainText('Available')
  }
  await portal.stop()
  await expect(bo.page.getByText(/^No connection/)).toBeVisible({ timeout: 20_000 })
  await portal.start()
  for (const { page } of [ann, bo])
    await expect(page.getByText(/^No (live )?connection/)).toBeHidden({ timeout: 30_000 })
  await ann.page.getByRole('radio', { name: 'Break' }).check()
  await ann.page.getByRole('button', { name: 'Update' }).click()
  for (const { page } of [ann, bo]) await expect(rowOf(page, 'Ann Steady')).toContainText('Break')
})

test('a board admin changes another’s status, and that person sees it', async ({ as }) => {
  const [ann, lead] = [await as('staff', 'Ann Changed'), await as('lead', 'Lena Lead')]
  await ann.page.goto('/app/onbreak')
  await lead.page.goto('/app/onbreak')
  await lead.page.getByRole('link', { name: 'Edit Ann Changed' }).click()
  await expect(lead.page.getByRole('heading', { level: 1, name: 'Ann Changed' })).toBeVisible()
  await lead.page.getByRole('radio', { name: 'Break' }).check()
  await lead.page.getByRole('button', { name: 'Update' }).click()
  await expect(ann.page.getByRole('button', { name: "I'm Back" })).toBeVisible()
  await lead.page.getByRole('button', { name: "They're Back" }).click()
  await expect(ann.page.getByRole('button', { name: 'Update' })).toBeVisible()
  await lead.page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').click()
  await expect(lead.page).toHaveURL(/\/app\/onbreak$/)
})

test('a message over 200 characters is refused before it is sent, and stays in the field', async ({ as }) => {
  const { page } = await as('staff')
  await page.goto('/app/onbreak')
  const long = '😀'.repeat(201)
  await page.getByLabel('Message').fill(long)
  await expect(page.getByText('The message can have at most 200 characters.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Update' })).toBeDisabled()
  await expect(page.getByLabel('Message')).toHaveValue(long)
  await page.getByLabel('Message').fill('😀'.repeat(200))
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('button', { name: "I'm Back" })).toBeVisible()
})

test('filter, name and order are in the address, and survive a reload', async ({ as, portal }) => {
  const { page } = await as('lead', 'Zoe Filter')
  await portal.addPerson({ name: 'Adam Filter', rights: { access_onbreak: true } })
  await page.goto('/app/onbreak')
  await page.getByRole('searchbox', { name: 'Name' }).fill('filter')
  await page.getByRole('button', { name: 'Employee' }).click()
  const names = () => list(page).getByRole('row').filter({ hasText: 'Filter' }).allInnerTexts()
  await expect
    .poll(async () => (await names()).map((text) => /\w+ Filter/.exec(text)?.[0]))
    .toEqual(['Adam Filter', 'Zoe Filter'])
  await page.getByRole('button', { name: 'Employee' }).click()
  await expect(page).toHaveURL(/dir=desc/)
  await page.reload()
  await expect
    .poll(async () => (await names()).map((text) => /\w+ Filter/.exec(text)?.[0]))
    .toEqual(['Zoe Filter', 'Adam Filter'])
})

test('what is typed fast into the name filter stays as typed, and the field follows the back button', async ({
  as,
}) => {
  const { page } = await as('staff', 'Ann Typist')
  await page.goto('/app/onbreak')
  const name = page.getByRole('searchbox', { name: 'Name' })
  await name.fill('an')
  await name.press('Home')
  await page.keyboard.type('XYZ')
  await expect(name).toHaveValue('XYZan')
  await expect(page).toHaveURL(/name=XYZan/)
  await page.getByRole('banner').getByRole('link').first().click()
  await expect(page).not.toHaveURL(/onbreak/)
  await page.goBack()
  await expect(name).toHaveValue('XYZan')

  await page.evaluate(() => {
    history.pushState(history.state, '', '/app/onbreak?name=typist')
  })
  await expect(name).toHaveValue('typist')
  await page.goBack()
  await expect(name).toHaveValue('XYZan')
})

test('the board opens without a network, says since when, and keeps what is done there until the line is back', async ({
  as,
  whileOffline,
}) => {
  const [ann, bo] = [await as('staff', 'Ann Offline'), await as('staff', 'Bo Online')]
  const { page } = ann
  await page.goto('/app/onbreak')
  await expectControlled(page)
  await page.reload()
  await expect(rowOf(page, 'Ann Offline')).toContainText('Available')
  await bo.page.goto('/app/onbreak')
  await whileOffline(page, async () => {
    await page.reload()
    await expect(rowOf(page, 'Ann Offline')).toContainText('Available')
    await expect(page.getByText(/^No connection since/)).toBeVisible()
    await page.getByLabel('Message').fill('Under the bridge')
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(page.getByRole('button', { name: "I'm Back" })).toBeVisible()
    await expect(rowOf(page, 'Ann Offline')).toContainText('Waiting to be sent')
    await page.reload()
    await expect(rowOf(page, 'Ann Offline')).toContainText('Under the bridge')
    await expect(rowOf(bo.page, 'Ann Offline')).toContainText('Available')
  })
  await expect(rowOf(bo.page, 'Ann Offline')).toContainText('Under the bridge', { timeout: 20_000 })
  await expect(rowOf(page, 'Ann Offline')).not.toContainText('Waiting to be sent')
})

test('an admin without a flag is told which permission the board needs', async ({ browser, portal }) => {
  const person = await portal.addPerson({ rights: { isAdmin: true } })
  const page = await browser.newPage({ baseURL: portal.url })
  await page.goto('/app/onbreak')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText(/This needs the permission Access On-Break or Admin On-Break\./)).toBeVisible()
  await page.close()
})
