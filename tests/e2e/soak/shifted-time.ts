/** One time for a server and a page, which a soak moves on: days of a wall go by in minutes. */
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

export interface ShiftedTime {
  /** What a server is started with, so that it has this time. */
  readonly env: Readonly<Record<string, string>>
  /** In milliseconds since 1970. Goes on by itself as well. */
  now(): number
  /** Gives a page that was not opened yet this time, and its timers. */
  install(page: Page): Promise<void>
  /** Sets the page's clock so far ahead, as somebody would who sets the device's. Nothing happens by that. */
  setAhead(ms: number): Promise<void>
  /** So much later, for server and page at once. What was due on the page meanwhile happens, each timer once. */
  skip(ms: number): Promise<void>
  end(): void
}

/** Of a page: how much is asked for and not answered yet; whether something may be, and what lets it. */
interface Asking {
  count: number
  open: Promise<void>
  letGo: () => void
}

/** Counts what the page asks for, and holds it back while the time is being moved. */
function followAsking(): void {
  const ask = window.fetch
  const asking: Asking = { count: 0, open: Promise.resolve(), letGo: () => {} }
  Object.assign(window, { asking })
  window.fetch = async (...request) => {
    await asking.open
    const answer = ask(...request)
    asking.count++
    answer.catch(() => {}).then(() => asking.count--)
    return answer
  }
}

/**
 * What time a page has, once nothing is on its way to it: an answer that meets the move would tell a time that is neither.
 * One question may follow from the answer to another: so it must be calm twice. From then on it asks nothing until `goOn`.
 */
const calmTime = (page: Page) =>
  page.evaluate(async () => {
    const { asking } = window as unknown as { asking: Asking }
    for (let calm = 0; calm < 2; calm = asking.count > 0 ? 0 : calm + 1)
      await new Promise((resolve) => setTimeout(resolve, 1))
    asking.open = new Promise((resolve) => {
      asking.letGo = resolve
    })
    return Date.now()
  })

const goOn = (page: Page) => page.evaluate(() => (window as unknown as { asking: Asking }).asking.letGo())

/** Begins at `from`, in milliseconds since 1970. */
export function shiftTime(from: number): ShiftedTime {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-clock-'))
  const path = join(folder, 'ahead')
  const file = openSync(path, 'w')
  let ahead = 0
  const shift = (to: number) => {
    ahead = to
    writeSync(file, new Float64Array([ahead]), 0, 8, 0)
  }
  shift(from - Date.now())
  const now = () => Date.now() + ahead

  let page: Page
  let deviceAhead = 0
  return {
    env: { SHIFTED_CLOCK: path, NODE_OPTIONS: `--import=${new URL('shifted-clock.mjs', import.meta.url)}` },
    now,
    async install(opened) {
      page = opened
      // tsx names functions by a helper that the page does not have.
      await page.addInitScript('globalThis.__name = (named) => named')
      await page.addInitScript(followAsking)
      await page.clock.install({ time: now() })
    },
    setAhead(ms) {
      deviceAhead = ms
      return page.clock.setSystemTime(now() + ms)
    },
    async skip(ms) {
      // The page loses a little with each skip.
      const lost = now() + deviceAhead - (await calmTime(page))
      shift(ahead + ms)
      await page.clock.fastForward(ms + Math.max(0, lost))
      await goOn(page)
    },
    end() {
      closeSync(file)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
