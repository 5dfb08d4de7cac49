/** Admin tasks: users, the catalogue, the audit log, importing people from a file, and a company of thousands. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { KINDS } from '#tests/pictures.ts'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { openPortalProcess } from './portal-process.ts'

const SCREENS = [
  '/frontend-admin/userlist',
  '/frontend-admin/user/1/edit',
  '/frontend-admin/applicationlist',
  '/frontend-admin/application/1/edit',
  '/frontend-admin/audit',
  '/frontend-admin/import',
]

test('the tick of a checkbox has the text colour for the accent, in both schemes', async ({ as }) => {
  const { page } = await as('admin')
  await page.goto('/app/onboarding/new-user')
  const tick = page.locator('.mantine-Checkbox-icon').last()
  await expect(page.getByRole('checkbox', { name: 'Company Employee' })).toBeChecked()
  for (const [colorScheme, ink] of [
    ['light', 'rgb(255, 255, 255)'],
    ['dark', 'rgb(8, 35, 29)'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(tick).toHaveCSS('color', ink)
  }
})

test('admin screens send everybody but admins home', async ({ as }) => {
  const { page } = await as('lead')
  for (const path of SCREENS) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Our Apps' })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/')
  }
  await expect(page.getByRole('button', { name: 'Admin' })).toHaveCount(0)
})

test('a granted permission takes effect on the person’s open page by itself', async ({ as }) => {
  const { page: theirs, person } = await as('nobody', 'Nora Newcomer')
  await theirs.goto('/')
  await expect(theirs.getByText("You don't have access to any apps yet.")).toBeVisible()

  const { page } = await as('admin')
  await page.goto('/')
  await page.getByRole('button', { name: 'Admin' }).click()
  await page.getByRole('menuitem', { name: 'Users' }).click()
  await page.getByLabel('Search by name').fill('nora new')
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('link', { name: 'Edit Nora Newcomer' }).click()
  await page.getByLabel('Access ETL Viewer').check()
  await theirs.bringToFront()
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(theirs.getByRole('link', { name: 'ETL Viewer' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()

  await page.goto(`/frontend-admin/audit?person=${person.id}`)
  const changed = page.getByRole('row').filter({ hasText: 'Access ETL Viewer' }).first()
  await expect(changed).toContainText('Permissions changed')
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Registered')
  await expect(page.getByRole('row')).toHaveCount(2)
})

test('an application is made, filled in, given a picture and deleted', async ({ as }) => {
  const { page } = await as('admin')
  await page.goto('/frontend-admin/applicationlist')
  await page.getByRole('button', { name: 'Create Application' }).click()
  await expect(page).toHaveURL(/\/frontend-admin\/application\/\d+\/edit$/)
  // The address changes before the screen does: without this wait ‘App Name’ of the list would be filled.
  await expect(page.getByRole('heading', { name: 'Edit Application' })).toBeVisible()
  await page.getByLabel('Name').fill('Canteen')
  await page.getByLabel('URL Slug').fill('canteen')
  const image = { name: 'soup.png', mimeType: 'image/png', buffer: await KINDS.png() }
  await page.getByLabel('File to upload').setInputFiles(image)
  await expect(page.getByRole('main').getByText('Uploaded. Update keeps it.')).toBeVisible()
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page).toHaveURL(/\/frontend-admin\/applicationlist$/)

  await page.goto('/')
  const picture = page.getByRole('link', { name: 'Canteen' }).locator('img')
  await expect(picture).toHaveAttribute('src', /^\/media\//)
  await expect.poll(() => picture.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0)

  await page.goto('/frontend-admin/applicationlist')
  await page.getByRole('button', { name: 'Delete Canteen' }).click()
  const prompt = page.getByRole('dialog', { name: 'Canteen' })
  await expect(prompt).toContainText('Are you sure you want to delete this application?')
  await prompt.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Canteen' })).toHaveCount(0)
})

test('three people are imported from a file, and the first signs in with the password in the result', async ({
  as,
  page: door,
}) => {
  const { page } = await as('admin')
  await page.goto('/frontend-admin/userlist')
  await page.getByRole('link', { name: 'Import People' }).click()
  const lines = ['Name;Email;Employee;Manager;Manager’s Email']
  for (const name of ['Ida', 'Jon', 'Kim']) lines.push(`${name} File;${name}@file.example;yes;;kim@file.example`)
  lines[3] = 'Kim File;kim@file.example;yes;yes;'
  await page.getByLabel('CSV file').setInputFiles({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\r\n')),
  })
  await expect(page.getByText('Can be added')).toHaveCount(3)
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Add 3 people' }).click()
  await expect(page.getByText('3 of 3 people done')).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the result' }).click(),
  ])
  const result = await readFile(await download.path(), 'utf8')
  const password = /^2,Ida File,ida@file\.example,([a-z2-9-]{19}),Added\r?$/m.exec(result)?.[1] ?? ''

  await door.goto('/login')
  await door.getByLabel('Email').fill('ida@file.example')
  await door.getByLabel('Password').fill(password)
  await door.getByRole('button', { name: 'Sign In' }).click()
  await expect(door.getByRole('heading', { name: 'Set Password' })).toBeVisible()
})

test('the status page shows the database, the live sockets and the last backup', async ({ as }) => {
  const { page } = await as('admin')
  await page.goto('/app/server-status')
  await expect(page.getByText('All is well')).toBeVisible()
  const card = (label: string) => page.locator('.card').filter({ hasText: label })
  await expect(card('SQLite')).toContainText(/\d (?:k|M)B/)
  await expect(card('Live sockets')).toContainText(/\d/)
  // Either year is right if the year ended within the last hour in the browser's time zone.
  const years = [Date.now() - 3_600_000, Date.now()].map((at) =>
    new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'Europe/Berlin' }).format(at),
  )
  await expect(card('Last backup')).toContainText(new RegExp(years.join('|')))
})

test('the status page goes on by itself after a request that failed', async ({ as }) => {
  const { page } = await as('admin')
  await page.clock.install()
  let isDown = true
  await page.route('**/api/status/', (route) => (isDown ? route.abort() : route.continue()))
  await page.goto('/app/server-status')
  await expect(page.getByRole('alert')).toContainText('cannot be reached')
  isDown = false
  await page.clock.runFor(10_000)
  await expect(page.getByText('All is well')).toBeVisible()
})

