import { listApplications, listPins } from '#contract/apps/applications.ts'
import { listMyTasks } from '#contract/apps/checklist.ts'
import { listOpenPeriods } from '#contract/apps/mood.ts'
import { getBoard, getMyBreak } from '#contract/apps/onbreak.ts'
import { expect, expectControlled, test } from './fixtures.ts'

for (const [path, calls] of [
  ['/', [listApplications, listPins, listMyTasks, listOpenPeriods]],
  ['/app/onbreak', [getBoard, getMyBreak]],
] as const)
  test(`a first visit to ${path} requests its data before its code has loaded, and once`, async ({ as }) => {
    const { page, person } = await as('staff')
    const asked: string[] = []
    let tell = () => {}
    const isAsked = new Promise<void>((resolve) => {
      tell = resolve
    })
    page.on('request', (request) => {
      asked.push(new URL(request.url()).pathname)
      if (calls.every((call) => asked.includes(call.path))) tell()
    })
    await page.route('**/assets/*.js', async (route) => {
      await isAsked
      await route.continue()
    })
    await page.goto(path)
    if (path === '/') await expect(page.getByRole('link', { name: 'On Break' })).toBeVisible()
    else await expect(page.getByRole('row', { name: person.name })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(calls.map((call) => asked.filter((each) => each === call.path))).toEqual(calls.map(({ path }) => [path]))
  })

test('a first visit requests no data that the person may not see', async ({ as }) => {
  const { page } = await as('analyst')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/app/onbreak')
  await expect(page.getByText('Access On-Break')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect([getBoard.path, getMyBreak.path].filter((path) => asked.includes(path))).toEqual([])
})

test('home shows in the first frame, even if the device’s database never opens', async ({ as, whileOffline }) => {
  const { page, person } = await as('staff')
  await page.goto('/')
  await expectControlled(page)
  await page.waitForFunction((key) => localStorage.getItem(key)?.includes('On Break'), `portal.boot:${person.id}`)
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest
    // The page's timeout for the database never fires either.
    const later = window.setTimeout
    window.setTimeout = ((run: () => void, delay?: number) => (delay === 1_500 ? 0 : later(run, delay))) as typeof later
  })
  await whileOffline(page, async () => {
    await page.reload()
    await expect(page.getByRole('link', { name: 'On Break' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Offline since/ })).toBeVisible()
  })
})

for (const [scheme, ground] of [
  ['light', 'rgb(250, 248, 245)'],
  ['dark', 'rgb(21, 24, 27)'],
] as const)
  test(`before any script runs the background is ${scheme} on a device that is`, async ({ browser, portal }) => {
    const context = await browser.newContext({ baseURL: portal.url, colorScheme: scheme, javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto('/')
    await expect(page.locator('body')).toHaveCSS('background-color', ground)
    await context.close()
  })

test('a scheme that a person chose overrides the device’s, also after a reload', async ({ as }) => {
  const { page } = await as('nobody')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/profile')
  await page.getByText('Dark', { exact: true }).click()
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(21, 24, 27)')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(21, 24, 27)')
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
})

test('the code of an app is loaded before the app is opened', async ({ as }) => {
  const { page } = await as('analyst')
  await page.goto('/')
  const tile = page.getByRole('link', { name: 'ETL' })
  await expect(tile).toBeVisible()
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/assets\/app\.etl.*\.js$/.test(name)),
  )
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await tile.click()
  await expect(page).toHaveURL(/\/app\/etl/)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Our Apps')
  expect(asked.filter((url) => /\/assets\/app\.etl/.test(url))).toEqual([])
})

test('from the first launch after installation on, the engine compiles none of the launch code anew', async ({
  as,
  browser,
}) => {
  const { page } = await as('staff')
  await page.goto('/')
  await expectControlled(page)
  const next = await page.context().newPage()
  const devtools = await browser.newBrowserCDPSession()
  const read: string[] = []
  const compiled: string[] = []
  devtools.on('Tracing.dataCollected', ({ value }) => {
    for (const { name, args } of value as unknown as { name: string; args?: { data?: { url?: string } } }[]) {
      const [, chunk] = /\/assets\/(first|react)-/.exec(args?.data?.url ?? '') ?? []
      if (chunk && name === 'v8.deserializeOnBackground') read.push(chunk)
      if (chunk && name === 'v8.parseOnBackground') compiled.push(chunk)
    }
  })
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['v8', 'devtools.timeline'] },
  })
  await next.goto('/')
  await expect(next.getByRole('link', { name: 'On Break' })).toBeVisible()
  const complete = new Promise<void>((resolve) => devtools.once('Tracing.tracingComplete', () => resolve()))
  await devtools.send('Tracing.end')
  await complete
  expect(read.sort()).toEqual(['first', 'react'])
  expect(compiled).toEqual([])
})
