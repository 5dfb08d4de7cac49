/** The app search of the home page and of the catalogue (spec §2 Home). */
import { Button, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { FormEvent } from 'react'
import type { HomeSearch } from './queries.ts'

interface AppSearchProps {
  readonly className: string | undefined
  readonly text: string
  readonly onText: (text: string) => void
  /** The search is an empty object if the text is blank. */
  readonly onSearch: (search: HomeSearch) => void
  /** One control among others, and not the main purpose of the page. */
  readonly isQuiet?: boolean
}

export function AppSearch({ className, text, onText, onSearch, isQuiet = false }: AppSearchProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const keyword = text.trim()
    onSearch(keyword ? { keyword, page: 1 } : {})
  }
  return (
    <form role="search" className={className} onSubmit={submit}>
      <TextInput
        aria-label="App Name"
        placeholder="App Name"
        type="search"
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        leftSection={<IconSearch size={isQuiet ? 16 : 18} stroke={1.5} aria-hidden />}
      />
      <Button type="submit" variant={isQuiet ? 'default' : 'filled'}>
        Search
      </Button>
    </form>
  )
}
