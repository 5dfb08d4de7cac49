/** The invisible end marker of a `DataTable` that can load more rows. */
import { type RefObject, useEffect, useRef } from 'react'
import classes from './DataTable.module.css'

/** How far before the end more rows are loaded. */
const AHEAD_PX = 400

interface DataTableEndProps {
  readonly length: number
  /** The box that scrolls; null where the page does. */
  readonly scroller: RefObject<Element | null> | null
  readonly onEnd: () => void
}

/** Calls `onEnd` when the end comes into sight. Observes anew per length, as an end that stays in sight reports nothing. */
export function DataTableEnd({ length, scroller, onEnd }: DataTableEndProps) {
  const end = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) onEnd()
      },
      { root: scroller?.current ?? null, rootMargin: `0px 0px ${AHEAD_PX}px` },
    )
    if (end.current) observer.observe(end.current)
    return () => observer.disconnect()
  }, [length, scroller, onEnd])
  return <div ref={end} className={classes.end} />
}
