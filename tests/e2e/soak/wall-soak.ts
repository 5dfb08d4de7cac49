/**
 * Runs a wall through days in minutes: people come and go, the line breaks, the server restarts, midnights pass, clocks
 * change. Compares what the wall shows with the server's board, and its memory with that of the first measurements.
 */
import type { Browser } from '@playwright/test'
import { getBoard } from '#contract/apps/onbreak.ts'
import { clockTime, differences, PLACE, timeWithDay } from './picture.ts'
import { type Memory, newest, openWallScreen } from './wall-screen.ts'

const STEP_MS = 30_000
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
/** How many people are away, by the hour: enough for one page, for several, and nobody. */
const AWAY = [4, 25, 70, 40, 12, 0]
/** How often memory is measured, and how many people are away then: on one page, as on two they have fewer nodes. */
const MEASUREMENTS = 12
const SETTLED = 6
/** One in this many broken lines stays broken until the wall is grey. */
const LONG = 25
const LONG_MS = 12 * MINUTE_MS
/** Accepted growth from the first third to the last. Six people have a few nodes more in six departments than in one. */
const MAY_GROW: Memory = { heap: 5, nodes: 60, listeners: 5 }

export interface Soak {
  /** The instant at which the wall's time begins. */
  readonly from: string
  readonly hours: number
  readonly people: number
  readonly updates: number
  readonly reconnects: number
  readonly restarts: number
  readonly checks: number
}

/** From a Friday noon over three midnights and the end of summer time. */
export const THREE_DAYS: Soak = {
  from: '2026-10-23T10:00:00Z',
  hours: 72,
  people: 120,
  updates: 200_000,
  reconnects: 500,
  restarts: 20,
  checks: 1_000,
}

export interface SoakResult {
  readonly updates: number
  readonly sockets: number
  readonly checks: number
  readonly midnights: number
  /** The highest number of pages that a check saw. */
  readonly pages: number
  /** The highest measurements in the first third, and in the last. */
  readonly first: Memory
  readonly last: Memory
}

const mostOf = (memory: readonly Memory[]): Memory => ({
  heap: Math.max(...memory.map(({ heap }) => heap)),
  nodes: Math.max(...memory.map(({ nodes }) => nodes)),
  listeners: Math.max(...memory.map(({ listeners }) => listeners)),
})

/** Returns how many of `count` things, spread evenly over `steps`, belong to this step. */
const dueIn = (step: number, steps: number, count: number) =>
  Math.floor((count * (step + 1)) / steps) - Math.floor((count * step) / steps)

/** Runs the soak; throws if the wall is wrong, grows, reloads itself, or does not say that the line is lost. */
export async function soakWall(browser: Browser, soak: Soak, say: (text: string) => void): Promise<SoakResult> {
  const wall = await openWallScreen(browser, soak.from, soak.people)
  const { company, portal, proxy, time } = wall
  let [updates, checks, losses, midnights, pages] = [0, 0, 0, 0, 0]
  const memory: Memory[] = []

  async function differencesNow(): Promise<string[]> {
    const board = await portal.call(getBoard, { as: company.token })
    await wall.told(newest(board))
    const shown = await wall.look()
    pages = Math.max(pages, shown.length)
    return differences(board, shown)
  }

  async function check(): Promise<void> {
    const wrong = await differencesNow()
    if (wrong.length > 0) throw new Error(`At ${new Date(time.now()).toISOString()}:\n${wrong.join('\n')}`)
  }

  /** Changes the device's clock; the wall follows the server's clock, so it soon shows the right time again. */
  async function setDeviceClock(ahead: number): Promise<void> {
    await time.setAhead(ahead)
    await wall.until('The clock is right again', async () => (await differencesNow()).length === 0)
  }

  /** Waits until the wall receives something on a new socket. */
  async function reconnected(since: number): Promise<void> {
    await wall.until('The socket is open again', () => wall.sockets() > since)
  }

  async function loseSocket(): Promise<void> {
    const before = wall.sockets()
    proxy.set('refuse', { only: (_method, path) => path === '/' })
    proxy.set('pass')
    await reconnected(before)
  }

  /** Breaks the whole line until the wall must say so, then restores it. */
  async function loseLine(): Promise<void> {
    const before = wall.sockets()
    const lostAt = time.now()
    proxy.set('refuse')
    for (let gone = 0; gone < LONG_MS; gone += STEP_MS) await time.skip(STEP_MS)
    const { lost, isGrey } = await wall.read()
    // The last message before the loss may only be rendered with the first step.
    const since = (off: number) => timeWithDay(lostAt + off, time.now())
    const said = [-MINUTE_MS, 0, MINUTE_MS].map((off) => `No connection since ${since(off)}`)
    if (!said.includes(lost) || !isGrey) throw new Error(`Lost at ${clockTime(lostAt)}: “${lost}”, grey: ${isGrey}.`)
    proxy.set('pass')
    await reconnected(before)
  }

  async function restart(): Promise<void> {
    const before = wall.sockets()
    await portal.stop()
    await time.skip(STEP_MS)
    await portal.start()
    await reconnected(before)
  }

  async function measure(): Promise<void> {
    updates += await company.settle(SETTLED)
    await check()
    const now = await wall.measure()
    memory.push(now)
    const { heap, nodes, listeners } = now
    say(
      `${new Date(time.now()).toISOString()}: ${updates} updates, ${wall.sockets()} sockets; ${heap.toFixed(2)} MB, ${nodes} nodes, ${listeners} listeners`,
    )
  }

  const steps = (soak.hours * HOUR_MS) / STEP_MS
  const dayOf = () => new Date(time.now()).toLocaleDateString(PLACE.locale, { timeZone: PLACE.timezoneId })
  let day = dayOf()

  async function step(index: number): Promise<void> {
    const due = (count: number) => dueIn(index, steps, count)
    const away = AWAY[Math.floor((index * STEP_MS) / HOUR_MS) % AWAY.length] ?? 0
    await company.change(due(soak.updates), away)
    updates += due(soak.updates)
    for (let left = due(soak.reconnects); left > 0; left--) await (++losses % LONG === 0 ? loseLine() : loseSocket())
    if (due(soak.restarts)) await restart()
    await time.skip(STEP_MS)
    if (index === Math.floor(steps / 2)) await setDeviceClock(HOUR_MS)
    if (index === Math.floor((steps * 3) / 4)) await setDeviceClock(0)
    for (let left = due(soak.checks); left > 0; left--) {
      await check()
      checks++
    }
    if (due(MEASUREMENTS)) await measure()
    if (dayOf() !== day) midnights++
    day = dayOf()
  }

  try {
    for (let index = 0; index < steps; index++) await step(index)
    const mishaps = await wall.mishaps()
    if (mishaps.length > 0) throw new Error(mishaps.join('\n'))
    const third = Math.floor(memory.length / 3)
    const [first, last] = [mostOf(memory.slice(0, third)), mostOf(memory.slice(-third))]
    for (const kind of ['heap', 'nodes', 'listeners'] as const)
      if (last[kind] - first[kind] > MAY_GROW[kind])
        throw new Error(`${kind}: ${first[kind]} at first, then ${last[kind]}.`)
    return { updates, sockets: wall.sockets(), checks, midnights, pages, first, last }
  } finally {
    await wall.end()
  }
}
