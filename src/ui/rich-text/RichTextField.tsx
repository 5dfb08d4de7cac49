/** A field for rich text that must not stay empty, 300 px high (spec §9). Its editor is loaded when it is first needed. */
import { useId } from 'react'
import { Loading } from '../Loading.tsx'
import { lazyPart } from '../lazy-code.tsx'
import classes from './RichTextField.module.css'

const Room = () => (
  <div className={classes.room}>
    <Loading />
  </div>
)
const RichTextEditor = lazyPart(() => import('./RichTextEditor.tsx').then((m) => m.RichTextEditor), Room)

interface RichTextFieldProps {
  readonly label: string
  /** The field's name, by which the form finds it. */
  readonly path: string
  /** The initial HTML; to replace it, change the component's `key`. */
  readonly value: string
  /** Called with the HTML, or with `''` if the text is empty. */
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
