/** A search field whose text is in the page's address, for a list that follows each key. */
import { Input } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { memo, useLayoutEffect, useRef } from 'react'

/** Longest search text: a long text pasted by mistake would make an address that no server accepts. */
const MOST_LETTERS = 200

interface SearchFieldProps {
  /** What is searched: both placeholder and accessible name. */
  readonly label: string
  /** The text in the address. */
  readonly value: string
  readonly onSearch: (text: string) => void
  readonly onBlur?: (() => void) | undefined
  readonly className?: string | undefined
}

/**
 * The input is uncontrolled, and the address follows a moment later: a field that waits for the address loses the
 * caret, and rendering with each key makes each key slower. If the address gets a text that was not typed here (back
 * button, link), the field follows it. Memoised: typing does not render it if `onSearch` and `onBlur` are stable.
 */
export const SearchField = memo(function SearchField({ label, value, onSearch, onBlur, className }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  /** Texts typed that the address does not show yet. */
  const pendingTexts = useRef<string[]>([])
  useLayoutEffect(() => {
    const arrived = pendingTexts.current.lastIndexOf(value)
    pendingTexts.current = arrived < 0 ? [] : pendingTexts.current.slice(arrived + 1)
    if (arrived < 0 && field.current && field.current.value !== value) field.current.value = value
  }, [value])
  return (
    <Input
      ref={field}
      aria-label={label}
      placeholder={label}
      type="search"
      enterKeyHint="search"
      // After a reload the text comes from the address, not from the browser's autofill.
      autoComplete="off"
      className={className}
      maxLength={MOST_LETTERS}
      defaultValue={value}
      onChange={(event) => {
        const text = event.currentTarget.value
        pendingTexts.current.push(text)
        onSearch(text)
      }}
      // The rows are shown already: on a touch screen, Enter closes the keyboard, which covers half of them.
      onKeyDown={({ key, nativeEvent, currentTarget }) => {
        if (key === 'Enter' && !nativeEvent.isComposing && matchMedia('(pointer: coarse)').matches) currentTarget.blur()
      }}
      onBlur={(event) => {
        // Typed and erased before the address followed: if a link leads to that text later, it was not typed here.
        if (event.currentTarget.value === value) pendingTexts.current = []
        onBlur?.()
      }}
      leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
    />
  )
})
