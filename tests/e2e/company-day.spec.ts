/** The page reads the day off the browser's own calendar, which tests without a browser do not have (day-in-zone.ts). */
import { expect, test } from './fixtures.ts'
import { openPortalProcess } from './portal-process.ts'

const BOSS = { email: 'ines.okafor@foyer.example', password: 'foyer-demo' }

/** At any moment one of the two has another day than the browser's own zone. */
for (const zone of ['Pacific/Kiritimati', 'Etc/GMT+12'])
  test(`the day is that of a company in ${zone}, wherever one reads it`, async ({ page }) => {
    const portal = await openPortalProcess({ args: ['--demo'], env: { FOYER_TIMEZONE: zone } })
    try {
      await page.goto(`${portal.url}/app/reporting`)
      await page.getByLabel('Email').fill(BOSS.email)
      await page.getByLabel('Password').fill(BOSS.password)
      await page.getByRole('button', { name: 'Sign In' }).click()
      expect(await page.evaluate(() => 'Temporal' in window)).toBe(true)
      const today = () => new Intl.DateTimeFormat('sv', { timeZone: zone }).format()
      await expect(async () => expect(await page.getByLabel('To', { exact: true }).inputValue()).toBe(today())).toPass()
    } finally {
      await portal.end()
    }
  })
