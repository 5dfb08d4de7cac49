/** The portal's page on another server, which implements section 7 of the spec and none of our additions (wire.md). */
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { expectControlled } from './fixtures.ts'
import { type OtherServer, openOtherServer } from './other-server.ts'

interface Fixtures {
  server: OtherServer
  /** Signs this person in by the form; returns the page. */
  as(name: 'ada' | 'eve' | 'max' | 'mia' | 'ned'): Promise<Page>
}

const test = base.extend<Fixtures & { hasFallback: boolean }>({
  hasFallback: [false, { option: true }],
  server: async ({ hasFallback }, use) => {
    const server = await openOtherServer({ hasFallback })
    await use(server)
    await server.stop()
  },
  as: async ({ browser, server }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (name) => {
      const context = await browser.newContext({ baseURL: server.url })
      contexts.push(context)
      const page = await context.newPage()
      await page.routeWebSocket('ws://localhost:8000/', (socket) => server.live(socket))
      await page.goto('/login')
      await page.getByLabel('Email').fill(`${name}@other.example`)
      await page.getByLabel('Password', { exact: true }).fill('foyer-demo')
      await page.getByRole('button', { name: 'Sign In' }).click()
      await expect(page.getByLabel('Email')).toBeHidden()
      return page
    })
    for (const context of contexts) await context.close()
  },
})

/** Every screen, and a text that it shows once it has loaded. */
const SCREENS: readonly (readonly [path: string, shows: string])[] = [
  ['/', 'App onbreak'],
  ['/profile', 'Permissions/Settings'],
  ['/versions', 'Second'],
  ['/version/1/edit', 'It begins.'],
  ['/app/etl', '50.0%'],
  ['/app/etl?tab=drill-down&source=1', '2 tables'],
  ['/app/etl?tab=failed', 'load 5'],
  ['/app/vid', 'No videos have been added yet.'],
  ['/app/onbreak', 'Max Manager'],
  ['/app/onbreak/2/edit', 'Eve Employee'],
  ['/app/onbreak/types', 'This portal’s break types cannot be changed here.'],
  ['/app/onbreak/displays', 'This portal has no displays.'],
  ['/app/api-docs', "An application wasn't found at the current url"],
  ['/frontend-admin/audit', 'This portal has no audit log.'],
  ['/app/mood-report', 'Which week is it about?'],
  ['/app/mood-report?view=all&by=report', 'Last week'],
  ['/app/mood-report?view=my', 'Eve Employee'],
  ['/app/reporting', 'This portal has no figures.'],
  ['/app/onboarding', 'Ned New'],
  ['/app/onboarding/5', '0 of 2 done'],
  ['/app/onboarding/new-user', 'Create New User'],
  ['/app/onboarding/old-user', 'Remove Old User'],
  ['/app/onboarding/todos', 'Laptop'],
  ['/app/onboarding/todos/1/edit', 'Edit Todo'],
  ['/app/onboarding/departments', 'Depot'],
  ['/app/onboarding/departments/2/edit', 'Edit Department'],
  ['/frontend-admin/userlist', 'mia@other.example'],
  ['/frontend-admin/user/2/edit', 'Eve Employee · ID 2'],
  ['/frontend-admin/applicationlist', 'App etl'],
  ['/frontend-admin/application/1/edit', 'Edit Application'],
]

async function expectEveryScreen(page: Page): Promise<void> {
  for (const [path, shows] of SCREENS) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByText(shows).first()).toBeVisible()
      await expect(page.getByText('Loading...')).toHaveCount(0)
      // Missing calls and responses with fewer fields than ours must not raise an alert.
      await expect(page.getByRole('alert')).toHaveCount(0)
      await expect(page.getByText('Online', { exact: true })).toBeAttached()
    })
  }
}

test('every screen shows what there is, and raises no alert for what there is not', async ({ as }) => {
  await expectEveryScreen(await as('ada'))
})

test.describe('a server that answers unknown paths with the page', () => {
  test.use({ hasFallback: true })
  test('counts as reachable, and every screen opens', async ({ as }) => {
    await expectEveryScreen(await as('ada'))
  })
})

