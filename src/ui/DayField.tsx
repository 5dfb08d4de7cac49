/** A day that something follows at once: what is typed counts once its writer pauses, presses Enter or leaves the field. */
import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { useLater } from '#src/lib/use-later.ts'

/** Without a key. Until then each digit of a year makes another day of it; one of the browser's calendar waits as long. */
const PAUSE_MS = 1_000

/** One that is typed in part is none at all, and a browser may let a year have six digits. */
const isWhole = (day: string) => /^\d{4}-\d\d-\d\d$/.test(day)

interface DayFieldProps extends Omit<TextInputProps, 'type' | 'value' | 'onChange' | 'onKeyDown' | 'onBlur'> {
  /** `YYYY-MM-DD` */
  readonly value: string
  /** Only of a whole day that is another than `value`. */
  readonly onChange: (day: string) => void
  /** False once the field is left. */
  readonly onTyping: (isTyping: boolean) => void
}

export function DayField({ value, onChange, onTyping, ...props }: DayFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const later = useLater(PAUSE_MS)
  if (typed === value) setTyped(null)
  const takeLater = (day: string) => later.run(() => isWhole(day) && day !== value && onChange(day))
  return (
    <TextInput
      {...props}
      type="date"
      // However long a sentence is, the field stays as wide as it was, and in line with others.
      inputWrapperOrder={['label', 'error', 'input']}
      errorProps={{ style: { contain: 'inline-size' } }}
      value={typed ?? value}
      onChange={({ currentTarget: { value: day } }) => {
        setTyped(day)
        onTyping(true)
        takeLater(day)
      }}
      onKeyDown={({ key }) => {
        if (key === 'Enter') later.now()
        else if (typed !== null) takeLater(typed)
      }}
      onBlur={() => {
        later.now()
        onTyping(false)
        // A whole one stays until it is the value.
        if (typed !== null && !isWhole(typed)) setTyped(null)
      }}
    />
  )
}
