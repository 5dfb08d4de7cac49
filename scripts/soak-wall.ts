/**
 * `npm run soak`: runs a wall screen for three days of simulated time, in half an hour. `npm run soak -- 6`: for
 * six hours, with as many events per hour.
 */
import { chromium } from '@playwright/test'
import { soakWall, THREE_DAYS } from '../tests/e2e/soak/wall-soak.ts'
import { browserArgs, findBrowser } from './find-browser.mjs'

const hours = Number(process.argv[2] ?? THREE_DAYS.hours)
const part = (whole: number) => Math.ceil((whole * hours) / THREE_DAYS.hours)
const { updates, reconnects, restarts, checks } = THREE_DAYS

const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArgs })
try {
  const result = await soakWall(
    browser,
    {
      ...THREE_DAYS,
      hours,
      updates: part(updates),
      reconnects: part(reconnects),
      restarts: part(restarts),
      checks: part(checks),
    },
    console.log,
  )
  console.log(result)
} finally {
  await browser.close()
}
