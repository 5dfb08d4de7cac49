import { useCallback, useEffect, useRef } from 'react'

/** Runs what it was given last once nothing new has come for so many milliseconds; nothing any more once its screen is gone. */
export function useLater(delay: number): (run: () => void) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(
    (run) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(run, delay)
    },
    [delay],
  )
}
