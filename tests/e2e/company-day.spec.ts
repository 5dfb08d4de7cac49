/** The page reads the day from `Temporal` if it exists, as in browsers but not in other tests (day-in-zone.ts). */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { openPortalProcess } from './portal-process.ts'

const BOSS = { email: 'ines.okafor@foyer.example', password: 'foyer-demo' }

/** Sets the device's clock an hour ahead. The page corrects it by the server's, half of the time to a half millisecond. */
function wrongClock(): void {
  const now = Date.now.bind(Date)
  Date.now = () => now() + 3_600_000.5
}

const olderBrowser = () => Reflect.deleteProperty(globalThis, 'Temporal')

async function openReporting(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/app/reporting`)
  await page.getByLabel('Email').fill(BOSS.email)
  await page.getByLabel('Password').fill(BOSS.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

/** At any moment the day differs from that of the browser's time zone in one of these two. */
for (const zone of ['Pacific/Kiritimati', 'Etc/GMT+12'])
  test(`the page shows the day of a company in ${zone}, whatever the reader’s time zone`, async ({ browser }) => {
    const portal = await openPortalProcess({ args: ['--demo'], env: { FOYER_TIMEZONE: zone } })
    const today = () => new Intl.DateTimeFormat('sv', { timeZone: zone }).format()
    try {
      for (const before of [() => {}, wrongClock, olderBrowser]) {
        const context = await browser.newContext()
        await context.addInitScript(before)
        const page = await context.newPage()
        await openReporting(page, portal.url)
        await expect(async () => {
          expect(await page.getByLabel('To', { exact: true }).inputValue({ timeout: 5_000 })).toBe(today())
        }).toPass()
        await context.close()
      }
    } finally {
      await portal.end()
    }
  })
