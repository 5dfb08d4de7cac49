/** Where the focus goes as rows of Failed Steps go and come back: it must not be lost with the button that was pressed. */
import { useEffect, useRef } from 'react'
import type { SeenRun } from './use-runs.ts'

const NO_ROW = 0

/** `shown`: the rows as they are listed now. The focus is moved only where it was lost, and else stays with the person. */
export function useNextRow(shown: readonly SeenRun[]) {
  const section = useRef<HTMLElement>(null)
  const count = useRef<HTMLParagraphElement>(null)
  const next = useRef<number | null>(null)
  /** It is not there yet: other news of the list may come before it. */
  const isComing = useRef(false)

  function focusNext(): void {
    if (next.current === null || document.activeElement !== document.body) return
    const row = section.current?.querySelector(`[data-key="${next.current}"] [data-resolve]`)
    if (!row && isComing.current) return
    next.current = null
    if (row instanceof HTMLElement) row.focus()
    else count.current?.focus()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once the row is gone or back, and the focus lost
  useEffect(focusNext, [shown])

  return {
    /** Around the rows. */
    section,
    /** Says how many there are; takes the focus where there is no row for it. */
    count,
    focusNext,
    /** To the row that takes the place of those which go. */
    afterThese(gone: readonly SeenRun[]): void {
      const ids = new Set(gone.map(({ _id }) => _id))
      const place = shown.findIndex(({ _id }) => ids.has(_id))
      const rest = shown.filter(({ _id }) => !ids.has(_id))
      next.current = (rest[place] ?? rest.at(-1))?._id ?? NO_ROW
      isComing.current = false
    },
    /** To the row that comes back. */
    to(run: SeenRun | undefined): void {
      next.current = run?._id ?? null
      isComing.current = true
    },
  }
}
