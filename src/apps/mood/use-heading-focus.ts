import { type RefObject, useEffect, useRef } from 'react'

/** For the heading of what comes in the place of something else: it gets the focus, unless the page was opened with it. */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (navigator.userActivation?.hasBeenActive !== false) heading.current?.focus({ preventScroll: true })
  }, [])
  return heading
}
