/** Where the focus goes when a report with gaps is refused. */
import { type RefObject, useEffect, useRef, useState } from 'react'

interface WayToGaps {
  /** Around the questions, of which those with a gap are marked. */
  readonly questions: RefObject<HTMLDivElement | null>
  /** Around what was pressed, and what is said of it. */
  readonly footer: RefObject<HTMLDivElement | null>
  /** The button that leads to the first gap, where there is one. */
  readonly way: RefObject<HTMLButtonElement | null>
  readonly toFirst: () => void
  /** To be called once for each refusal. */
  readonly refused: () => void
}

/** What is wrong is said beside what was pressed, though the marks above push it down; the focus is on the way to it. */
export function useWayToGaps(): WayToGaps {
  const questions = useRef<HTMLDivElement>(null)
  const footer = useRef<HTMLDivElement>(null)
  const way = useRef<HTMLButtonElement>(null)
  const [refusals, setRefusals] = useState(0)
  const first = () =>
    questions.current?.querySelector<HTMLElement>(
      '[data-missing] input, [data-missing] textarea, input[aria-invalid="true"]',
    )
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => {
    if (refusals === 0) return
    const next = way.current ?? first()
    next?.focus({ preventScroll: next === way.current })
    footer.current?.scrollIntoView({ block: 'nearest' })
  }, [refusals])
  return {
    ...{ questions, footer, way },
    toFirst: () => first()?.focus(),
    refused: () => setRefusals((count) => count + 1),
  }
}