/** Types a text key by key; returns how long each key takes until the page has drawn its result, in milliseconds. */
const typed = (page: Page, text: string) =>
  page.getByLabel('Search by name').evaluate(async (field: HTMLInputElement, letters) => {
    const took: number[] = []
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    for (let length = 1; length <= letters.length; length++) {
      const start = performance.now()
      set?.call(field, letters.slice(0, length))
      field.dispatchEvent(new Event('input', { bubbles: true }))
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      took.push(performance.now() - start)
    }
    return took
  }, text)

test('the user list stays fast with 5,000 people', async ({ page }) => {
  const demo = await openPortalProcess({ args: ['--demo', '--people', '5000'], patienceMs: 90_000 })
  try {
    await page.goto(`${demo.url}/frontend-admin/userlist`)
    await page.getByLabel('Email').fill('ines.okafor@foyer.example')
    await page.getByLabel('Password').fill('foyer-demo')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByText('5,000 users')).toBeVisible()
    const rows = page.locator('tr[data-key]')
    expect(await rows.count()).toBeLessThan(80)
    // Polls, since a shared machine may stall for a moment.
    await expect.poll(async () => Math.max(...(await typed(page, 'okafor')))).toBeLessThan(1_000)
    await expect(page.getByText(/^\d+ of 5,000 users$/)).toBeVisible()
    await page.getByLabel('Search by name').fill('')
    await page.getByRole('button', { name: 'EMAIL' }).click()
    await expect(page.getByRole('columnheader', { name: 'EMAIL' })).toHaveAttribute('aria-sort', 'ascending')
    await page.locator('[data-virtual]').evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expect(rows.last()).toBeInViewport()
  } finally {
    await demo.end()
  }
})
