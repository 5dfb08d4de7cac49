/** The subjects of the page benches: the built portal and the page floor with the same people, in one Chromium. */
import { rmSync } from 'node:fs'
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'
import { getBoard } from '#contract/apps/onbreak.ts'
import { portalOf } from '../../tests/e2e/fixtures.ts'
import { browserArgs, findBrowser } from '../find-browser.mjs'
import { serveFloor } from './floor-page.ts'
import { type LiveFeed, openFeed } from './live-feed.ts'
import { startPortal } from './process.ts'
import { portalFolder } from './stage.ts'

export interface PageSubject {
  readonly name: 'floor' | 'portal'
  readonly home: string
  readonly board: string
  context(): Promise<BrowserContext>
}

export interface PageStage {
  readonly browser: Browser
  readonly feed: LiveFeed
  readonly portal: PageSubject
  /** The floor with every row in the document. */
  readonly vanilla: PageSubject
  /** The floor with only the rows in sight. */
  readonly virtual: PageSubject
}

const PATIENCE_MS = 60_000
const VIEWPORT = { width: 1280, height: 800 }

/**
 * Records when the first row of the board is painted, and for how long the main thread was blocked until then. A row in
 * the document is not painted yet: a table of five hundred rows takes longer to lay out than to create. Runs before the
 * page's own code.
 */
function noteRows(): void {
  const noted = { firstRow: Number.NaN, blocked: 0 }
  let show: (what: typeof noted) => void
  Object.assign(window, {
    noted: new Promise((resolve) => {
      show = resolve
    }),
  })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) noted.blocked += Math.max(0, duration - 50)
  }).observe({ type: 'longtask', buffered: true })
  const look = () => {
    if (!document.querySelector('tr[data-key]')) return requestAnimationFrame(look)
    // A message posted now is received after the frame is laid out and painted.
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      noted.firstRow = performance.now()
      // Long tasks before it are reported a moment later.
      setTimeout(() => show(noted))
    }
    port2.postMessage(null)
  }
  requestAnimationFrame(look)
}

/**
 * Waits for the first row. Returns when it was painted and for how long the main thread was blocked, in ms. Evaluates
 * one expression over CDP: the code that Playwright injects into a page to wait for something takes a tenth of a
 * launch.
 */
export async function firstRow(page: Page): Promise<{ firstRow: number; blocked: number }> {
  const client = await page.context().newCDPSession(page)
  const { result, exceptionDetails } = await client.send('Runtime.evaluate', {
    expression: `Promise.race([noted, new Promise((_, end) => setTimeout(end, ${PATIENCE_MS}, 'none'))])`,
    awaitPromise: true,
    returnByValue: true,
  })
  await client.detach()
  if (exceptionDetails) throw new Error(`No row came within ${PATIENCE_MS} ms.`)
  return result.value
}

export interface Machine {
  /** Slowdown of the CPU compared with this machine. */
  readonly cpu?: number
  /** Whether the network has a latency of 40 ms and 10 Mbit/s. */
  readonly isFar?: boolean
}

/** Opens a page that emulates such a machine. */
export async function openPage(
  context: BrowserContext,
  { cpu = 1, isFar = false }: Machine = {},
): Promise<{
  page: Page
  client: CDPSession
}> {
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  if (cpu > 1) await client.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  if (isFar) {
    const bytes = 10_000_000 / 8
    await client.send('Network.enable')
    await client.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 40,
      downloadThroughput: bytes,
      uploadThroughput: bytes,
    })
  }
  return { page, client }
}

async function contextOf(
  browser: Browser,
  origins: { origin: string; localStorage: { name: string; value: string }[] }[],
) {
  const context = await browser.newContext({ viewport: VIEWPORT, storageState: { cookies: [], origins } })
  context.setDefaultTimeout(60_000)
  // tsx wraps functions in a `__name` helper that the page does not have.
  await context.addInitScript('globalThis.__name = (named) => named')
  await context.addInitScript(noteRows)
  return context
}

/** Runs `run` with this many people on the board. */
export async function withPages(people: number, run: (stage: PageStage) => Promise<void>): Promise<void> {
  const feed = await openFeed()
  const folder = await portalFolder(people)
  const server = await startPortal(folder, { env: { FOYER_LIVE_URL: feed.url } })
  const calls = portalOf({ ...server, start: async () => {}, end: async () => {} })
  const me = await calls.signIn(await calls.addPerson({ rights: { access_onbreak: true, isCEP: true } }))
  const board = await calls.call(getBoard, { as: me.token })
  feed.people = board
  const floor = await serveFloor(JSON.stringify(board), feed.url)
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArgs })
  const userInfo = [{ origin: server.url, localStorage: [{ name: 'userInfo', value: JSON.stringify(me) }] }]
  const floorAt = (board: string): PageSubject => ({
    name: 'floor',
    home: `${board}#home`,
    board,
    context: () => contextOf(browser, []),
  })
  try {
    await run({
      browser,
      feed,
      portal: {
        name: 'portal',
        home: `${server.url}/`,
        board: `${server.url}/app/onbreak`,
        context: () => contextOf(browser, userInfo),
      },
      vanilla: floorAt(`${floor.url}/`),
      virtual: floorAt(`${floor.url}/virtual`),
    })
  } finally {
    await browser.close()
    floor.close()
    feed.close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
