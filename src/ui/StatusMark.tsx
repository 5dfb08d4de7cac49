/** A status as shape, colour and word: never colour alone. */
import type { ReactNode } from 'react'
import classes from './StatusMark.module.css'

const line = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.75 } as const

const SHAPES = {
  // A disc and half a disc, drawn by the style sheet: a large board has one element per row instead of five.
  available: { word: 'Available', shape: null },
  away: { word: 'Away', shape: null },
  overdue: {
    word: 'Overdue',
    shape: (
      <>
        <circle cx="8" cy="8" r="6" {...line} />
        <path d="M8 4.5V8l2.3 1.8" {...line} />
      </>
    ),
  },
  success: { word: 'Success', shape: <path d="m3 8.5 3.2 3.2L13 5" {...line} /> },
  failed: { word: 'Failed', shape: <path d="m4 4 8 8m0-8-8 8" {...line} /> },
  amended: { word: 'Amended', shape: <path d="M3.2 6.2A5 5 0 1 1 3 8.6M3 2.8v3.6h3.6" {...line} /> },
} as const

type MarkedStatus = keyof typeof SHAPES

const Drawn = ({ children }: { children: ReactNode }) => (
  <svg viewBox="0 0 16 16" width={16} height={16} aria-hidden="true">
    {children}
  </svg>
)

interface StatusMarkProps {
  readonly status: MarkedStatus
  /** Replaces the status's own word. */
  readonly word?: string
}

export function StatusMark({ status, word = SHAPES[status].word }: StatusMarkProps) {
  const { shape } = SHAPES[status]
  return (
    <span className={classes.mark} data-status={status}>
      {shape && <Drawn>{shape}</Drawn>}
      {word}
    </span>
  )
}

/** Only the shape, for many in a row; the word is for screen readers. */
export const StatusShape = ({ status }: Pick<StatusMarkProps, 'status'>) => (
  <span className={classes.mark} data-status={status}>
    <Drawn>{SHAPES[status].shape}</Drawn>
    <span className="visually-hidden">{SHAPES[status].word}</span>
  </span>
)
