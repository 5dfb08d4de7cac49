/** A field for rich text that must not stay empty, 300 px high (spec §9). Its editor is loaded when it is first needed. */
import { useId } from 'react'
import { Loading } from './Loading.tsx'
import { lazyPart } from './lazy-code.tsx'
import classes from './RichTextField.module.css'

const Room = () => (
  <div className={classes.room}>
    <Loading />
  </div>
)
const RichTextEditor = lazyPart(() => import('./RichTextEditor.tsx').then((m) => m.RichTextEditor), Room)

interface RichTextFieldProps {
  readonly label: string
  /** Its name among the form's fields. */
  readonly path: string
  /** HTML to begin with; another one needs another `key`. */
  readonly value: string
  /** `''` where nothing is written. */
  readonly onChange: (html: string) => void
  readonly error?: string | undefined
}

export function RichTextField({ label, path, value, onChange, error }: RichTextFieldProps) {
  const errorId = useId()
  return (
    <div>
      <span className={classes.label} aria-hidden>
        {label}
      </span>
      <RichTextEditor {...{ label, path, value, onChange, errorId }} isInvalid={Boolean(error)} />
      {error && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  )
}
