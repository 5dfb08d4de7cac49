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
const MOST_UNPUBLISHED = 50

const isSettled = ({ state }: Row) => state !== 'pending'

interface ThrottledPublisher {
  readonly onRows: (rows: readonly Row[]) => void
  readonly stop: () => void
}

/** Returns `onRows`, which takes the rows as they change and passes on the newest; after `stop` none are passed on. */
export function throttledPublisher(publish: (rows: readonly Row[]) => void): ThrottledPublisher {
  let timer: ReturnType<typeof setTimeout> | undefined
  let newest: readonly Row[] = []
  let publishedAt = Number.NEGATIVE_INFINITY
  let publishedSettled: ReadonlySet<string> = new Set()

  function publishNewest(): void {
    clearTimeout(timer)
    timer = undefined
    publishedAt = performance.now()
    publishedSettled = new Set(newest.filter(isSettled).map(({ key }) => key))
    publish(newest)
  }

  return {
    onRows(rows) {
      newest = rows
      const settled = rows.filter(isSettled)
      const isFollowed = rows.length - settled.length < MANY
      const unpublished = settled.filter(({ key }) => !publishedSettled.has(key)).length
      if (isFollowed || performance.now() - publishedAt >= PACE_MS || unpublished >= MOST_UNPUBLISHED) publishNewest()
      else timer ??= setTimeout(publishNewest, PACE_MS)
    },
    stop: () => clearTimeout(timer),
  }
}
