import { useCallback, useEffect, useMemo, useRef } from 'react'

interface Debounced {
  /** Schedules the action in place of one that still waits. */
  readonly run: (action: () => void) => void
  /** Runs the waiting action at once, if there is one. */
  readonly now: () => void
}

/** Debounces actions: runs the last one after `delay` milliseconds without another, unless the component is unmounted. */
export function useDebounced(delay: number): Debounced {
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
