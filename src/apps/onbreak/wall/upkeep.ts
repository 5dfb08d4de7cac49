/** What keeps a screen going for months without anybody near it: it stays awake, and renews itself when nothing happens. */
import { useEffect, useRef, useState } from 'react'
import { connection } from '#src/api/connection.ts'
import { serverNow } from '#src/lib/server-clock.ts'
import { DAY_MS, MINUTE_MS } from '#src/lib/spans.ts'
import { applyUpdate, isUpdateWaiting } from '#src/shell/service-worker.ts'

const UNTOUCHED_MS = 10 * MINUTE_MS
const UNCHANGED_MS = 5 * MINUTE_MS
/** Where somebody comes or goes all the time, the moment is as good as any after this long a wait for a better one. */
const PATIENCE_MS = DAY_MS
/** Many screens do not all reload at once. */
const JITTER_MS = 30 * MINUTE_MS
const NO_FRAME_MS = 3 * MINUTE_MS
const POINTER_MS = 4_000
const HEAP_BYTES = 150 * 1_048_576

/**
 * Nobody has touched the screen for a while, and nobody has come or gone. What lies far ahead was told by a clock that was wrong.
 * `waitedMs`: for how long such a moment has been waited for.
 */
export const isQuiet = (now: number, touchedAt: number, changedAt: number, waitedMs = 0): boolean =>
  Math.abs(now - touchedAt) >= UNTOUCHED_MS && (Math.abs(now - changedAt) >= UNCHANGED_MS || waitedMs >= PATIENCE_MS)

/** Keeps the screen on for as long as it is looked at and wanted; the browser takes the lock back whenever it is hidden, or power is short. */
export function useWakeLock(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return
    let lock: WakeLockSentinel | null = null
    // One that nobody remembers would keep the screen on through the night.
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
        // A battery that runs low has the last word.
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

/** A click anywhere fills the screen, and the next one gives it back. */
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

/** Whether the pointer has not been moved for a while: on a wall it is a spot on the picture. */
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

/** Chromium alone tells. */
const heapBytes = () =>
  (performance as Performance & { memory?: { usedJSHeapSize: number } }).memory?.usedJSHeapSize ?? 0

/** Reloads: to a new version, with a heap that has grown, or when nothing is drawn any more; the first two in a quiet moment. */
export function useRenewal(changedAt: number): void {
  const changed = useRef(changedAt)
  changed.current = changedAt
  useEffect(() => {
    let touchedAt = serverNow()
    // On a clock that nobody sets: after a correction the screen would seem not to have been drawn for hours.
    let drawnAt = performance.now()
    let lookedAt = performance.now()
    let due: number | null = null
    let wantedAt: number | null = null
    let frame = 0
    const touch = () => {
      touchedAt = serverNow()
    }
    const drawn = () => {
      drawnAt = performance.now()
    }
    const look = () => {
      const isHidden = document.visibilityState === 'hidden'
      // Nothing is drawn in a hidden window, nor while the machine sleeps.
      if (isHidden || performance.now() - lookedAt > 2 * MINUTE_MS) drawn()
      lookedAt = performance.now()
      const isStuck = performance.now() - drawnAt > NO_FRAME_MS
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(drawn)
      if (!connection().online) return
      if (isStuck) return window.location.reload()
      const isGrown = heapBytes() > HEAP_BYTES
      if (!isGrown && !isUpdateWaiting()) {
        wantedAt = null
        return
      }
      wantedAt ??= performance.now()
      const now = serverNow()
      if (!isQuiet(now, touchedAt, changed.current, performance.now() - wantedAt)) return
      if (isGrown) return window.location.reload()
      if (due === null || due - now > JITTER_MS) due = now + Math.random() * JITTER_MS
      if (now >= due) applyUpdate()
    }
    const timer = setInterval(look, MINUTE_MS)
    const touches = ['pointerdown', 'keydown'] as const
    for (const kind of touches) window.addEventListener(kind, touch)
    return () => {
      clearInterval(timer)
      cancelAnimationFrame(frame)
      for (const kind of touches) window.removeEventListener(kind, touch)
    }
  }, [])
}
