/** One's place in a long list, kept while all of it is drawn: then it is the page that scrolls, and the list is at its top. */
import { type RefObject, useLayoutEffect, useRef } from 'react'

interface Drawn {
  readonly isLong: boolean
  /** Only the rows in sight; neither by somebody's wish nor for paper all of them. */
  readonly isVirtual: boolean
  /** By somebody's wish. */
  readonly isWhole: boolean
  readonly rowPx: number
}

/** Answers what to do whenever the list is scrolled. */
export function usePlace(scroller: RefObject<HTMLElement | null>, drawn: Drawn): () => void {
  const { isLong, isVirtual, isWhole, rowPx } = drawn
  const place = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another height are no reason to scroll
  useLayoutEffect(() => {
    if (!isLong) place.current = 0
    // To ask for what is so already makes the browser lay out the page.
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
