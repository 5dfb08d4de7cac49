/** A search that lives in the address, for a list that follows each key. */
import { Input } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { memo, useLayoutEffect, useRef } from 'react'

/** What is pasted by mistake would make an address that no server takes. */
const MOST_LETTERS = 200

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
 * The browser owns the text and the address follows a moment later: a field that waits for the address loses the caret,
 * and one that is drawn with each key makes each key slower. Where the address becomes what was not written here (the
 * back button, a link), the field follows it. Left alone by its keys where `onSearch` and `onBlur` are always the same.
 */
export const SearchField = memo(function SearchField({ label, value, onSearch, onBlur, className }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  /** What was written and is not in the address yet. */
  const underWay = useRef<string[]>([])
  useLayoutEffect(() => {
    const arrived = underWay.current.lastIndexOf(value)
    underWay.current = arrived < 0 ? [] : underWay.current.slice(arrived + 1)
    if (arrived < 0 && field.current && field.current.value !== value) field.current.value = value
  }, [value])
  return (
    <Input
      ref={field}
      aria-label={label}
      placeholder={label}
      type="search"
      enterKeyHint="search"
      // A reload starts from the address.
      autoComplete="off"
      className={className}
      maxLength={MOST_LETTERS}
      defaultValue={value}
      onChange={(event) => {
        const text = event.currentTarget.value
        underWay.current.push(text)
        onSearch(text)
      }}
      // The rows are there already: on glass Enter puts the keyboard away, which covers half of them.
      onKeyDown={({ key, nativeEvent, currentTarget }) => {
        if (key === 'Enter' && !nativeEvent.isComposing && matchMedia('(pointer: coarse)').matches) currentTarget.blur()
      }}
      onBlur={(event) => {
        // Typed and erased before the address followed: a link to just that is nothing that was written here.
        if (event.currentTarget.value === value) underWay.current = []
        onBlur?.()
      }}
      leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
    />
  )
})
