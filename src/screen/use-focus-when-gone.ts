import { useEffect, useRef } from 'react'
import { isFocusLost } from '#src/lib/focus-lost.ts'

/**
 * Keeps the focus for buttons that disappear with the thing they remove. Returns a function to call on a press: it
 * takes the callback that moves the focus once the component unmounts. If the focus is elsewhere by then, it stays
 * there.
 */
export function useFocusWhenGone(): (setFocus: () => void) => void {
  const callback = useRef(() => {})
  useEffect(
    () => () => {
      if (isFocusLost()) callback.current()
    },
    [],
  )
  return (setFocus) => {
    callback.current = setFocus
  }
}
