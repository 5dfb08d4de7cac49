import { type RefObject, useEffect, useRef } from 'react'

/**
 * For the heading of what comes in the place of something else: it gets the focus, unless the page was opened with it.
 * `ifLost`: only where what had the focus is gone.
 */
export function useHeadingFocus({ ifLost = false } = {}): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (ifLost && document.activeElement !== document.body) return
    if (navigator.userActivation?.hasBeenActive !== false) heading.current?.focus({ preventScroll: true })
  }, [ifLost])
  return heading
}
