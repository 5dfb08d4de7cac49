/** A status as shape, colour and word: never colour alone (look.md). */
import classes from './StatusMark.module.css'

const SHAPES = {
  available: { word: 'Available', path: 'M8 3a5 5 0 1 1 0 10A5 5 0 0 1 8 3Z' },
  away: { word: 'Away', path: 'M8 3a5 5 0 0 1 0 10Z' },
} as const

export function StatusMark({ status }: { status: keyof typeof SHAPES }) {
  const { word, path } = SHAPES[status]
  return (
    <span className={classes.mark} data-status={status}>
      <svg viewBox="0 0 16 16" width={16} height={16} aria-hidden="true">
        <circle cx="8" cy="8" r="5" fill="none" stroke="currentColor" strokeWidth="1.5" />
        <path d={path} fill="currentColor" />
      </svg>
      <span>{word}</span>
    </span>
  )
}
