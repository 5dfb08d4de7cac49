/** The searchable dropdown, with the spec's words and measures (§8, §9). */
import { Select, type SelectProps } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { useNamedList } from './use-named-list.ts'

/** The list itself scrolls: of a part within it a screen reader would not know that the field's keys move it. */
const MENU = { options: { maxHeight: 300, overflowY: 'auto', marginInlineEnd: 4 } } as const
const PAGE = 5

/** The arrow that goes a key's way, and how often: a page, or to the end where that is nearer. */
function stepsOf(key: string, options: readonly Element[]): readonly [arrow: string, times: number] {
  const at = options.findIndex((option) => option.hasAttribute('data-combobox-selected'))
  if (key === 'PageDown') return ['ArrowDown', Math.min(PAGE, options.length - 1 - at)]
  return ['ArrowUp', key === 'PageUp' ? Math.min(PAGE, Math.max(at, 0)) : 0]
}

/** Mantine knows the arrows alone: a page is as many of them. */
function turnPage(event: KeyboardEvent<HTMLInputElement>): void {
  const field = event.currentTarget
  const menu = document.getElementById(field.getAttribute('aria-controls') ?? '')
  if (!menu || !event.key.startsWith('Page')) return
  event.preventDefault()
  const [key, times] = stepsOf(event.key, [...menu.querySelectorAll('[role="option"]')])
  for (let step = 0; step < times; step++)
    field.dispatchEvent(new window.KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true }))
}

interface SearchSelectProps
  extends Omit<SelectProps, 'searchable' | 'nothingFoundMessage' | 'withScrollArea' | 'styles' | 'onDropdownOpen'> {
  /** What there is to choose from is on its way. */
  readonly isLoading?: boolean
}

export function SearchSelect({ isLoading = false, ...props }: SearchSelectProps) {
  const nameList = useNamedList()
  return (
    <Select
      placeholder="Select..."
      openOnFocus={false}
      // What was typed down to one name is taken by Enter, which would send the form without it.
      selectFirstOptionOnChange
      {...props}
      searchable
      nothingFoundMessage={isLoading ? 'Loading...' : 'No options'}
      withScrollArea={false}
      styles={MENU}
      onDropdownOpen={nameList}
      onKeyDown={turnPage}
    />
  )
}
