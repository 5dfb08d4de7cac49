import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page, type Request } from '@playwright/test'
import { PURGE_USER, USER_HEADER } from '#src/lib/page-and-worker.ts'
import { browserArgs, findBrowser } from '../../scripts/find-browser.mjs'
import { expect, expectControlled, test } from './fixtures.ts'

/** Lists the API responses that the worker has cached, as cache name and path. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const found: string[] = []
    for (const name of await caches.keys())
      if (name.startsWith('api-'))
        for (const request of await (await caches.open(name)).keys()) {
          const url = new URL(request.url)
          found.push(`${name} ${url.pathname}${request.headers.has('authorization') ? ' with a token' : ''}`)
        }
    return found
  })

/** Lists the names of all caches, and of those that the worker's expiration database still mentions. */
const listed = (page: Page) =>
  page.evaluate(async () => {
    const entries = await new Promise<{ cacheName: string }[]>((resolve, reject) => {
      const opening = indexedDB.open('workbox-expiration')
      opening.onerror = () => reject(opening.error)
      opening.onsuccess = () => {
        const reading = opening.result.transaction('cache-entries').objectStore('cache-entries').getAll()
        reading.onerror = () => reject(reading.error)
        reading.onsuccess = () => {
          opening.result.close()
          resolve(reading.result)
        }
      }
    })
    return [...(await caches.keys()), ...entries.map(({ cacheName }) => cacheName)]
  })

test('the page leaves it to a phone in landscape to keep it clear of the notch and the corners', async ({ portal }) => {
  // The browser insets a page unless it claims the whole screen by `viewport-fit=cover`. The portal must not claim it: of
  // all its parts at a screen edge only the sheets keep clear of the notch by themselves.
  const page = await (await fetch(portal.url, { headers: { accept: 'text/html' } })).text()
  expect(page).toContain('<meta name="viewport"')
  expect(page).not.toContain('viewport-fit=cover')
})