test('features that only our server has are not offered', async ({ as }) => {
  const page = await as('ada')
  await expect(page.getByRole('link', { name: 'App etl' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pin / })).toHaveCount(0)
  await page.goto('/versions')
  // Versions are sorted newest first, whatever the server's order.
  await expect(page.getByRole('button', { name: /^(First|Second)/ })).toHaveText([/^Second/, /^First/])
  await expect(page.getByRole('button', { name: 'New Version' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Delete Second' })).toHaveCount(0)
  await page.goto('/app/etl')
  await expect(page.getByRole('tab', { name: 'Failed Steps' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Keys' })).toHaveCount(0)
  await page.goto('/app/onbreak')
  await expect(page.getByRole('row', { name: /Max Manager/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Break Types' })).toHaveCount(0)
})

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })

async function leave(page: Page, message: string): Promise<void> {
  await page.getByRole('radio', { name: 'Lunch' }).check({ force: true })
  await page.getByLabel('Message', { exact: true }).fill(message)
  await page.getByRole('button', { name: 'Update', exact: true }).click()
}

test('everybody sees who leaves and comes back, though the server only forwards what clients send', async ({
  as,
  server,
}) => {
  const [eve, ada] = [await as('eve'), await as('ada')]
  for (const page of [eve, ada]) {
    await page.goto('/app/onbreak')
    await expect(row(page, 'Eve Employee')).toContainText('Available')
  }
  await leave(eve, 'Soup')
  for (const page of [eve, ada]) await expect(row(page, 'Eve Employee')).toContainText('Soup')
  // The break log of this server is also written by its clients.
  await expect.poll(() => server.records.log).toMatchObject([{ breakType: 'Lunch', customMessage: 'Soup' }])
  await ada.getByRole('link', { name: 'Edit Eve Employee' }).click()
  await ada.getByRole('button', { name: "They're Back" }).click()
  await expect(eve.getByRole('button', { name: "I'm Back" })).toBeHidden()
  await expect(row(eve, 'Eve Employee')).toContainText('Available')
  // This server keeps the type of a break that is over; the page must not show it.
  expect(server.records.breaks[1]).toMatchObject({ status: true, breakType: 'Lunch', customMessage: 'Soup' })
  await expect(row(eve, 'Eve Employee')).not.toContainText('Lunch')
})

test('a change made offline is sent once the server is back, and takes effect', async ({ as, server }) => {
  const page = await as('eve')
  await page.goto('/app/onbreak')
  await expect(row(page, 'Eve Employee')).toContainText('Available')
  // Until then the page may still be loading the outbox code.
  await expectControlled(page)
  await server.stop()
  await leave(page, 'Cut off')
  await expect(page.getByText('Waiting to be sent').first()).toBeVisible()
  await server.start()
  await expect(page.getByText('Waiting to be sent')).toHaveCount(0, { timeout: 30_000 })
  await expect(row(page, 'Eve Employee')).toContainText('Cut off')
  expect(server.records.breaks[1]).toMatchObject({ status: false, breakType: 'Lunch', customMessage: 'Cut off' })
})

test('a change made offline reaches everybody, even from a page that shows no board by then', async ({
  as,
  server,
}) => {
  const [eve, ada] = [await as('eve'), await as('ada')]
  for (const page of [eve, ada]) {
    await page.goto('/app/onbreak')
    await expect(row(page, 'Eve Employee')).toContainText('Available')
  }
  await expectControlled(eve)
  await eve.goto('/versions')
  await eve.goto('/app/onbreak')
  await server.stop()
  await leave(eve, 'Told later')
  await expect(eve.getByText('Waiting to be sent').first()).toBeVisible()
  await eve.getByRole('link', { name: 'Release notes' }).click()
  await expect(eve.getByRole('heading', { level: 1, name: 'Versions' })).toBeVisible()
  await server.start()
  await expect.poll(() => server.records.breaks[1].customMessage, { timeout: 30_000 }).toBe('Told later')
  await expect(row(ada, 'Eve Employee')).toContainText('Told later', { timeout: 30_000 })
})

test('a mood report is sent once, whatever the server answers', async ({ as, server }) => {
  const page = await as('eve')
  await page.goto('/app/mood-report')
  await page.getByRole('combobox', { name: 'Date Range' }).click()
  await page.getByRole('option').first().click()
  for (const face of [3, 8, 12]) await page.getByRole('radio').nth(face).check({ force: true })
  await page.getByLabel('What was your high?').fill('The sun.')
  await page.getByLabel('What was your low?').fill('The rain.')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Thanks for the feedback, Eve Employee.')).toBeVisible()
  await expect(page.getByText(/^Sent/)).toBeVisible()
  await page.goto('/app/mood-report')
  await expect(page.getByText('Which week is it about?')).toBeVisible()
  await expect(page.getByText('waiting', { exact: false })).toHaveCount(0)
  expect(server.records.sent).toHaveLength(1)
})

test('checklists, todos and new users work, whatever the server answers', async ({ as, server }) => {
  const page = await as('ada')
  await page.goto('/app/onboarding/5')
  const first = page.getByRole('checkbox').first()
  await expect(first).toHaveAccessibleName(server.records.todos[0].customMessage)
  await first.click()
  await expect(page.getByText('1 of 2 done')).toBeVisible()
  await page.getByRole('button', { name: 'Complete all tasks' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Complete/ })
    .click()
  await expect(page.getByText('2 of 2 done')).toBeVisible()
  await expect.poll(() => server.records.tasks.every(({ isChecked }) => isChecked)).toBe(true)
  await page.goto('/app/onboarding/todos')
  await page.getByRole('button', { name: 'Move Badge down' }).click()
  await expect.poll(() => server.records.todos.map(({ weight }) => weight).slice(0, 2)).toEqual([1, 0])
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.goto('/app/onboarding/new-user')
  await page.getByLabel('Name').fill('Nia Next')
  await page.getByLabel('Email').fill('nia@other.example')
  for (const field of ['Temporary Password', 'Confirm Password'])
    await page.getByLabel(field, { exact: true }).fill('a secret of hers')
  await page.getByLabel('Department').selectOption('Depot')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('Nia Next was added')).toBeVisible()
  expect(
    server.log
      .filter(({ call }) => call.startsWith('POST'))
      .map(({ call }) => call)
      .slice(-3),
  ).toEqual(['POST /api/users/registerother/', 'POST /api/users/perms/create/6/', 'POST /api/checklist/newuser/6/'])
})

test('imported people get the permissions in the file and keep those they have, as each update is sent whole', async ({
  as,
  server,
}) => {
  const page = await as('ada')
  await page.goto('/frontend-admin/import')
  const lines = ['Name,Email,Department,Manager’s Email,Employee,Access ETL Viewer,Access On-Break']
  lines.push('Mia Mood,mia@other.example,,,,yes,', 'Noa Next,noa@other.example,Depot,max@other.example,yes,,yes')
  await page.getByLabel('CSV file').setInputFiles({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\n')),
  })
  await page.getByRole('checkbox', { name: /^Include the 1 person who already has an account/ }).check()
  await page.getByRole('button', { name: 'Add 2 people' }).click()
  await expect(page.getByText(/^All of them are done\./)).toBeVisible()
  const [mia, noa] = ['mia', 'noa'].map((name) => server.records.users.find(({ email }) => email.startsWith(name)))
  expect(mia?.permissions).toMatchObject({ access_etl: true, access_mood: true, mood_admin: true })
  expect(noa?.permissions).toMatchObject({ isCEP: true, access_onbreak: true, empType: 'Depot', myManager: 3 })
  expect(server.log.map(({ call }) => call)).toContain(`POST /api/onbreak/create/${noa?._id}/`)
})

test('a person given access is put on the board, and a deactivated one loses all permissions and leaves it', async ({
  as,
  server,
}) => {
  const { users, breaks } = server.records
  const isOnBoard = (id: number) => breaks.some(({ user }) => user === id)
  const page = await as('ada')
  await page.goto('/frontend-admin/user/4/edit')
  await page.getByRole('switch', { name: 'Access On-Break' }).click({ force: true })
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(page).toHaveURL(/userlist/)
  expect(users[3].permissions).toMatchObject({ access_onbreak: true, access_mood: true, mood_admin: true })
  expect(isOnBoard(4)).toBe(true)

  await page.goto('/frontend-admin/user/2/edit')
  await page.getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByText('Eve Employee is deactivated and cannot sign in.')).toBeVisible()
  const { empType, changed_password, myManager, ...flags } = users[1].permissions
  expect(empType).toBe('deactivated')
  expect(new Set(Object.values(flags))).toEqual(new Set([false]))
  expect(isOnBoard(2)).toBe(false)
})

test('a first password is set, an error resolved, a version written, and one signs out', async ({ as, server }) => {
  const ned = await as('ned')
  for (const field of ['New Password', 'Confirm Password'])
    await ned.getByLabel(field, { exact: true }).fill('a secret of his own')
  await ned.getByRole('button', { name: 'Set Password' }).click()
  await expect(ned.getByRole('heading', { name: 'Our Apps' })).toBeVisible()

  const ada = await as('ada')
  await ada.goto('/app/etl?tab=failed')
  await ada.getByRole('button', { name: /Error Resolved/ }).click()
  await expect(ada.getByText('1 error is marked as resolved.')).toBeVisible()
  await expect.poll(() => server.records.runs[1].isFixed).toBe(true)
  await ada.goto('/version/1/edit')
  await ada.getByLabel('Title').fill('The first')
  await ada.getByRole('button', { name: 'Save' }).click()
  await expect(ada.getByText('The first')).toBeVisible()
  await ada.getByRole('button', { name: 'Sign out' }).click()
  await expect(ada.getByRole('button', { name: 'Sign In' })).toBeVisible()
})
