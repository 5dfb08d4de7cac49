/** The searchable dropdown, with the texts and sizes of the spec (§8, §9). */
import { type ComboboxItem, type ComboboxParsedItem, type ComboboxProps, Select, type SelectProps } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, useEffect } from 'react'
import { foldForSearch } from '#contract/folded.ts'
import { announce } from '#src/lib/announce.ts'
import { countText } from '#src/lib/count-text.ts'
import { useNamedList } from './use-named-list.ts'

/** The spec's bounds of the menu's height; between them it is as high as there is room for. */
const HIGHEST = 300
const LOWEST = 140
/** Space for the menu's edge around the list, and a little of the page. */
const EDGE = 18
/** The list element itself scrolls: screen readers do not know that the field's keys scroll an element within it. */
const MENU = {
  // Keeps a long name without a blank within the menu.
  option: { overflowWrap: 'anywhere' },
  options: { maxHeight: `var(--menu-height, ${HIGHEST}px)`, overflowY: 'auto', marginInlineEnd: 4 },
} as const
const PLACE: ComboboxProps = {
  // Keep the menu while its field is scrolled out of sight: the person may go on typing.
  hideDetached: false,
  middlewares: {
    // Where neither side has room for the highest menu, it opens on the side with more, as on a phone held sideways.
    flip: { fallbackStrategy: 'bestFit' },
    size: {
      apply({ availableHeight, elements: { floating } }) {
        const height = Math.min(HIGHEST, Math.max(LOWEST, Math.floor(availableHeight) - EDGE))
        floating.style.setProperty('--menu-height', `${height}px`)
      },
    },
  },
}
const PAGE = 5
/** Most options shown: people do not read more, they type. */
const MOST_SHOWN = 100

/** Returns the arrow key for a page key's direction and how often to press it: a page, or less if the end is nearer. */
function stepsOf(key: string, options: readonly Element[]): readonly [arrow: string, times: number] {
  const at = options.findIndex((option) => option.hasAttribute('data-combobox-selected'))
  if (key === 'PageDown') return ['ArrowDown', Math.min(PAGE, options.length - 1 - at)]
  return ['ArrowUp', key === 'PageUp' ? Math.min(PAGE, Math.max(at, 0)) : 0]
}

/**
 * Handles the page keys: Mantine handles only arrows, so a page is dispatched as several arrow keys. And Enter in a menu
 * that has no options, which would submit the form with the earlier choice, not with what the field shows.
 */
function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
  const field = event.currentTarget
  const menu = document.getElementById(field.getAttribute('aria-controls') ?? '')
  const options = [...(menu?.querySelectorAll('[role="option"]:not([data-combobox-disabled])') ?? [])]
  if (event.key === 'Enter' && field.getAttribute('aria-expanded') === 'true' && options.length === 0)
    event.preventDefault()
  if (!menu || !event.key.startsWith('Page')) return
  event.preventDefault()
  const [key, times] = stepsOf(event.key, options)
  for (let step = 0; step < times; step++)
    field.dispatchEvent(new window.KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true }))
}

type TextOf = (option: ComboboxItem) => string

/** Returns the matching options, up to `MOST_SHOWN`, then a disabled one that says how many more there are. */
function matching(options: readonly ComboboxParsedItem[], search: string, textOf: TextOf): ComboboxItem[] {
  const wanted = foldForSearch(search.trim())
  const fit = options.filter(
    (option) => 'value' in option && foldForSearch(textOf(option)).includes(wanted),
  ) as ComboboxItem[]
  const left = fit.length - MOST_SHOWN
  if (left <= 0) return fit
  const more = `${countText(left)} more. Type a part of the name.`
  return [...fit.slice(0, MOST_SHOWN), { value: more, label: more, disabled: true }]
}

const LOADING = 'Loading...'
const LOADING_OPTION: ComboboxItem = { value: LOADING, label: LOADING, disabled: true }

interface SearchSelectProps
  extends Omit<
    SelectProps,
    'searchable' | 'nothingFoundMessage' | 'withScrollArea' | 'styles' | 'onDropdownOpen' | 'filter' | 'limit'
  > {
  /** Whether options are still being loaded: the menu says so, below those that it already has. */
  readonly isLoading?: boolean
  /** Returns the text to search an option by; its label by default. */
  readonly textOf?: TextOf
}

/** “No options”, announced too: screen readers say nothing when the list disappears. */
export function NoOptions() {
  useEffect(() => announce('Nothing to choose.'), [])
  return 'No options'
}

export function SearchSelect({ isLoading = false, textOf = ({ label }) => label, ...props }: SearchSelectProps) {
  const nameList = useNamedList()
  // An emptied field means that nothing is chosen; Mantine would restore the erased name.
  const clear = ({ currentTarget: { value } }: FormEvent<HTMLInputElement>) =>
    value === '' && props.onChange?.(null, null as never)
  return (
    <Select
      placeholder="Select..."
      openOnFocus={false}
      comboboxProps={PLACE}
      // Select the first match, so that Enter chooses it; otherwise Enter would submit the form without it.
      selectFirstOptionOnChange
      {...props}
      searchable
      filter={({ options, search }) => [
        ...matching(options, search, textOf),
        ...(isLoading && options.length > 0 ? [LOADING_OPTION] : []),
      ]}
      nothingFoundMessage={isLoading ? LOADING : <NoOptions />}
      withScrollArea={false}
      styles={MENU}
      onDropdownOpen={nameList}
      onKeyDown={onKeyDown}
      {...(props.clearable ? { onInput: clear } : {})}
    />
  )
}
