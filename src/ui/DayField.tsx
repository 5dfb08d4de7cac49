/** A day that something follows at once: what is typed of it stays until it is whole. */
import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'

/** While a year is typed it is one of long ago; one that is typed in part is none at all. */
const FIRST = '1900'

interface DayFieldProps extends Omit<TextInputProps, 'type' | 'value' | 'onChange'> {
  /** `YYYY-MM-DD` */
  readonly value: string
  readonly onChange: (day: string) => void
}

export function DayField({ value, onChange, ...props }: DayFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextInput
      {...props}
      type="date"
      value={typed ?? value}
      onChange={({ currentTarget: { value: day } }) => {
        setTyped(day)
        if (day >= FIRST) onChange(day)
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
