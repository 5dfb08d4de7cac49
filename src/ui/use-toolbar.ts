/** A roving tabindex: one Tab stop for a row of buttons, arrows, Home and End within it (ARIA practices, “Toolbar”). */
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'

/** Returns the index that a key leads to from the button at `at`, of `count`; undefined if the key is not handled. */
function nextOf(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return (at + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

interface Toolbar {
  readonly ref: RefObject<HTMLDivElement | null>
  readonly onFocus: (event: FocusEvent) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** Returns the props of the element with `role="toolbar"` around the buttons. */
export function useToolbar(): Toolbar {
  const ref = useRef<HTMLDivElement>(null)
  const last = useRef<HTMLButtonElement>(undefined)
  const buttons = () => [...(ref.current?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? [])]

  function keepOneStop(): void {
    const all = buttons()
    const stop = all.find((button) => button === last.current) ?? all[0]
    for (const button of all) button.tabIndex = button === stop ? 0 : -1
    // The pressed button became disabled, having nothing left to do: move the focus on, so that keys still work.
    if (last.current?.disabled && document.activeElement === last.current) stop?.focus()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads the buttons each time it is called
  useEffect(() => {
    keepOneStop()
    const observer = new MutationObserver(keepOneStop)
    if (ref.current) observer.observe(ref.current, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    return () => observer.disconnect()
  }, [])

  return {
    ref,
    onFocus: ({ target }) => {
      last.current = buttons().find((button) => button === target) ?? last.current
      keepOneStop()
    },
    onKeyDown: (event) => {
      const all = buttons()
      // Elements within a popover that a button has opened handle their own keys.
      const at = all.indexOf(event.target as HTMLButtonElement)
      const next = at < 0 ? undefined : nextOf(event.key, at, all.length)
      if (next === undefined) return
      event.preventDefault()
      all[next]?.focus()
    },
  }
}
