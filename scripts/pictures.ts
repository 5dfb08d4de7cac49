/** Taking pictures of the sample company: what `npm run screenshots` and `npm run gallery` share. */
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
  /** A PNG of what stands on the screen once everything has come. */
  take(shot: Shot): Promise<Buffer>
}

/** A moment worth a picture: we are at lunch, and everybody in sight has a name that this machine's fonts can draw. */
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
    // A screen that is still being loaded has neither words nor pictures.
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

/** Opens the sample company for as long as `work` takes. */
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
