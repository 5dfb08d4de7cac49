/**
 * What a wall derives from the clock: scheme, page and position. Pure except for the hooks; the only interval is below.
 */
import { useState, useSyncExternalStore } from 'react'
import { listeners } from '#src/lib/listeners.ts'
import { serverNow } from '#src/lib/server-clock.ts'
import { MINUTE_MS } from '#src/lib/spans.ts'

/** Returns light from 7 to 19 o'clock unless the device itself prefers dark, else dark. */
export const schemeAt = (hour: number, prefersDark: boolean): 'light' | 'dark' =>
  hour >= 7 && hour < 19 && !prefersDark ? 'light' : 'dark'

/** Whether the device must stay awake: from 22 to 6 o'clock it may sleep, as it is set up to. */
export const isAwakeAt = (hour: number): boolean => hour >= 6 && hour < 22

const PAGE_MS = 15_000

const turnOf = (now: number): number => Math.floor(now / PAGE_MS)

/** Returns which of so many pages is shown first. */
export const pageAt = (now: number, pages: number): number => turnOf(now) % Math.max(1, pages)

/**
 * Returns the page to show: each in turn, for 15 s. A page that is added or removed meanwhile does not replace the one
 * being read. Nor does the server's clock, known only to a second or two: if it turns out to be a little earlier, no
 * page is turned.
 */
export function usePage(now: number, pages: number): number {
  const turn = turnOf(now)
  const [shown, setShown] = useState(() => ({ turn, page: pageAt(now, pages) }))
  const last = Math.max(0, pages - 1)
  const next = shown.page < last ? shown.page + 1 : 0
  const isOver = turn > shown.turn || turn < shown.turn - 1
  const page = isOver ? next : Math.min(shown.page, last)
  if (isOver || page !== shown.page) setShown({ turn: isOver ? turn : shown.turn, page })
  return page
}

/**
 * Positions around the middle against burn-in, changed every three minutes. In hundredths of the screen's shorter side,
 * so that it is equally far on every screen.
 */
const PLACES = [
  [0, 0],
  [0.5, 0.3],
  [0.8, 0.8],
  [0.3, 0.5],
  [-0.4, 0.8],
  [-0.8, 0.3],
  [-0.5, -0.5],
  [0.3, -0.8],
] as const
const STAY_MS = 3 * MINUTE_MS

/** Returns by how much the picture is moved, in hundredths of the screen's shorter side. */
export const shiftAt = (now: number): readonly [x: number, y: number] =>
  PLACES[Math.floor(now / STAY_MS) % PLACES.length] ?? PLACES[0]

/** After a minute of silence (`lost`) the screen says since when; after ten (`stale`) it shows that it may be wrong. */
export function freshnessAt(now: number, heardAt: number): 'fresh' | 'lost' | 'stale' {
  // Absolute, since after the clock was set back `heardAt` lies ahead.
  const silent = Math.abs(now - heardAt)
  if (silent >= 10 * MINUTE_MS) return 'stale'
  return silent >= MINUTE_MS ? 'lost' : 'fresh'
}

const { notify, listen } = listeners(() => {
  const timer = setInterval(notify, 1_000)
  document.addEventListener('visibilitychange', notify)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', notify)
  }
})

/**
 * Returns the time, rounded down to steps of so many milliseconds; renders once per step. One interval serves all
 * hooks. Uses the server's clock: nobody sets a wall's own clock, which would make all durations wrong.
 */
export const useTick = (step: number): number =>
  useSyncExternalStore(listen, () => Math.floor(serverNow() / step) * step)
