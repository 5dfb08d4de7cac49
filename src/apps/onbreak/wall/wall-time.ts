/** What a wall does by the clock: light and dark, its page, its place. Pure, but for the hooks; the one interval is below. */
import { useState, useSyncExternalStore } from 'react'
import { listeners } from '#src/lib/listeners.ts'
import { serverNow } from '#src/lib/server-clock.ts'
import { MINUTE_MS } from '#src/lib/spans.ts'

/** Light from seven to seven, unless the device itself wants dark; dark by night. */
export const schemeAt = (hour: number, prefersDark: boolean): 'light' | 'dark' =>
  hour >= 7 && hour < 19 && !prefersDark ? 'light' : 'dark'

/** From ten to six the device may sleep, as it is set up to; by day it may not. */
export const isAwakeAt = (hour: number): boolean => hour >= 6 && hour < 22

const PAGE_MS = 15_000

const turnOf = (now: number): number => Math.floor(now / PAGE_MS)

/** Which of so many pages is shown first. */
export const pageAt = (now: number, pages: number): number => turnOf(now) % Math.max(1, pages)

/**
 * Each page in turn, for 15 s: one that comes or goes meanwhile takes no other away from whoever reads it. Nor does the
 * server's clock, which is known to a second or two: as it is found to be a little earlier again, no page is turned.
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

/** A walk around the middle every three minutes, so that nothing burns in: as far on every screen, in hundredths of its shorter side. */
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

/** By how much the picture is moved, in hundredths of the screen's shorter side. */
export const shiftAt = (now: number): readonly [x: number, y: number] =>
  PLACES[Math.floor(now / STAY_MS) % PLACES.length] ?? PLACES[0]

/** After so long without a word the screen says since when, and later shows that it may be wrong. */
export function freshnessAt(now: number, heardAt: number): 'fresh' | 'lost' | 'stale' {
  // Set back, the clock says nothing of when it was.
  const silent = Math.abs(now - heardAt)
  if (silent >= 10 * MINUTE_MS) return 'stale'
  return silent >= MINUTE_MS ? 'lost' : 'fresh'
}

const { tell, listen } = listeners(() => {
  const timer = setInterval(tell, 1_000)
  document.addEventListener('visibilitychange', tell)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', tell)
  }
})

/**
 * Now, in steps of so many milliseconds: whoever looks is drawn anew once a step. One interval serves all. By the server's
 * clock: nobody sets a wall's, and it would say of each how long they are away.
 */
export const useTick = (step: number): number =>
  useSyncExternalStore(listen, () => Math.floor(serverNow() / step) * step)
