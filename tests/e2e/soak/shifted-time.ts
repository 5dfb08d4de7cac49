/** A common clock for a server and a page, which a soak test moves forward, so that days of a wall pass in minutes. */
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

export interface ShiftedTime {
  /** Environment with which a server gets this time. */
  readonly env: Readonly<Record<string, string>>
  /** The current time in milliseconds since 1970. It also runs by itself. */
  now(): number
  /** Gives a page this time, timers included. Must be called before the page is opened. */
  install(page: Page): Promise<void>
  /** Sets the page's clock this far ahead, as if the device's clock was changed. No timers fire. */
  setAhead(ms: number): Promise<void>
  /** Moves server and page forward by this much. Timers of the page that were due meanwhile fire once each. */
  skip(ms: number): Promise<void>
  end(): void
}

/** A page's requests: how many have no answer yet, and the gate (`open`) for new ones, which `letGo` opens. */
interface Asking {
  count: number
  open: Promise<void>
  letGo: () => void
}

/** Counts the page's requests, and holds new ones back while the time is being moved. Runs in the page. */
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
 * Waits until the page has no request under way, then holds new ones back until `goOn` and returns the page's time. An
 * answer that crossed the move would carry a wrong time. One answer may lead to another request, so it must be calm twice.
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

/** Starts a common time at `from`, in milliseconds since 1970. */
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
      // tsx compiles functions to use a helper that the page lacks.
      await page.addInitScript('globalThis.__name = (named) => named')
      await page.addInitScript(followAsking)
      await page.clock.install({ time: now() })
    },
    setAhead(ms) {
      deviceAhead = ms
      return page.clock.setSystemTime(now() + ms)
    },
    async skip(ms) {
      // The page's clock falls behind a little with each skip; this makes up for it.
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