test('Chromium finds nothing that keeps the portal from being installed', async ({ portal }) => {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-profile-'))
  // Playwright's usual context is an incognito window, where nothing can be installed.
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: findBrowser(),
    args: [...browserArgs],
  })
  try {
    const page = await context.newPage()
    await page.goto(portal.url)
    await expectControlled(page)
    const devtools = await context.newCDPSession(page)
    await expect
      .poll(async () => (await devtools.send('Page.getInstallabilityErrors')).installabilityErrors)
      .toEqual([])
    const { errors } = await devtools.send('Page.getAppManifest')
    expect(errors).toEqual([])
  } finally {
    await context.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

test('every icon that the manifest names is there', async ({ portal }) => {
  const manifest = await (await fetch(`${portal.url}/manifest.webmanifest`)).json()
  expect(manifest.icons.map(({ purpose = 'any' }) => purpose).sort()).toEqual(['any', 'any', 'maskable', 'monochrome'])
  for (const { src, type } of manifest.icons) {
    const icon = await fetch(portal.url + src)
    expect([src, icon.status, icon.headers.get('content-type')]).toEqual([src, 200, type])
  }
})

test('the worker leaves pages that the server renders to the network', async ({ as, whileOffline }) => {
  const { page } = await as('admin')
  await page.goto('/')
  await expectControlled(page)
  const answer = await page.goto('/app/server-status')
  expect(answer?.fromServiceWorker()).toBe(true)
  await expect(page.locator('#root')).toHaveCount(0)
  await whileOffline(page, async () => {
    await page.goto('/app/server-status')
    await expect(page.getByRole('heading', { name: 'This page needs the network' })).toBeVisible()
  })
})

test('a picture that never arrives does not keep the worker back', async ({ as, whileOffline }) => {
  const { page } = await as('staff')
  await page.route('**/media/never.png', () => {})
  await page.addInitScript(() => {
    new Image().src = '/media/never.png'
  })
  await page.goto('/', { waitUntil: 'commit' })
  await expectControlled(page)
  expect(await page.evaluate(() => document.readyState)).toBe('interactive')
  await whileOffline(page, async () => {
    await page.reload({ waitUntil: 'commit' })
    await expect(page.getByRole('link', { name: 'On Break' })).toBeVisible()
  })
})

test('a launch does not wait for the worker: the browser reads the screen and its code itself', async ({ as }) => {
  const { page } = await as('staff')
  await page.goto('/app/onbreak')
  await expectControlled(page)
  const sources = () =>
    page.evaluate(() =>
      [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
        .filter(({ entryType, name }) => entryType === 'navigation' || /\/assets\/.*\.js$/.test(name))
        // The types do not know this property yet.
        .map((entry) => (entry as { workerFinalSourceType?: string }).workerFinalSourceType),
    )
  await page.reload()
  await expect(page.getByRole('table', { name: 'Employee List' })).toBeVisible()
  expect(new Set(await sources())).toEqual(new Set(['cache']))
  // Any other address is handled by the worker.
  await page.goto('/app/onbreak?name=nobody')
  await expect(page.getByRole('table', { name: 'Employee List' })).toBeVisible()
  expect((await sources())[0]).not.toBe('cache')
})

test('answers are kept for one person, without a token, and go when they sign out', async ({ as }) => {
  const { page, person } = await as('staff')
  await page.goto('/')
  await expectControlled(page)
  // A list that the page does not have yet, so that it makes a request.
  await page.goto('/?keyword=break&page=1')
  const name = `api-v1-${person.id}`
  await expect.poll(() => kept(page)).toContain(`${name} /api/applications/`)
  const all = await kept(page)
  expect(all.filter((entry) => !entry.startsWith(`${name} /api/`) || entry.includes('token'))).toEqual([])
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect.poll(() => page.evaluate(() => caches.keys().then((names) => names.join()))).not.toContain(name)
})

test('a sign-out while answers are being cached leaves neither these nor a record of them', async ({ as }) => {
  const { page } = await as('staff')
  await page.goto('/')
  await expectControlled(page)
  const gone = Array.from({ length: 20 }, (_, at) => 900_001 + at)
  const somebodyElse = 999_999
  await page.evaluate(
    async ({ type, header, gone, somebodyElse }) => {
      const { token } = JSON.parse(localStorage.getItem('userInfo') ?? '')
      const ask = async (userId: number, keyword: string) => {
        const headers = { Authorization: `Bearer ${token}`, [header]: String(userId) }
        return (await fetch(`/api/applications/?keyword=${keyword}&page=1`, { headers })).text()
      }
      for (const userId of gone) {
        await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((keyword) => ask(userId, keyword)))
        navigator.serviceWorker.controller?.postMessage({ type, userId })
      }
      await ask(somebodyElse, 'a')
    },
    { type: PURGE_USER, header: USER_HEADER, gone, somebodyElse },
  )
  // Once the later request is listed, the worker has had time to clean up the earlier ones.
  await expect.poll(() => listed(page)).toContain(`api-v1-${somebodyElse}`)
  await expect.poll(async () => (await listed(page)).filter((name) => /^api-v1-9000/.test(name))).toEqual([])
})

test('the sign-in page stays within its budget of script and style', async ({ browser, portal }) => {
  const context = await browser.newContext({ baseURL: portal.url, serviceWorkers: 'block' })
  const page = await context.newPage()
  const loaded: Request[] = []
  page.on('requestfinished', (request) => loaded.push(request))
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const bytes = { script: 0, stylesheet: 0 }
  for (const request of loaded) {
    const type = request.resourceType()
    if (type === 'script' || type === 'stylesheet') bytes[type] += (await request.sizes()).responseBodySize
  }
  expect(bytes.script).toBeGreaterThan(50_000)
  expect(bytes.script).toBeLessThanOrEqual(150_000)
  expect(bytes.stylesheet).toBeGreaterThan(1_000)
  expect(bytes.stylesheet).toBeLessThanOrEqual(12_000)
  await context.close()
})
