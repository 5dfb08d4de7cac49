/** Which rows of a long list are drawn: those in sight of a box that scrolls, all of one height, and some around them. */
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** What stands over and under a long table, and how high it is at least, as the style sheet has them (DataTable.module.css). */
const [AROUND_PX, LEAST_PX] = [280, 420]

interface View {
  /** Of the first row in sight, in px from the first of all. */
  readonly top: number
  /** Of the box, in px. */
  readonly height: number
}

interface List {
  /** Whether the box scrolls at all. */
  readonly isOn: boolean
  readonly count: number
  readonly rowPx: number
  /** So many more on either side, one at least. */
  readonly overscan: number
}

/** From `first` up to `end`, which is not drawn itself. Pure. */
export function rowsInSight({ top, height }: View, { count, rowPx, overscan }: Omit<List, 'isOn'>) {
  // One more is in sight where the first is cut off: that is among those around them. A list that has just become shorter is
  // scrolled up a moment later.
  const last = Math.min(count, Math.ceil((top + height) / rowPx))
  const first = Math.min(Math.floor(top / rowPx), Math.max(0, last - Math.ceil(height / rowPx)))
  return { first: Math.max(0, first - overscan), end: Math.min(count, last + overscan) }
}

/**
 * `onScroll` is for the box's. Before it is measured it is taken to be as high as the style sheet makes it: the first frame
 * has its rows already. It is drawn anew only where another row comes into sight, and then before the frame is painted.
 */
export function useRowsInSight(scroller: RefObject<HTMLElement | null>, { isOn, ...list }: List) {
  const { rowPx } = list
  const [view, setView] = useState<View>(() => ({ top: 0, height: Math.max(LEAST_PX, window.innerHeight - AROUND_PX) }))
  const look = useCallback(
    (part: Partial<View>) =>
      setView((held) => {
        const seen = { ...held, ...part }
        return seen.top === held.top && seen.height === held.height ? held : seen
      }),
    [],
  )
  const topRow = useCallback(
    () => Math.max(0, Math.floor((scroller.current?.scrollTop ?? 0) / rowPx) * rowPx),
    [scroller, rowPx],
  )
  // What became short scrolls no more, and is at its top as it becomes long again: known before that is painted.
  // biome-ignore lint/correctness/useExhaustiveDependencies: where it is scrolled to otherwise, `onScroll` says
  useLayoutEffect(() => {
    if (isOn && view.top > 0) look({ top: topRow() })
  }, [isOn])
  // Given up before the box may grow: how high all of a list is says nothing of what is in sight.
  useLayoutEffect(() => {
    if (!isOn || !scroller.current) return
    // To ask for the size makes the browser lay the page out for the answer; this says it after its own layout.
    const observer = new ResizeObserver(([seen]) => seen && look({ top: topRow(), height: seen.contentRect.height }))
    observer.observe(scroller.current)
    return () => observer.disconnect()
  }, [isOn, scroller, topRow, look])
  const onScroll = () => {
    const top = topRow()
    if (top !== view.top) flushSync(() => look({ top }))
  }
  return { ...(isOn ? rowsInSight(view, list) : { first: 0, end: list.count }), onScroll }
}
