/**
 * Paces how often the screens hear of the rows: on every change while few wait; a few times a second while many are on
 * their way, since drawing a list of hundreds takes longer than sending one of them.
 */
import type { Row } from './row.ts'

/** With this many rows waiting, nobody follows each of them. */
const MANY = 20
const PACE_MS = 250
/**
 * At most this many settled rows go unreported, however slow a hidden tab's timers are: of the accepted rows only the
 * newest are read.
 */
const MOST_UNTOLD = 50

const isSettled = ({ state }: Row) => state !== 'pending'

interface ThrottledPublisher {
  readonly hear: (rows: readonly Row[]) => void
  readonly stop: () => void
}

/** Returns `hear`, which takes the rows as they change and passes on the newest, and `stop`, after which none are passed on. */
export function throttledPublisher(publish: (rows: readonly Row[]) => void): ThrottledPublisher {
  let timer: ReturnType<typeof setTimeout> | undefined
  let newest: readonly Row[] = []
  let toldAt = Number.NEGATIVE_INFINITY
  let toldSettled: ReadonlySet<string> = new Set()

  function tell(): void {
    clearTimeout(timer)
    timer = undefined
    toldAt = performance.now()
    toldSettled = new Set(newest.filter(isSettled).map(({ key }) => key))
    publish(newest)
  }

  return {
    hear(rows) {
      newest = rows
      const settled = rows.filter(isSettled)
      const isFollowed = rows.length - settled.length < MANY
      const untold = settled.filter(({ key }) => !toldSettled.has(key)).length
      if (isFollowed || performance.now() - toldAt >= PACE_MS || untold >= MOST_UNTOLD) tell()
      else timer ??= setTimeout(tell, PACE_MS)
    },
    stop: () => clearTimeout(timer),
  }
}
