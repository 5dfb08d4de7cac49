/**
 * A region for content wider than its card: scrolls sideways, by the keyboard too, and fades out while there is more.
 */
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import classes from './ScrollRegion.module.css'

interface ScrollRegionProps {
  readonly label: string
  readonly className: string | undefined
  readonly children: ReactNode
}

export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  const region = useRef<HTMLElement>(null)
  const [goesOn, setGoesOn] = useState(false)
  const measure = useCallback(() => {
    const { scrollLeft = 0, clientWidth = 0, scrollWidth = 0 } = region.current ?? {}
    // Ignore fractions of a pixel.
    setGoesOn(scrollWidth - clientWidth - scrollLeft > 1)
  }, [])
  useEffect(() => {
    const observer = new ResizeObserver(measure)
    const { current } = region
    // Observe the region and its content: both may change their width.
    for (const element of [current, current?.firstElementChild]) if (element) observer.observe(element)
    return () => observer.disconnect()
  }, [measure])
  return (
    <div className={classes.edge} data-goes-on={goesOn || undefined}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1) */}
      <section ref={region} className={className} aria-label={label} tabIndex={0} onScroll={measure}>
        {children}
      </section>
    </div>
  )
}
