/** A wall in a real browser, let in as a display, at a real portal over a line that can break; both by a time that is moved on. */
import { once } from 'node:events'
import type { Browser } from '@playwright/test'
import { approveDisplay, collectDisplayToken, createDisplayCode } from '#contract/apps/displays.ts'
import type { LiveMessage } from '#contract/live.ts'
import type { FaultProxy } from '../fault-proxy.ts'
import { openFaultyPortal } from '../faulty-portal.ts'
import type { Portal } from '../fixtures.ts'
import { type Company, openCompany } from './company.ts'
import { type Picture, PLACE, read, type Seen } from './picture.ts'
import { type ShiftedTime, shiftTime } from './shifted-time.ts'

const MB = 1_000_000
/** A third of what a page of the wall stays. */
const TURN_MS = 5_000
/** Until what is waited for must be so, in the wall's time. */
const PATIENCE_MS = 180_000

/** A message may take so long, in real time. */
const ON_ITS_WAY_MS = 20_000

/** The highest revision of these. */
export const newest = (board: readonly LiveMessage[]): number => Math.max(0, ...board.map(({ rev }) => rev ?? 0))

export interface Memory {
  /** After a collection, in MB. */
  readonly heap: number
  readonly nodes: number
  readonly listeners: number
}

export interface WallScreen {
  readonly portal: Portal
  readonly proxy: FaultProxy
  readonly company: Company
  readonly time: ShiftedTime
  /** Sockets on which it heard something. */
  sockets(): number
  /** Waits until it was told of this revision. What was said last is on its way when the call for it is answered. */
  told(rev: number): Promise<void>
  /** What stands there now. */
  read(): Promise<Picture>
  /** All its pages, each once. */
  look(): Promise<Seen[]>
  /** Moves on a second at a time until this is so. */
  until(what: string, isSo: () => Promise<boolean> | boolean): Promise<void>
  measure(): Promise<Memory>
  /** What must never happen: faults on the page, and that it loads itself anew. */
  mishaps(): Promise<string[]>
  end(): Promise<void>
}

export async function openWallScreen(browser: Browser, from: string, people: number): Promise<WallScreen> {
  const time = shiftTime(Date.parse(from))
  const { portal, proxy, end } = await openFaultyPortal({ env: time.env })
  const company = await openCompany(portal, people)
  const { deviceCode, userCode } = await portal.call(createDisplayCode)
  await portal.call(approveDisplay, { as: company.token, body: { code: userCode, name: 'Soak' } })
  const display = await portal.call(collectDisplayToken, { body: { deviceCode } })

  const context = await browser.newContext({ baseURL: proxy.url, viewport: { width: 1920, height: 1080 }, ...PLACE })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  let sockets = 0
  const revs = new EventTarget()
  let toldRev = 0
  page.on('websocket', (socket) => {
    socket.once('framereceived', () => sockets++)
    socket.on('framereceived', ({ payload }) => {
      toldRev = Math.max(toldRev, newest([JSON.parse(String(payload))].flat()))
      revs.dispatchEvent(new Event('told'))
    })
  })
  await page.addInitScript((kept) => localStorage.setItem('portal.display', kept), JSON.stringify(display))
  await time.install(page)
  const client = await context.newCDPSession(page)
  await client.send('Performance.enable')
  await page.goto('/app/onbreak/wall')
  await page.getByRole('heading', { level: 1, name: /away$/ }).waitFor()
  await page.evaluate(() => Object.assign(window, { isFirst: true }))

  return {
    portal,
    proxy,
    company,
    time,
    sockets: () => sockets,
    async told(rev) {
      const signal = AbortSignal.timeout(ON_ITS_WAY_MS)
      while (toldRev < rev) await once(revs, 'told', { signal })
    },
    read: () => read(page),
    async look() {
      const seen = new Map<number, Seen>()
      // It looks at the clock once a second: right after that it is read.
      await time.skip(1_000)
      for (let turns = 0; ; turns++) {
        const picture = await read(page)
        if (!seen.has(picture.page)) seen.set(picture.page, { ...picture, at: time.now() })
        if (seen.size >= picture.pages || turns > 4 * picture.pages) return [...seen.values()]
        await time.skip(TURN_MS)
      }
    },
    async until(what, isSo) {
      const begin = time.now()
      while (!(await isSo())) {
        if (time.now() - begin > PATIENCE_MS) throw new Error(`${what}: not within ${PATIENCE_MS / 1_000} s.`)
        await time.skip(1_000)
      }
    },
    async measure() {
      await client.send('HeapProfiler.collectGarbage')
      await client.send('HeapProfiler.collectGarbage')
      const { metrics } = await client.send('Performance.getMetrics')
      const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
      return { heap: of('JSHeapUsedSize') / MB, nodes: of('Nodes'), listeners: of('JSEventListeners') }
    },
    async mishaps() {
      const isFirst = await page.evaluate(() => 'isFirst' in window)
      return isFirst ? faults : [...faults, 'It loaded itself anew.']
    },
    async end() {
      await context.close()
      await end()
      time.end()
    },
  }
}
