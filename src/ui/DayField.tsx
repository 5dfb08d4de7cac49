/** A date field whose day takes effect at once: once the person pauses, presses Enter or leaves the field. */
import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { useDebounced } from '#src/lib/use-debounced.ts'

/** Pause after which a typed day counts, as each digit of a year makes another day. The calendar waits as long. */
const PAUSE_MS = 1_000

/** Whether the day is complete: a partly typed one is empty, and browsers may allow six digits for the year. */
const isWhole = (day: string) => /^\d{4}-\d\d-\d\d$/.test(day)

interface DayFieldProps extends Omit<TextInputProps, 'type' | 'value' | 'onChange' | 'onKeyDown' | 'onBlur'> {
  /** `YYYY-MM-DD` */
  readonly value: string
  /** Called only with a complete day that differs from `value`. */
  readonly onChange: (day: string) => void
  /** Called with true on typing and with false once the field is left. */
  readonly onTyping: (isTyping: boolean) => void
}

export function DayField({ value, onChange, onTyping, ...props }: DayFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const later = useDebounced(PAUSE_MS)
  if (typed === value) setTyped(null)
  const takeLater = (day: string) => later.run(() => isWhole(day) && day !== value && onChange(day))
  return (
    <TextInput
      {...props}
      type="date"
      // However long the error is, the field keeps its width and stays aligned with others.
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
        // A complete day stays until it becomes `value`.
        if (typed !== null && !isWhole(typed)) setTyped(null)
      }}
    />
  )
}
