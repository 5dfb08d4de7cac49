/** Offline in a real browser: what opens, what is kept, how each answer ends in page and worker, what a sign-out leaves. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { browserArgs, findBrowser } from '../../scripts/find-browser.mjs'
import { BOSS, DEMO_ARGS, fillCompany, type Screen } from './every-screen.ts'
import type { Fault } from './fault-proxy.ts'
import { type FaultyPortal, openFaultyPortal, test } from './faulty-portal.ts'
import { expect, expectControlled, type Person } from './fixtures.ts'
import { everythingKept, fireSync, outboxRows, withoutSync } from './outbox-rows.ts'
import { expectScreen, goTo } from './walk.ts'

// This is one of the longest files, so several workers share its tests. Each worker has a portal of its own.
test.describe.configure({ mode: 'parallel' })
test.afterEach(({ faulty }) => faulty.proxy.set('pass'))

async function signIn(
  page: Page,
  { proxy }: FaultyPortal,
  { email, password }: Pick<Person, 'email' | 'password'>,
  path = '/app/onbreak',
) {
  await page.goto(proxy.url + path)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

const title = (page: Page) => page.getByRole('heading', { level: 1 }).first()

/** Screens whose data is not kept on a device, and the sentence shown instead. */
const NOT_KEPT: readonly (readonly [path: RegExp, sentence: string])[] = [
  [/^\/frontend-admin\/userlist/, 'The user list needs the network. It is not kept on this device.'],
  [/^\/frontend-admin\/user\//, 'Editing a user needs the network. Users are not kept on this device.'],
  [/^\/frontend-admin\/audit/, 'The audit log needs the network. It is not kept on this device.'],
  [/^\/frontend-admin\/import/, 'Importing people needs the network.'],
  [/^\/frontend-admin\/application\//, 'Editing an application needs the network.'],
  [/^\/app\/mood-report\?view=all(?!&by=report$)/, 'The reports need the network. They are not kept on this device.'],
]

test('every screen once visited opens after a restart of the browser without a line', async () => {
  test.setTimeout(240_000)
  const faulty = await openFaultyPortal({ args: DEMO_ARGS })
  const folder = mkdtempSync(join(tmpdir(), 'foyer-profile-'))
  const launch = (): Promise<BrowserContext> =>
    chromium.launchPersistentContext(folder, { executablePath: findBrowser(), args: browserArgs })
  try {
    const { portal, proxy } = faulty
    const { routes, more } = await fillCompany(portal)
    let context = await launch()
    let page = await context.newPage()
    await signIn(page, faulty, BOSS)
    await expect(page.getByRole('table', { name: 'Employee List' })).toBeVisible()
    await expectControlled(page)
    const titles = new Map<string, string>()
    for (const [path, shows] of [...routes, ...more]) {
      await goTo(page, path)
      await expect(page.locator('body'), path).toContainText(shows)
      titles.set(path, await title(page).innerText())
    }
    // Data is on disk a moment after it is on the screen.
    await expect.poll(() => everythingKept(page)).toContain('onbreak')
    await page.waitForFunction(() => navigator.serviceWorker.ready)
    await context.close()

    proxy.set('refuse')
    context = await launch()
    page = await context.newPage()
    const expectOpen = async ([path, shows]: Screen) => {
      await expectScreen(page, path)
      const sentence = NOT_KEPT.find(([each]) => each.test(path))?.[1]
      await expect.soft(page.locator('body'), path).toContainText(sentence ?? shows)
      if (!sentence) await expect.soft(title(page), path).toHaveText(titles.get(path) ?? '')
    }
    for (const screen of routes) {
      await page.goto(proxy.url + screen[0], { waitUntil: 'commit' })
      await expectOpen(screen)
    }
    for (const screen of more) {
      await goTo(page, screen[0])
      await expectOpen(screen)
    }
    await context.close()
  } finally {
    await faulty.end()
    rmSync(folder, { recursive: true, force: true })
  }
})

test('an application of the catalogue always reaches the network when there is one', async ({ page, faulty }) => {
  const { portal, proxy } = faulty
  await signIn(page, faulty, await portal.addPerson({ rights: { access_onbreak: true } }))
  await expectControlled(page)
  for (const path of ['/app/api-docs', '/app/server-status', '/app/of-somebody-else']) {
    const before = proxy.seen.length
    await page.goto(proxy.url + path)
    await expect
      .poll(() => proxy.seen.slice(before).some((request) => request.path === path && request.method === 'GET'))
      .toBe(true)
  }
  proxy.set('refuse')
  await page.goto(`${proxy.url}/app/of-somebody-else`)
  await expect(page.getByRole('heading', { name: 'This page needs the network' })).toBeVisible()
})

const DETAIL = 'Said by the portal, word for word.'
const said = (status: number, headers = {}): Fault => ({ status, body: JSON.stringify({ detail: DETAIL }), headers })

/** Response → what becomes of the row (offline.md §2.5). `again`: it is sent again, and accepted once the line is good. */
const ANSWERS: readonly (readonly [what: string, fault: Fault, becomes: 'rejected' | 'again'])[] = [
  ['400', said(400), 'rejected'],
  ['403', said(403), 'rejected'],
  ['404', said(404), 'rejected'],
  ['409', said(409), 'rejected'],
  ['422', said(422), 'rejected'],
  ['429', said(429, { 'retry-after': '1' }), 'again'],
  ['500', said(500), 'again'],
  ['503 as HTML', { status: 503, body: '<p>Down', type: 'text/html' }, 'again'],
  ['200 of a captive portal', 'captive', 'again'],
  ['a redirect', 'redirect', 'again'],
  ['an answer that is lost', 'cut-after', 'again'],
  ['a body that is cut', 'cut-body', 'again'],
  ['no line', 'refuse', 'again'],
]

const isChange = (method: string, path: string) => method === 'PUT' && path.startsWith('/api/onbreak/update')

for (const where of ['page', 'worker'] as const)
  test(`each answer ends as the table says, sent by the ${where}`, async ({ page, faulty }) => {
    test.setTimeout(360_000)
    const { portal, proxy } = faulty
    const person = await portal.addPerson({ rights: { access_onbreak: true, access_reporting: true } })
    await signIn(page, faulty, person)
    await expectControlled(page)
    let sent = 0
    for (const [what, fault, becomes] of ANSWERS) {
      await page.goto(`${proxy.url}/app/onbreak`)
      // The change is always stored by the page; page and worker differ in who sends it.
      if (where === 'worker') proxy.set('refuse', { only: isChange })
      else proxy.set(fault, { only: isChange })
      const message = `${where}: ${what}`
      await page.getByLabel('Message').fill(message)
      await page.getByRole('button', { name: 'Update' }).click()
      const row = async () => (await outboxRows(page)).find(({ body }) => body.customMessage === message)
      await expect.poll(async () => (await row())?.attempts ?? 0, { message }).toBeGreaterThan(0)
      if (where === 'worker') {
        // Leaves the portal's page for another file of its origin, so that only the worker can send.
        await page.goto(`${proxy.url}/manifest.webmanifest`)
        proxy.set(fault, { only: isChange })
        await fireSync(page)
        await expect.poll(() => proxy.arrived.filter((request) => request.fault === fault).length).toBeGreaterThan(0)
      }
      if (becomes === 'rejected') {
        await expect.poll(row, { message }).toMatchObject({ state: 'rejected', detail: DETAIL })
      } else {
        await expect.poll(async () => (await row())?.lastError, { message }).not.toBeNull()
        expect(await row(), message).toMatchObject({ state: 'pending' })
        sent++
      }
      proxy.set('pass')
      await page.goto(`${proxy.url}/app/onbreak`)
      if (becomes === 'again') await expect.poll(async () => (await row())?.state, { message }).toBe('acked')
      // Returns to “available” for the next case; a rejected row stays until it is discarded.
      if (becomes === 'rejected') {
        await expect(page.getByRole('alert').filter({ hasText: DETAIL })).toBeVisible()
        await page.getByRole('button', { name: 'Discard' }).click()
      } else {
        await page.getByRole('button', { name: "I'm Back" }).click()
      }
      await expect(page.getByRole('button', { name: 'Update' })).toBeVisible()
      await expect.poll(async () => (await outboxRows(page)).every(({ state }) => state === 'acked')).toBe(true)
    }
    // Each change has one idempotency key, however often it was sent.
    const effects = proxy.seen.filter(({ method, path, body }) => isChange(method, path) && body.includes(`${where}: `))
    expect(new Set(effects.map(({ headers }) => headers['idempotency-key'])).size).toBe(sent)
  })

test('a change that a closed tab could not send is sent by the tab that stays', async ({ page, faulty }) => {
  const { portal, proxy } = faulty
  await withoutSync(page.context())
  await signIn(page, faulty, await portal.addPerson({ rights: { access_onbreak: true } }))
  await expectControlled(page)
  const stays = await page.context().newPage()
  await stays.goto(`${proxy.url}/app/onbreak`)
  const states = async () => (await outboxRows(stays)).map(({ state }) => state)
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(stays.getByRole('button', { name: "I'm Back" })).toBeVisible()
  await expect.poll(states).toEqual(['acked'])
  proxy.set('stall', { only: isChange })
  await page.getByRole('button', { name: "I'm Back" }).click()
  await expect(stays.getByRole('button', { name: 'Update' })).toBeVisible()
  await page.close()
  proxy.set('pass')
  // An open tab tries waiting rows at least every fifteen seconds.
  await expect.poll(states, { timeout: 30_000 }).toEqual(['acked', 'acked'])
})

test('a sign-out leaves nothing of the person on the device, and the next person sees nothing of it', async ({
  page,
  faulty,
}) => {
  const { portal, proxy } = faulty
  const [ada, bo] = [
    await portal.addPerson({ name: 'Ada Canary', rights: { access_onbreak: true } }),
    await portal.addPerson({ name: 'Bo Next', rights: { access_onbreak: true } }),
  ]
  await signIn(page, faulty, ada)
  await expectControlled(page)
  await page.reload()
  const update = page.getByRole('button', { name: 'Update' })
  await page.getByLabel('Message').fill('a canary that was sent')
  await update.click()
  await expect.poll(async () => (await outboxRows(page)).map(({ state }) => state)).toEqual(['acked'])
  proxy.set('refuse')
  await page.getByRole('button', { name: "I'm Back" }).click()
  await page.getByLabel('Message').fill('a canary that waits')
  await update.click()
  await expect(page.getByRole('button', { name: "I'm Back" })).toBeVisible()
  expect(await everythingKept(page)).toMatch(/a canary that was sent.*a canary that waits/)
  await expect.poll(() => everythingKept(page)).toContain('Ada Canary')

  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Discard and sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
  await expect.poll(() => everythingKept(page)).not.toMatch(/canary/i)
  await expect(page.getByText(/canary/i)).toHaveCount(0)

  proxy.set('pass')
  await signIn(page, faulty, bo)
  await expect(page.getByRole('table', { name: 'Employee List' })).toBeVisible()
  expect(proxy.seen.filter(({ body }) => body.includes('a canary that waits'))).toEqual([])
})

test('changes kept at sign-out are not shown, counted or sent for the next person, and are sent when their owner is back', async ({
  page,
  faulty,
}) => {
  const { portal, proxy } = faulty
  const [ada, bo] = [
    await portal.addPerson({ name: 'Ada Returns', rights: { access_onbreak: true } }),
    await portal.addPerson({ name: 'Bo Between', rights: { access_onbreak: true } }),
  ]
  await signIn(page, faulty, ada)
  await expectControlled(page)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Update' })).toBeVisible()
  proxy.set('refuse')
  await page.getByLabel('Message').fill('kept for Ada')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('button', { name: "I'm Back" })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('1 change has not been sent.')).toBeVisible()
  await page.getByRole('button', { name: 'Keep on this device until I sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()

  proxy.set('pass')
  const sentNow = () => proxy.seen.filter(({ body }) => body.includes('kept for Ada'))
  await signIn(page, faulty, bo)
  await expect(page.getByRole('table', { name: 'Employee List' })).toBeVisible()
  await fireSync(page)
  await expect(page.getByText(/kept for Ada|waiting/i)).toHaveCount(0)
  await page.getByRole('button', { name: 'Sign out' }).click()
  expect(sentNow()).toEqual([])

  await signIn(page, faulty, ada)
  await expect.poll(() => sentNow().map(({ status }) => status)).toEqual([200])
  await expect(page.getByRole('row').filter({ hasText: 'Ada Returns' })).toContainText('kept for Ada')
})

test('a device that cannot store anything says so: changes work online, and offline none is shown as made', async ({
  page,
  faulty,
}) => {
  const { portal, proxy } = faulty
  const person = await portal.addPerson({ name: 'Ann Forgetful', rights: { access_onbreak: true } })
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }))
  await signIn(page, faulty, person)
  await page.getByLabel('Message').fill('straight there')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('button', { name: "I'm Back" })).toBeVisible()
  expect(proxy.seen.filter(({ body }) => body.includes('straight there')).map(({ status }) => status)).toEqual([200])
  proxy.set('refuse')
  await page.getByRole('button', { name: "I'm Back" }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByText(/This device can’t keep changes offline/).first()).toBeVisible()
  await expect(page.getByRole('button', { name: "I'm Back" })).toBeDisabled()
  await expect(page.getByRole('row').filter({ hasText: 'Ann Forgetful' })).toContainText('Away')
})

