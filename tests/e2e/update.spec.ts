import { createServer } from 'node:http'
import type { Browser, Page } from '@playwright/test'
import type { SessionUser } from '#contract/apps/accounts.ts'
import { listen } from '../listen.ts'
import { ADMIN, expect, expectControlled, type Portal, test } from './fixtures.ts'

/** Long enough for a page whose browser keeps the old worker: it reloads after ten seconds. */
const SOON = { timeout: 30_000 }

/** Opens a front of the portal that changes the service worker's code with each `release`, as a new version does. */
async function releasable(portal: Portal) {
  let release = 0
  const server = createServer(async ({ url = '/', method = 'GET', headers }, answer) => {
    const { authorization, 'x-foyer-user': user } = headers
    const response = await fetch(portal.url + url, {
      method,
      headers: { ...(authorization ? { authorization } : {}), ...(user ? { 'x-foyer-user': String(user) } : {}) },
    })
    const body = await response.text()
    answer.writeHead(response.status, { 'content-type': response.headers.get('content-type') ?? 'text/plain' })
    answer.end(url === '/sw.js' ? `${body}\n// ${release}` : body)
  })
  const port = await listen(server)
  return {
    url: `http://localhost:${port}`,
    release: () => ++release,
    close: () => server.close(),
  }
}

/** Opens a browser context at the front, with this person signed in. */
const browse = (browser: Browser, origin: string, me: SessionUser) =>
  browser.newContext({
    baseURL: origin,
    storageState: {
      cookies: [],
      origins: [{ origin, localStorage: [{ name: 'userInfo', value: JSON.stringify(me) }] }],
    },
  })

/** Makes the page visible or hidden, as if its tab was selected or left. */
const become = (page: Page, state: 'visible' | 'hidden') =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-old', ''))
/** Whether the page was not reloaded since `mark`; `leaving` while it reloads. */
const isOld = (page: Page) =>
  page.evaluate(() => document.documentElement.hasAttribute('data-old')).catch(() => 'leaving')

/** Keeps the tab making requests, as a busy board does, so that the old worker is never idle. */
const keepAsking = (page: Page) =>
  page.evaluate(() => {
    const ask = () =>
      fetch('/icons/favicon-64.png', { cache: 'no-store' }).finally(() => setTimeout(ask, 30 * Math.random()))
    void ask()
  })

test('a new version waits for “Reload” and keeps what was typed; another tab follows once it is hidden', async ({
  browser,
  portal,
}) => {
  const front = await releasable(portal)
  const me = await portal.signIn(await portal.addPerson({ rights: { access_onbreak: true } }))
  const context = await browse(browser, front.url, me)
  try {
    const page = await context.newPage()
    await page.goto('/app/onbreak')
    await expectControlled(page)
    await page.getByLabel('Message').fill('Half a sen')
    const other = await context.newPage()
    await other.goto('/')
    await expectControlled(other)
    await expect(page.getByText('New version.')).toBeHidden()
    await Promise.all([mark(page), mark(other)])

    front.release()
    await become(page, 'visible')
    await expect(page.getByText('New version.')).toBeVisible()
    await expect(other.getByText('New version.')).toBeVisible()
    expect(await isOld(page)).toBe(true)

    await keepAsking(other)
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect.poll(() => isOld(page), SOON).toBe(false)
    await expect(page.getByLabel('Message')).toHaveValue('Half a sen')
    await expect(page.getByText('New version.')).toBeHidden()
    expect(await isOld(other)).toBe(true)
    await become(other, 'hidden')
    await expect.poll(() => isOld(other), SOON).toBe(false)
  } finally {
    await context.close()
    front.close()
  }
})

test('the notice of a new version covers no button at the bottom of a screen', async ({ browser, portal }) => {
  const front = await releasable(portal)
  const context = await browse(browser, front.url, await portal.signIn(ADMIN))
  const { _id } = await portal.signIn(await portal.addPerson({ name: 'Bo Low' }))
  try {
    const page = await context.newPage()
    await page.goto(`/frontend-admin/user/${_id}/edit`)
    await expectControlled(page)
    await page.getByRole('textbox', { name: 'Name' }).fill('Bo Lower')
    front.release()
    await become(page, 'visible')
    await expect(page.getByText('New version.')).toBeVisible()
    for (const viewport of [
      { width: 1280, height: 720 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(viewport)
      for (const name of ['Deactivate', 'Update', 'Reload'])
        await page.getByRole('button', { name }).click({ trial: true })
    }
  } finally {
    await context.close()
    front.close()
  }
})
