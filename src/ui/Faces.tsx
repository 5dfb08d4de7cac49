/** Five faces from bad to good mood, in one style; they differ by the mouth, never by colour. */
import { useId } from 'react'
import classes from './Faces.module.css'

const OPEN_EYES = 'M17.5 18v3M30.5 18v3'
/** Eyes and mouth, worst first. */
const FACES = [
  'M14.5 17.5l5 3M33.5 17.5l-5 3M14 34.5l4-4.5 4 4 4-4 4 4 4-4.5',
  `${OPEN_EYES}M16.5 34q7.5-7 15 0`,
  `${OPEN_EYES}M16.5 31.5h15`,
  `${OPEN_EYES}M16.5 29.5q7.5 7.5 15 0`,
  'M14.5 21q3-4 6 0M27.5 21q3-4 6 0M14.5 28h19q-1 10-9.5 10t-9.5-10Z',
] as const

/** A face for `level` 1 (worst) to 5 (best). Hidden from screen readers, as its word stands beside it. */
export function Face({ level, size = 48 }: { level: number; size?: number }) {
  return (
    <svg viewBox="0 0 48 48" width={size} height={size} className={classes.face} aria-hidden="true">
      <circle cx="24" cy="24" r="21" />
      <path d={FACES[Math.min(5, Math.max(1, Math.round(level))) - 1]} />
    </svg>
  )
}

interface FacesProps {
  /** The question. */
  readonly label: string
  /** One word for each level, worst first. */
  readonly words: readonly string[]
  readonly value: number | null
  readonly onChange: (level: number) => void
  /** Why the answer is not accepted. */
  readonly error?: string | undefined
}

/** A required question with five answers. Styled radio buttons, so that arrow keys and screen readers work. */
export function Faces({ label, words, value, onChange, error }: FacesProps) {
  const group = useId()
  const reason = useId()
  return (
    <fieldset className={classes.group} aria-describedby={error && reason}>
      <legend>{label}</legend>
      <div className={classes.row}>
        {words.map((word, index) => (
          <label key={word} className={classes.choice}>
            <input
              type="radio"
              required
              name={group}
              value={index + 1}
              checked={value === index + 1}
              onChange={() => onChange(index + 1)}
            />
            <Face level={index + 1} />
            <span>{word}</span>
          </label>
        ))}
      </div>
      {error && (
        <p id={reason} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
