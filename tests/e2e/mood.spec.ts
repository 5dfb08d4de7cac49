/** The mood report in a browser: it cannot be lost, arrives once, and is seen only by the people it is for. */
import type { Page } from '@playwright/test'
import { updatePermissions } from '#contract/apps/accounts.ts'
import { listAllReports, listOpenPeriods, submitMoodReport } from '#contract/apps/mood.ts'
import { ADMIN, expect, expectControlled, expectNoAxeViolations, type Person, type Portal, test } from './fixtures.ts'
import { everythingKept, outboxRows } from './outbox-rows.ts'

const SECRET = 'between my leader and me'

async function openForm(page: Page): Promise<void> {
  await page.goto('/app/mood-report')
  await page.getByRole('combobox', { name: 'Date Range' }).click()
  await page.getByRole('option').last().click()
  await expect(page.getByRole('heading', { name: /^Welcome Back, / })).toBeVisible()
  await expectControlled(page)
}

const pick = (page: Page, question: string, word: string) =>
  page.getByRole('group', { name: question }).getByRole('radio', { name: word }).check()

async function fill(page: Page): Promise<void> {
  await pick(page, 'How was your morale?', 'Good')
  await pick(page, 'How was your stress?', 'Relaxed')
  await pick(page, 'How was your workload?', 'Fair')
  await page.getByLabel('Morale comment').fill(`${SECRET}: the desk`)
  await page.getByLabel('What was your high?').fill(SECRET)
  await page.getByLabel('What was your low?').fill('the rain')
}
const submit = (page: Page) => page.getByRole('button', { name: 'Submit' }).click()

/** Returns the reports by this person that the server holds. */
async function reportsOf(portal: Portal, { name }: Person) {
  const reader = await portal.signIn(await portal.addPerson({ rights: { mood_admin: true } }))
  return (await portal.call(listAllReports, { as: reader.token })).filter((report) => report.name === name)
}

/** Sends a report for the latest week from another device of the same person. */
async function sendElsewhere(portal: Portal, person: Person, highComment: string): Promise<void> {
  const { token: as } = await portal.signIn(person)
  const period = (await portal.call(listOpenPeriods, { as })).at(-1)
  await portal.call(submitMoodReport, {
    as,
    body: {
      timePeriod: period?._id ?? 0,
      moraleLevel: 2,
      moraleComment: 'a hard one',
      stressLevel: 5,
      workloadLevel: 3,
      highComment,
      lowComment: 'the queue',
    },
  })
}

test('a report written and sent offline, over reloads, arrives once and leaves nothing on the device', async ({
  as,
  portal,
  whileOffline,
}) => {
  const { page, person } = await as('staff')
  await openForm(page)
  await whileOffline(page, async () => {
    await fill(page)
    await page.reload()
    await expect(page.getByLabel('What was your high?')).toHaveValue(SECRET)
    await expect(page.getByRole('radio', { name: 'Relaxed' })).toBeChecked()
    await submit(page)
    await expect(page.getByRole('heading', { name: `Thanks for the feedback, ${person.name}.` })).toBeVisible()
    await expect(page.getByText('Saved on this device')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Saved on this device')).toBeVisible()
    expect(await reportsOf(portal, person)).toEqual([])
  })
  await expect(page.getByText(/^Sent \d/)).toBeVisible({ timeout: 20_000 })
  await page.reload()
  expect(await reportsOf(portal, person)).toMatchObject([{ highComment: SECRET, stressLevel: 5 }])
  expect((await outboxRows(page)).map(({ state }) => state)).toEqual(['acked'])
  expect(await everythingKept(page)).not.toContain(SECRET)
  await page.goto('/app/mood-report')
  await expect(page.getByRole('heading', { name: `Welcome Back ${person.name}.` })).toBeVisible()
})

test('a refused report gives its text back, and nothing of it is left after signing out', async ({
  as,
  portal,
  whileOffline,
}) => {
  const { page, person } = await as('staff')
  await openForm(page)
  await expectNoAxeViolations(page)
  await whileOffline(page, async () => {
    await fill(page)
    await submit(page)
    await expect(page.getByText('Saved on this device')).toBeVisible()
    await sendElsewhere(portal, person, 'from my phone')
  })
  await expect(page.getByText('You have already sent a report for this week.')).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Back to what you wrote' }).click()
  await expect(page.getByLabel('What was your high?')).toHaveValue(SECRET)
  await page.getByLabel('Anything Else?').fill(`${SECRET}, still`)
  expect(await everythingKept(page)).toContain(`${SECRET}, still`)

  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Discard and sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
  await expect.poll(() => everythingKept(page)).not.toContain(SECRET)
  expect(await reportsOf(portal, person)).toMatchObject([{ highComment: 'from my phone' }])
})

test('a manager reads a report, level by level, and the back button goes back a level', async ({ browser, portal }) => {
  const manager = await portal.addPerson({ name: 'Max Manager', rights: { access_mood: true, isCepManager: true } })
  const author = await portal.addPerson({ name: 'Ann Author', rights: { access_mood: true, isCEP: true } })
  const admin = await portal.signIn(ADMIN)
  await portal.call(updatePermissions, {
    as: admin.token,
    params: { id: author.id },
    body: { access_mood: true, isCEP: true, cepManager: manager.id },
  })
  await sendElsewhere(portal, author, 'a patient customer')

  const userInfo = JSON.stringify(await portal.signIn(manager))
  const origin = { origin: portal.url, localStorage: [{ name: 'userInfo', value: userInfo }] }
  const context = await browser.newContext({ baseURL: portal.url, storageState: { cookies: [], origins: [origin] } })
  const page = await context.newPage()
  await page.goto('/app/mood-report')
  await page.getByRole('link', { name: 'My Reports' }).click()
  await page.getByRole('button', { name: 'View reports of Ann Author' }).click()
  await expect(page.getByRole('columnheader', { name: 'Morale Comment' })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: /^Ann Author, / }).click()
  await expect(page.getByText('a patient customer')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.goBack()
  await expect(page.getByRole('table', { name: 'Reports' })).toBeVisible()
  await page.getByRole('button', { name: 'Go Back' }).click()
  await page.getByText('By Report').click()
  await page
    .getByRole('button', { name: /^View reports of / })
    .first()
    .click()
  await expect(page.getByRole('link', { name: /^Ann Author, / })).toBeVisible()
  expect(await everythingKept(page)).not.toContain('a patient customer')
  await context.close()
})

test('on a phone the error about what is missing is in sight, along with the button that was pressed', async ({
  as,
}) => {
  const { page } = await as('staff')
  await page.setViewportSize({ width: 390, height: 780 })
  await openForm(page)
  await submit(page)
  await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Submit' })).toBeInViewport({ ratio: 1 })
})
