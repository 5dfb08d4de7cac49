/** Keeps a screen going for months unattended: it stays awake, and reloads itself when nothing happens. */
import { useEffect, useEffectEvent, useState } from 'react'
import { connection } from '#src/api/connection.ts'
import { serverNow } from '#src/lib/server-clock.ts'
import { DAY_MS, MINUTE_MS } from '#src/lib/spans.ts'
import { applyUpdate, isUpdateWaiting } from '#src/offline/service-worker.ts'

const UNTOUCHED_MS = 10 * MINUTE_MS
const UNCHANGED_MS = 5 * MINUTE_MS
/** Longest wait for a moment without changes, in case somebody comes or goes all the time. */
const PATIENCE_MS = DAY_MS
/** Spread of the reloads, so that many screens do not all reload at once. */
const JITTER_MS = 30 * MINUTE_MS
const NO_FRAME_MS = 3 * MINUTE_MS
const POINTER_MS = 4_000
const HEAP_BYTES = 150 * 1_048_576

/**
 * Whether nobody has touched the screen for a while and nobody has come or gone. Times far ahead were set by a clock
 * that was wrong, and count as long ago. `waitedMs`: for how long such a moment has been waited for.
 */
export const isQuiet = (now: number, touchedAt: number, changedAt: number, waitedMs = 0): boolean =>
  Math.abs(now - touchedAt) >= UNTOUCHED_MS && (Math.abs(now - changedAt) >= UNCHANGED_MS || waitedMs >= PATIENCE_MS)

/**
 * Keeps the screen on while the page is visible and this is wanted. The browser releases the lock whenever the page is
 * hidden or power is low, so it is requested again.
 */
export function useWakeLock(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return
    let lock: WakeLockSentinel | null = null
    // Prevents two requests at once: a lock without a reference would keep the screen on through the night.
    let isAsking = false
    let over = false
    const take = async () => {
      if (document.visibilityState !== 'visible' || isAsking || (lock && !lock.released)) return
      isAsking = true
      try {
        const taken = await navigator.wakeLock?.request('screen')
        if (over) await taken?.release()
        else lock = taken ?? null
      } catch {
        // The browser refuses when the battery runs low.
      } finally {
        isAsking = false
      }
    }
    void take()
    const timer = setInterval(take, MINUTE_MS)
    document.addEventListener('visibilitychange', take)
    return () => {
      over = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', take)
      void lock?.release().catch(() => {})
    }
  }, [isWanted])
}

/** Toggles full screen with a click anywhere except on links and buttons. */
export function useFullScreen(): void {
  useEffect(() => {
    const toggle = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('a, button')) return
      const done = document.fullscreenElement
        ? document.exitFullscreen()
        : document.documentElement.requestFullscreen?.()
      done?.catch(() => {})
    }
    document.addEventListener('click', toggle)
    return () => document.removeEventListener('click', toggle)
  }, [])
}

/** Whether the pointer has not moved for a while: on a wall it is only a spot on the picture. */
export function useRestingPointer(): boolean {
  const [isResting, setIsResting] = useState(false)
  useEffect(() => {
    const rest = () => setIsResting(true)
    let timer = setTimeout(rest, POINTER_MS)
    const move = () => {
      clearTimeout(timer)
      timer = setTimeout(rest, POINTER_MS)
      setIsResting(false)
    }
    window.addEventListener('pointermove', move)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pointermove', move)
    }
  }, [])
  return isResting
}

/** Returns the used heap in bytes; 0 except in Chromium, which alone reports it. */
const heapBytes = () =>
  (performance as Performance & { memory?: { usedJSHeapSize: number } }).memory?.usedJSHeapSize ?? 0

/**
 * Reloads the page for a new version, when the heap has grown, or when nothing is drawn any more; the first two only in
 * a quiet moment.
 */
export function useRenewal(changedAt: number): void {
  const isQuietNow = useEffectEvent((touchedAt: number, waitedMs: number) =>
    isQuiet(serverNow(), touchedAt, changedAt, waitedMs),
  )
  useEffect(() => {
    let touchedAt = serverNow()
    // Monotonic: after a correction of the system clock the screen would seem not to have been drawn for hours.
    let drawnAt = performance.now()
    let lookedAt = performance.now()
    let due: number | null = null
    let wantedAt: number | null = null
    let frame = 0
    const markTouched = () => {
      touchedAt = serverNow()
    }
    const markDrawn = () => {
      drawnAt = performance.now()
    }
    const check = () => {
      const isHidden = document.visibilityState === 'hidden'
      // Nothing is drawn in a hidden window, nor while the machine sleeps.
      if (isHidden || performance.now() - lookedAt > 2 * MINUTE_MS) markDrawn()
      lookedAt = performance.now()
      const isStuck = performance.now() - drawnAt > NO_FRAME_MS
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(markDrawn)
      if (!connection().online) return
      if (isStuck) return window.location.reload()
      const isGrown = heapBytes() > HEAP_BYTES
      if (!isGrown && !isUpdateWaiting()) {
        wantedAt = null
        return
      }
      wantedAt ??= performance.now()
      if (!isQuietNow(touchedAt, performance.now() - wantedAt)) return
      if (isGrown) return window.location.reload()
      const now = serverNow()
      if (due === null || due - now > JITTER_MS) due = now + Math.random() * JITTER_MS
      if (now >= due) applyUpdate()
    }
    const timer = setInterval(check, MINUTE_MS)
    const touches = ['pointerdown', 'keydown'] as const
    for (const kind of touches) window.addEventListener(kind, markTouched)
    return () => {
      clearInterval(timer)
      cancelAnimationFrame(frame)
      for (const kind of touches) window.removeEventListener(kind, markTouched)
    }
  }, [])
}
