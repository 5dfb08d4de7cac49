/** The list of 5,000 users: how soon it can be used, and whether it keeps up with typing. */
import { chromium, type Page } from '@playwright/test'
import { portalOf } from '../../tests/e2e/fixtures.ts'
import { openPortalProcess } from '../../tests/e2e/portal-process.ts'
import { browserArgs, findBrowser } from '../find-browser.mjs'
import { median, met, printTable, quantile, rounds, say, spread } from './report.ts'

const PEOPLE = 5_000
const ROUNDS = rounds(6)
const WORDS = 'anna weber'
const KEY_MS = 80
const OPEN_GOAL_MS = 1_000
const FRAME_GOAL_MS = 50
const INES = { email: 'ines.okafor@foyer.example', password: 'foyer-demo' }

/** Starts recording how long each frame takes. */
function noteFrames(): void {
  const frames: number[] = []
  Object.assign(window, { frames })
  let last = performance.now()
  const look = () => {
    const now = performance.now()
    frames.push(now - last)
    last = now
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

async function opened(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForSelector('tr[data-key]', { state: 'attached' })
  return page.evaluate(() => new Promise<number>((resolve) => requestAnimationFrame(() => resolve(performance.now()))))
}

async function typed(page: Page): Promise<number> {
  await page.getByRole('searchbox').first().focus()
  await page.waitForTimeout(500)
  await page.evaluate(noteFrames)
  await page.keyboard.type(WORDS, { delay: KEY_MS })
  await page.waitForTimeout(300)
  for (const _ of WORDS) await page.keyboard.press('Backspace', { delay: KEY_MS })
  await page.waitForTimeout(300)
  return page.evaluate(() => Math.max(...(window as unknown as { frames: number[] }).frames.slice(1)))
}

/** `npm run bench -- users` */
export async function users(): Promise<void> {
  const portal = await openPortalProcess({ args: ['--demo', '--people', String(PEOPLE)], patienceMs: 300_000 })
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArgs })
  try {
    const userInfo = JSON.stringify(await portalOf(portal).signIn(INES))
    const origins = [{ origin: portal.url, localStorage: [{ name: 'userInfo', value: userInfo }] }]
    const context = await browser.newContext({ storageState: { cookies: [], origins } })
    await context.addInitScript('globalThis.__name = (named) => named')
    const [openings, worst]: [number[], number[]] = [[], []]
    for (let turn = 0; turn <= ROUNDS; turn++) {
      say(`users: round ${turn} of ${ROUNDS}`)
      const page = await context.newPage()
      const took = await opened(page, `${portal.url}/frontend-admin/userlist`)
      const frame = await typed(page)
      await page.close()
      // The first round fills the browser's cache and does not count.
      if (turn === 0) continue
      openings.push(took)
      worst.push(frame)
    }
    printTable(`The list of ${PEOPLE.toLocaleString('en')} users, ms`, [
      {
        what: 'until it can be used',
        ...spread(openings),
        goal: `< ${OPEN_GOAL_MS}`,
        met: met(median(openings) < OPEN_GOAL_MS),
      },
      {
        what: 'longest frame while one types',
        ...spread(worst),
        goal: `≤ ${FRAME_GOAL_MS}`,
        met: met(quantile(worst, 0.5) <= FRAME_GOAL_MS),
      },
    ])
  } finally {
    await browser.close()
    await portal.end()
  }
}
