/**
 * Keeps the scroll position of a long list when all of it is drawn and back: then the page scrolls instead of the list,
 * whose own position is lost.
 */
import { type RefObject, useLayoutEffect, useRef } from 'react'

interface ListState {
  readonly isLong: boolean
  /** Whether only the rows in sight are drawn: neither on request nor in print all of them. */
  readonly isVirtual: boolean
  /** Whether all rows are drawn on request. */
  readonly isWhole: boolean
  readonly rowPx: number
}

/** Returns the function to call whenever the list is scrolled. */
export function useKeptScrollPosition(scroller: RefObject<HTMLElement | null>, list: ListState): () => void {
  const { isLong, isVirtual, isWhole, rowPx } = list
  const place = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row height is no reason to scroll
  useLayoutEffect(() => {
    if (!isLong) place.current = 0
    // At the top there is nothing to restore: even setting the same position forces a layout.
    if (place.current === 0 || !scroller.current) return
    if (isVirtual) scroller.current.scrollTop = place.current
    else if (isWhole)
      scroller.current
        .querySelectorAll('tr[data-key]')
        [Math.floor(place.current / rowPx)]?.scrollIntoView({ block: 'center' })
  }, [isLong, isVirtual, isWhole])
  return () => {
    place.current = scroller.current?.scrollTop ?? 0
  }
}
