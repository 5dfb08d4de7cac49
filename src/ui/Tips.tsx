/**
 * The tooltips of all elements with `data-tip`, which holds the text; on a `<time>` it is empty and the tooltip is the
 * date (spec §9: 650 ms in, 200 ms out). One tooltip for the page: one per element took a tenth of a screen's rendering
 * time.
 */
import { Tooltip } from '@mantine/core'
import { useEffect, useState } from 'react'
import { calendarDay } from '#src/lib/time.ts'

const IN_MS = 400
const TIME_IN_MS = 650
const OUT_MS = 200
const WALKING = /^(Tab|Arrow|Home|End)/

interface Tip {
  readonly target: HTMLElement
  readonly words: string
}

const targetOf = ({ target }: Event) => (target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null)

const wordsOf = (target: HTMLElement) =>
  target instanceof HTMLTimeElement ? calendarDay(target.dateTime) : (target.dataset.tip ?? '')

/**
 * Calls `show` with the element pointed at, touched or reached by keyboard, after a delay, and with null when it is
 * left. Returns a function that stops it.
 */
function watch(show: (tip: Tip | null) => void): () => void {
  let target: HTMLElement | null = null
  let shown: HTMLElement | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  /**
   * Whether the last key moves the focus: a focus that is returned by script, as by a closing dialog, shows no tooltip.
   */
  let isWalking = false

  function change(next: HTMLElement | null, delay = next instanceof HTMLTimeElement ? TIME_IN_MS : IN_MS): void {
    if (next === target) return
    target = next
    clearTimeout(timer)
    timer = setTimeout(
      () => {
        shown = next
        show(next && { target: next, words: wordsOf(next) })
      },
      next ? delay : OUT_MS,
    )
  }

  /** Pointing at the tooltip itself counts as pointing at its element (WCAG 1.4.13). */
  const pointedAt = (event: Event) =>
    event.target instanceof Element && event.target.closest('[role="tooltip"]') ? shown : targetOf(event)

  const listeners: { [K in keyof DocumentEventMap]?: (event: DocumentEventMap[K]) => void } = {
    pointerover: (event) => event.pointerType !== 'touch' && change(pointedAt(event)),
    // Touch has no hover: a tap shows the tooltip, and the next tap elsewhere hides it.
    pointerdown: (event) => {
      isWalking = false
      change(event.pointerType === 'touch' ? targetOf(event) : null, 0)
    },
    focusin: (event) => isWalking && change(targetOf(event)),
    focusout: () => change(null),
    keydown: ({ key }) => {
      isWalking = WALKING.test(key)
      if (key === 'Escape') change(null)
    },
  }
  const entries = Object.entries(listeners) as [string, EventListener][]
  for (const [type, listener] of entries) document.addEventListener(type, listener)
  return () => {
    clearTimeout(timer)
    for (const [type, listener] of entries) document.removeEventListener(type, listener)
  }
}

/** Render once, anywhere on the page. */
export function Tips() {
  const [tip, setTip] = useState<Tip | null>(null)
  useEffect(() => watch(setTip), [])
  return tip && <Tooltip opened interactive target={tip.target} label={tip.words} />
}
