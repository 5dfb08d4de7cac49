/** The searchable dropdown, with the spec's words and measures (§8, §9). */
import { type ComboboxItem, type ComboboxParsedItem, type ComboboxProps, Select, type SelectProps } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, useEffect } from 'react'
import { folded } from '#contract/folded.ts'
import { announce } from '#src/lib/announce.ts'
import { countText } from '#src/lib/count-text.ts'
import { useNamedList } from './use-named-list.ts'

/** The spec's bounds; between them it is as high as there is room for. */
const HIGHEST = 300
const LOWEST = 140
/** The menu's own edge around the list, and a little of the page. */
const EDGE = 18
/** The list itself scrolls: of a part within it a screen reader would not know that the field's keys move it. */
const MENU = {
  options: { maxHeight: `var(--menu-height, ${HIGHEST}px)`, overflowY: 'auto', marginInlineEnd: 4 },
} as const
const PLACE: ComboboxProps = {
  // Also while its field is scrolled away from: who goes on typing there is answered.
  hideDetached: false,
  middlewares: {
    size: {
      apply({ availableHeight, elements: { floating } }) {
        const height = Math.min(HIGHEST, Math.max(LOWEST, Math.floor(availableHeight) - EDGE))
        floating.style.setProperty('--menu-height', `${height}px`)
      },
    },
  },
}
const PAGE = 5
/** More than these in one menu nobody reads: they type. */
const MOST_SHOWN = 100

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
  const [key, times] = stepsOf(event.key, [...menu.querySelectorAll('[role="option"]:not([data-combobox-disabled])')])
  for (let step = 0; step < times; step++)
    field.dispatchEvent(new window.KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true }))
}

type TextOf = (option: ComboboxItem) => string

/** Those that are meant, as many as are shown, and how many more there are. */
function fitting(options: readonly ComboboxParsedItem[], search: string, textOf: TextOf): ComboboxItem[] {
  const wanted = folded(search.trim())
  const fit = options.filter((option) => 'value' in option && folded(textOf(option)).includes(wanted)) as ComboboxItem[]
  const left = fit.length - MOST_SHOWN
  if (left <= 0) return fit
  const more = `${countText(left)} more. Type a part of the name.`
  return [...fit.slice(0, MOST_SHOWN), { value: more, label: more, disabled: true }]
}

interface SearchSelectProps
  extends Omit<
    SelectProps,
    'searchable' | 'nothingFoundMessage' | 'withScrollArea' | 'styles' | 'onDropdownOpen' | 'filter' | 'limit'
  > {
  /** What there is to choose from is on its way. */
  readonly isLoading?: boolean
  /** What an option is found by: its label, unless told. */
  readonly textOf?: TextOf
}

/** Of a list that is gone a screen reader says nothing. */
export function NoOptions() {
  useEffect(() => announce('Nothing to choose.'), [])
  return 'No options'
}

export function SearchSelect({ isLoading = false, textOf = ({ label }) => label, ...props }: SearchSelectProps) {
  const nameList = useNamedList()
  // Mantine would bring a name back that was rubbed out: whoever sees an empty field has chosen nobody.
  const clear = ({ currentTarget: { value } }: FormEvent<HTMLInputElement>) =>
    value === '' && props.onChange?.(null, null as never)
  return (
    <Select
      placeholder="Select..."
      openOnFocus={false}
      comboboxProps={PLACE}
      // What was typed down to one name is taken by Enter, which would send the form without it.
      selectFirstOptionOnChange
      {...props}
      searchable
      filter={({ options, search }) => fitting(options, search, textOf)}
      nothingFoundMessage={isLoading ? 'Loading...' : <NoOptions />}
      withScrollArea={false}
      styles={MENU}
      onDropdownOpen={nameList}
      onKeyDown={turnPage}
      {...(props.clearable ? { onInput: clear } : {})}
    />
  )
}
