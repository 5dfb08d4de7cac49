/** Takes pictures of the sample company; shared by `npm run screenshots` and `npm run gallery`. */
import { type Browser, type BrowserContextOptions, chromium } from '@playwright/test'
import { login, type SessionUser } from '#contract/apps/accounts.ts'
import { getBoard, updateBreak, updateMyBreak } from '#contract/apps/onbreak.ts'
import { type Portal, portalOf } from '../tests/e2e/fixtures.ts'
import { openPortalProcess } from '../tests/e2e/portal-process.ts'
import { browserArgs, findBrowser } from './find-browser.mjs'

/** The sample company's admin, who holds every permission. */
const DEMO = { username: 'ines.okafor@foyer.example', password: 'foyer-demo' }

export interface Shot {
  readonly path: string
  readonly device: BrowserContextOptions
  readonly colorScheme: 'light' | 'dark'
  readonly signedOut?: true
}

export interface Studio {
  readonly portal: Portal
  readonly me: SessionUser
  /** Returns a PNG of the screen once everything is loaded. */
  take(shot: Shot): Promise<Buffer>
}

/** Sets up the board: the admin is at lunch, and only people whose names this machine's fonts can draw are away. */
async function setTheScene({ call }: Portal, as: string): Promise<void> {
  await call(updateMyBreak, { as, body: { status: false, breakType: 'Lunch', customMessage: 'Back at two' } })
  for (const { userId, userName, status } of await call(getBoard, { as }))
    if (!status && /[^\p{Script=Latin}\s'’.-]/u.test(userName))
      await call(updateBreak, { as, params: { id: userId }, body: { status: true } })
}

async function takeIn(browser: Browser, baseURL: string, me: SessionUser, shot: Shot): Promise<Buffer> {
  const { path, device, colorScheme, signedOut } = shot
  const origin = { origin: baseURL, localStorage: [{ name: 'userInfo', value: JSON.stringify(me) }] }
  const context = await browser.newContext({
    ...device,
    baseURL,
    colorScheme,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    storageState: { cookies: [], origins: signedOut ? [] : [origin] },
  })
  try {
    const page = await context.newPage()
    await page.goto(path)
    await page.getByText('Loading...').first().waitFor({ state: 'detached' })
    await page.waitForLoadState('networkidle')
    // Wait for text and visible images: a screen that is still being loaded has neither.
    await page.waitForFunction(
      () =>
        (document.querySelector('h1, main') ?? document.body).textContent?.trim() &&
        [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight),
    )
    return await page.screenshot({ animations: 'disabled' })
  } finally {
    await context.close()
  }
}

/** Runs `work` with the sample company's portal, which is closed afterwards. */
export async function inStudio(work: (studio: Studio) => Promise<void>): Promise<void> {
  const process = await openPortalProcess({ args: ['--demo'] })
  const browser = await chromium.launch({ executablePath: findBrowser(), args: [...browserArgs] })
  try {
    const portal = portalOf(process)
    const me = await portal.call(login, { body: DEMO })
    await setTheScene(portal, me.token)
    await work({ portal, me, take: (shot) => takeIn(browser, portal.url, me, shot) })
  } finally {
    await browser.close()
    await process.end()
  }
}
