/** Moves the focus when a report with gaps is refused. */
import { type RefObject, useEffect, useRef, useState } from 'react'

interface MissingFieldFocus {
  /** Container of the questions; those with a gap are marked. */
  readonly questions: RefObject<HTMLDivElement | null>
  /** Container of the submit button and the message. */
  readonly footer: RefObject<HTMLDivElement | null>
  /** The button that leads to the first gap, rendered if there is one. */
  readonly firstGapButton: RefObject<HTMLButtonElement | null>
  readonly focusFirst: () => void
  /** Must be called once for each refusal. */
  readonly onRefused: () => void
}

/**
 * Keeps the message beside the submit button in view, although the marks above push it down, and focuses the button
 * that leads to the first gap, or else the first wrong field.
 */
export function useMissingFieldFocus(): MissingFieldFocus {
  const questions = useRef<HTMLDivElement>(null)
  const footer = useRef<HTMLDivElement>(null)
  const firstGapButton = useRef<HTMLButtonElement>(null)
  const [refusals, setRefusals] = useState(0)
  const first = () =>
    questions.current?.querySelector<HTMLElement>(
      '[data-missing] input, [data-missing] textarea, input[aria-invalid="true"]',
    )
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each refusal
  useEffect(() => {
    if (refusals === 0) return
    const next = firstGapButton.current ?? first()
    next?.focus({ preventScroll: next === firstGapButton.current })
    footer.current?.scrollIntoView({ block: 'nearest' })
  }, [refusals])
  return {
    ...{ questions, footer, firstGapButton },
    focusFirst: () => first()?.focus(),
    onRefused: () => setRefusals((count) => count + 1),
  }
}
