import { useEffect, useRef } from 'react'

/**
 * For buttons that go with what they do away with, and the focus with them. What it answers takes, as one is pressed, how
 * the focus is to be given then; nobody who has gone on meanwhile is called back.
 */
export function useFocusWhenGone(): (give: () => void) => void {
  const given = useRef(() => {})
  useEffect(
    () => () => {
      if (document.activeElement === document.body) given.current()
    },
    [],
  )
  return (give) => {
    given.current = give
  }
}
