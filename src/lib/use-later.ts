import { useCallback, useEffect, useMemo, useRef } from 'react'

interface Later {
  /** Instead of what was given before. */
  readonly run: (action: () => void) => void
  /** What still waits, without waiting. */
  readonly now: () => void
}

/** Runs what it was given last once nothing new has come for so many milliseconds; nothing any more once its screen is gone. */
export function useLater(delay: number): Later {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const waiting = useRef<() => void>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const now = useCallback(() => {
    clearTimeout(timer.current)
    const action = waiting.current
    waiting.current = undefined
    action?.()
  }, [])
  return useMemo(
    () => ({
      run: (action) => {
        clearTimeout(timer.current)
        waiting.current = action
        timer.current = setTimeout(now, delay)
      },
      now,
    }),
    [delay, now],
  )
}
