/**
 * Moves the focus as rows of Failed Steps disappear and return, so that it is not lost with the button that was
 * pressed.
 */
import { useEffect, useRef } from 'react'
import { isFocusLost } from '#src/lib/focus-lost.ts'
import type { SeenRun } from './use-runs.ts'

const NO_ROW = 0

/** `shown`: the rows as listed now. The focus moves only if it was lost. */
export function useNextRow(shown: readonly SeenRun[]) {
  const section = useRef<HTMLElement>(null)
  const count = useRef<HTMLParagraphElement>(null)
  const next = useRef<number | null>(null)
  /** The row is expected but not listed yet; the list may change for other reasons before it is. */
  const isComing = useRef(false)

  function focusNext(): void {
    if (next.current === null || !isFocusLost()) return
    const row = section.current?.querySelector(`[data-key="${next.current}"] [data-resolve]`)
    if (!row && isComing.current) return
    next.current = null
    if (row instanceof HTMLElement) row.focus()
    else count.current?.focus()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once the row is gone or back, and the focus lost
  useEffect(focusNext, [shown])

  return {
    /** The section around the rows. */
    section,
    /** The element with the number of rows. It takes the focus if there is no row for it. */
    count,
    focusNext,
    /** Chooses the row that takes the place of the removed ones. */
    afterThese(gone: readonly SeenRun[]): void {
      const ids = new Set(gone.map(({ _id }) => _id))
      const place = shown.findIndex(({ _id }) => ids.has(_id))
      const rest = shown.filter(({ _id }) => !ids.has(_id))
      next.current = (rest[place] ?? rest.at(-1))?._id ?? NO_ROW
      isComing.current = false
    },
    /** Chooses the row that comes back. */
    to(run: SeenRun | undefined): void {
      next.current = run?._id ?? null
      isComing.current = true
    },
  }
}
