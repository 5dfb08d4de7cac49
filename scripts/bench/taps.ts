/** How soon a tap is durable and visible, and how fast waiting rows are sent, in Chromium on the built portal. */
import { type Browser, chromium, type Page } from '@playwright/test'
import { type FaultyPortal, openFaultyPortal } from '../../tests/e2e/faulty-portal.ts'
import { outboxRows } from '../../tests/e2e/outbox-rows.ts'
import { browserArgs, findBrowser } from '../find-browser.mjs'
import { median, printTable, quantile, short } from './report.ts'

const TAPS = 300
const WAITING = 50
const ROUND_TRIP_MS = 100

interface Measured {
  /** Times from the click to the commit of the transaction that stores the row. */
  readonly durable: number[]
  /** Times from the click to the screen that shows it. */
  readonly seen: number[]
}

/** Records when each write transaction on the outbox's database commits; runs before the page's own code. */
function noteCommits(): void {
  const commits: number[] = []
  Object.assign(window, { commits })
  const begin = IDBDatabase.prototype.transaction
  IDBDatabase.prototype.transaction = function (...args) {
    const transaction = begin.apply(this, args)
    const isWrite = this.name === 'foyer' && transaction.mode === 'readwrite'
    if (isWrite) transaction.addEventListener('complete', () => commits.push(performance.now()))
    return transaction
  }
}

/** Taps Update and I'm Back in turn, each once the screen shows the result of the last tap. */
const tap = (page: Page, times: number): Promise<Measured> =>
  page.evaluate(async (count) => {
    const { commits } = window as unknown as { commits: number[] }
    const button = () =>
      [...document.querySelectorAll('button')].find(({ textContent }) => /^(Update|I'm Back)$/.test(textContent ?? ''))
    const durable: number[] = []
    const seen: number[] = []
    for (let index = 0; index < count; index++) {
      const before = button()
      const word = before?.textContent
      const start = performance.now()
      const earlier = commits.length
      const followed = new Promise<void>((resolve) => {
        const look = () => {
          const now = button()
          if (!now || now.textContent === word) return
          observer.disconnect()
          resolve()
        }
        const observer = new MutationObserver(look)
        observer.observe(document.body, { subtree: true, childList: true, characterData: true })
      })
      before?.click()
      await followed
      seen.push(performance.now() - start)
      durable.push((commits[earlier] ?? Number.NaN) - start)
      // Let the work of this tap end before the next.
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
    return { durable, seen }
  }, times)

const row = (what: string, values: readonly number[]) => ({
  what,
  median: short(median(values)),
  p99: short(quantile(values, 0.99)),
  worst: short(Math.max(...values)),
})

async function openBoard(browser: Browser, { portal, proxy }: FaultyPortal): Promise<Page> {
  const person = await portal.addPerson({ rights: { access_onbreak: true } })
  const page = await browser.newPage()
  // tsx wraps functions in a `__name` helper that the page does not have.
  await page.addInitScript('globalThis.__name = (named) => named')
  await page.addInitScript(noteCommits)
  await page.goto(`${proxy.url}/app/onbreak`)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('button', { name: 'Update' }).waitFor()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  return page
}

const pending = async (page: Page) => (await outboxRows(page)).filter(({ state }) => state === 'pending').length

/** Returns the time from the return of the connection until the last row is accepted. */
async function replay(page: Page, { proxy }: FaultyPortal): Promise<number> {
  proxy.set('refuse')
  await tap(page, WAITING)
  if ((await pending(page)) < WAITING) throw new Error('The rows did not wait.')
  proxy.delay(ROUND_TRIP_MS)
  const start = performance.now()
  proxy.set('pass')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  while ((await pending(page)) > 0) await new Promise((resolve) => setTimeout(resolve, 25))
  proxy.delay(0)
  return performance.now() - start
}

/** `npm run bench -- taps` */
export async function taps(): Promise<void> {
  const faulty = await openFaultyPortal()
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArgs })
  try {
    const page = await openBoard(browser, faulty)
    await tap(page, 20)
    const online = await tap(page, TAPS)
    faulty.proxy.set('refuse')
    const offline = await tap(page, TAPS)
    faulty.proxy.set('pass')
    printTable('Taps, ms', [
      row('tap → durable, online', online.durable),
      row('tap → seen, online', online.seen),
      row('tap → durable, offline', offline.durable),
      row('tap → seen, offline', offline.seen),
    ])
    const fresh = await openBoard(browser, faulty)
    const took = await replay(fresh, faulty)
    printTable('Replay', [
      { what: `${WAITING} waiting rows sent, ${ROUND_TRIP_MS} ms round trip`, seconds: short(took / 1_000) },
    ])
  } finally {
    await browser.close()
    await faulty.end()
  }
}
