/** Virtualises a long list: draws only the rows in sight of a scrolling box, all of one height, and some more. */
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Height of the page around a long table, and the table's least height; the same as in DataTable.module.css. */
const [AROUND_PX, LEAST_PX] = [280, 420]

interface Viewport {
  /** Offset of the first row in sight from the first row of all, in px. */
  readonly top: number
  /** Height of the box, in px. */
  readonly height: number
}

interface ListOptions {
  /** Whether the list is virtualised: otherwise all rows are drawn. */
  readonly isOn: boolean
  readonly count: number
  readonly rowPx: number
  /** Extra rows drawn on either side, at least one. */
  readonly overscan: number
}

/** Returns the range of rows to draw, from `first` up to but excluding `end`. Pure. */
export function rowsInSight({ top, height }: Viewport, { count, rowPx, overscan }: Omit<ListOptions, 'isOn'>) {
  // If the first row is cut off, one more is in sight at the end: the overscan covers it. A list that has just become
  // shorter is scrolled up a moment later, so `first` is kept within it.
  const last = Math.min(count, Math.ceil((top + height) / rowPx))
  const first = Math.min(Math.floor(top / rowPx), Math.max(0, last - Math.ceil(height / rowPx)))
  return { first: Math.max(0, first - overscan), end: Math.min(count, last + overscan) }
}

/**
 * Returns the range of rows to draw, and `onScroll` for the box. Until the box is measured, its height is taken from
 * the style sheet's rule, so that the first frame has its rows already. Scrolling renders only when another row comes
 * into sight, and then before the frame is painted.
 */
export function useRowsInSight(scroller: RefObject<HTMLElement | null>, { isOn, ...list }: ListOptions) {
  const { rowPx } = list
  const [viewport, setViewport] = useState<Viewport>(() => ({
    top: 0,
    height: Math.max(LEAST_PX, window.innerHeight - AROUND_PX),
  }))
  const updateViewport = useCallback(
    (part: Partial<Viewport>) =>
      setViewport((held) => {
        const seen = { ...held, ...part }
        return seen.top === held.top && seen.height === held.height ? held : seen
      }),
    [],
  )
  const topRow = useCallback(
    () => Math.max(0, Math.floor((scroller.current?.scrollTop ?? 0) / rowPx) * rowPx),
    [scroller, rowPx],
  )
  // A list that became short is at its top when it becomes long again: update the view before it is painted.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onScroll` reports all other positions
  useLayoutEffect(() => {
    if (isOn && viewport.top > 0) updateViewport({ top: topRow() })
  }, [isOn])
  // A layout effect, so that observing ends before the box may grow: the height of a whole list is not that of the box.
  useLayoutEffect(() => {
    if (!isOn || !scroller.current) return
    // Reading the size would force a layout; the observer reports it after the browser's own layout.
    const observer = new ResizeObserver(
      ([seen]) => seen && updateViewport({ top: topRow(), height: seen.contentRect.height }),
    )
    observer.observe(scroller.current)
    return () => observer.disconnect()
  }, [isOn, scroller, topRow, updateViewport])
  const onScroll = () => {
    const top = topRow()
    if (top !== viewport.top) flushSync(() => updateViewport({ top }))
  }
  return { ...(isOn ? rowsInSight(viewport, list) : { first: 0, end: list.count }), onScroll }
}
