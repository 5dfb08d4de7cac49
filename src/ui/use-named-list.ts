import { useEffect, useReducer, useRef } from 'react'

/**
 * For `onDropdownOpen` of Mantine's fields with a list. The list comes into the document as it opens, and gets its id only
 * then; the field was drawn before, and says nothing of it (`aria-expanded`, `aria-controls`) until it is drawn again.
 */
export function useNamedList(): () => void {
  const [, draw] = useReducer((times: number) => times + 1, 0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    timer.current = setTimeout(draw)
  }
}
