import { useEffect, useReducer, useRef } from 'react'

/**
 * Returns a function for `onDropdownOpen` of Mantine's fields with a list, which renders the field again. The list is
 * mounted and gets its id only when it opens; the field, rendered before, would lack `aria-expanded` and
 * `aria-controls`.
 */
export function useNamedList(): () => void {
  const [, draw] = useReducer((times: number) => times + 1, 0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    timer.current = setTimeout(draw)
  }
}
