import { type RefObject, useEffect, useRef } from 'react'
import { isFocusLost } from '#src/lib/focus-lost.ts'

/**
 * Returns a ref for the heading of a view that replaces another. The heading gets the focus, unless the page was opened
 * with this view. `ifLost`: only if the element that had the focus is gone.
 */
export function useHeadingFocus({ ifLost = false } = {}): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (ifLost && !isFocusLost()) return
    if (navigator.userActivation?.hasBeenActive !== false) heading.current?.focus({ preventScroll: true })
  }, [ifLost])
  return heading
}