test('a full disk makes room for a change by deleting what can be loaded again', async ({ page, faulty }) => {
  const { portal, proxy } = faulty
  const person = await portal.addPerson({ rights: { access_onbreak: true } })
  await page.addInitScript(() => {
    const add = IDBObjectStore.prototype.add
    let isFull = true
    IDBObjectStore.prototype.add = function (...given) {
      if (this.name !== 'outbox' || !isFull) return add.apply(this, given)
      isFull = false
      throw new DOMException('Nothing fits any more.', 'QuotaExceededError')
    }
  })
  await signIn(page, faulty, person)
  await expectControlled(page)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Update' })).toBeVisible()
  proxy.set('refuse')
  await page.getByLabel('Message').fill('found room')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('button', { name: "I'm Back" })).toBeVisible()
  expect((await outboxRows(page)).map(({ body }) => body.customMessage)).toEqual(['found room'])
  expect(await page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('api-')))).toEqual([])
})

test('after a week without contact to the portal a device asks to sign in before it shows anything', async ({
  page,
  faulty,
}) => {
  const { portal, proxy } = faulty
  const person = await portal.addPerson({ name: 'Ann Holiday', rights: { access_onbreak: true } })
  await signIn(page, faulty, person)
  await expectControlled(page)
  await page.reload()
  await expect(page.getByRole('row').filter({ hasText: 'Ann Holiday' })).toBeVisible()
  const eightDays = 8 * 86_400_000
  const setContact = () =>
    page.evaluate((age) => localStorage.setItem('portal.last-contact', String(Date.now() - age)), eightDays)
  // With a line, a week without contact does not matter.
  await setContact()
  await page.reload()
  await expect(page.getByRole('row').filter({ hasText: 'Ann Holiday' })).toBeVisible()
  proxy.set('refuse')
  await page.getByLabel('Message').fill('kept all the same')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('button', { name: "I'm Back" })).toBeVisible()
  await setContact()
  await page.reload()
  await expect(page.getByText(/^This device has not reached the portal for a week\./)).toBeVisible()
  await expect.poll(() => everythingKept(page)).not.toContain('Ann Holiday')
  proxy.set('pass')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Ann Holiday' })).toContainText('kept all the same')
})
