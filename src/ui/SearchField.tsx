/** A search that lives in the address, for a list that follows each key. */
import { Input } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'

interface SearchFieldProps {
  /** What it searches: for the eye and for a screen reader. */
  readonly label: string
  /** As the address has it. */
  readonly value: string
  readonly onSearch: (text: string) => void
  readonly onBlur?: (() => void) | undefined
  readonly className?: string | undefined
}

/**
 * The field owns its text and the address follows a moment later: a field that waits for the address loses the caret.
 * Where the address becomes what was not written here (the back button, a link), the field follows it.
 */
export function SearchField({ label, value, onSearch, onBlur, className }: SearchFieldProps) {
  const [field, setField] = useState({ text: value, address: value, underWay: [] as readonly string[] })
  if (field.address !== value) {
    const arrived = field.underWay.lastIndexOf(value)
    setField(
      arrived < 0
        ? { text: value, address: value, underWay: [] }
        : { ...field, address: value, underWay: field.underWay.slice(arrived + 1) },
    )
  }
  return (
    <Input
      aria-label={label}
      placeholder={label}
      type="search"
      className={className}
      value={field.text}
      onChange={(event) => {
        const text = event.currentTarget.value
        setField({ ...field, text, underWay: [...field.underWay, text] })
        onSearch(text)
      }}
      onBlur={onBlur}
      leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
    />
  )
}
