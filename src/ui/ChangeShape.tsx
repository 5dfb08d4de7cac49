/** The state of a person's own change as a shape; hidden from screen readers, as the words stand beside it. */
import type { ComponentProps } from 'react'

const SHAPES = {
  waiting: <circle cx="8" cy="8" r="5" strokeDasharray="2.4 2" />,
  sent: <path d="m4 8.5 2.5 2.5L12 5.5" />,
  refused: <path d="m4 4 8 8m0-8-8 8" />,
} as const

interface ChangeShapeProps extends ComponentProps<'svg'> {
  readonly state: keyof typeof SHAPES
}

export const ChangeShape = ({ state, ...svg }: ChangeShapeProps) => (
  <svg viewBox="0 0 16 16" width={16} height={16} {...svg} aria-hidden="true">
    <g fill="none" stroke="currentColor" strokeWidth="1.5">
      {SHAPES[state]}
    </g>
  </svg>
)
