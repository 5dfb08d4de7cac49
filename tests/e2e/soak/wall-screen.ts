/**
 * A wall in a real browser, let in as a display, on a real portal behind a fault proxy. Both run on a time that can be
 * moved forward.
 */
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
/** A third of the time that the wall shows each page. */
const TURN_MS = 5_000
/** How long `until` waits at most, in the wall's time. */
const PATIENCE_MS = 180_000

/** How long a live message may take, in real time. */
const ON_ITS_WAY_MS = 20_000

/** Returns the highest revision on the board. */
export const newest = (board: readonly LiveMessage[]): number => Math.max(0, ...board.map(({ rev }) => rev ?? 0))

export interface Memory {
  /** Heap size after garbage collection, in MB. */
  readonly heap: number
  readonly nodes: number
  readonly listeners: number
}

export interface WallScreen {
  readonly portal: Portal
  readonly proxy: FaultProxy
  readonly company: Company
  readonly time: ShiftedTime
  /** Number of sockets so far on which the wall received a message. */
  sockets(): number
  /** Waits until the wall received this revision: a live message may still be under way when its call is answered. */
  told(rev: number): Promise<void>
  /** Reads the current screen. */
  read(): Promise<Picture>
  /** Reads all pages of the wall, each once. */
  look(): Promise<Seen[]>
  /** Moves time forward by seconds until `isSo`; throws with `what` after three minutes. */
  until(what: string, isSo: () => Promise<boolean> | boolean): Promise<void>
  measure(): Promise<Memory>
  /** Lists what must never happen: errors on the page, and a reload by itself. */
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
      // The wall updates its clock once a second; it is read right after that.
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
