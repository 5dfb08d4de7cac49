/** Passes from a form to the list after it what was saved: the list says so, as the form is gone. */
import { type ParsedLocation, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { uuid } from '#src/lib/uuid.ts'

interface SavedNotice {
  /** A sentence without the record's name: only the row itself is to show the name. */
  readonly sentence: string
  /** Id of the saved record, if the list marks its row. */
  readonly id?: number
  /** Identifies this act of saving. */
  readonly key: string
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Dropped by the next navigation, a changed filter included. */
    saved?: SavedNotice
  }
}

/**
 * Keys that no list has shown yet. The browser keeps the state of a history entry: a person who comes back to the entry
 * or reloads it has not saved anything again.
 */
const unshown = new Set<string>()

/** Returns the history state for the navigation from the form to the list. */
export function savedState(sentence: string, id?: number): { saved: SavedNotice } {
  const key = uuid()
  unshown.add(key)
  return { saved: { sentence, key, ...(id === undefined ? {} : { id }) } }
}

const savedIn = ({ state }: ParsedLocation) => state.saved

/** Returns the sentence to show, such as “The user was saved.”, or an empty one; and the id of the row to mark. */
export function useSaved(): { readonly sentence: string; readonly id?: number | undefined } {
  const saved = useLocation({ select: savedIn })
  const [isNews, setNews] = useState(() => saved !== undefined && unshown.has(saved.key))
  useEffect(() => {
    if (saved) unshown.delete(saved.key)
    // The next navigation, such as paging through the same list, ends the message.
    else setNews(false)
  }, [saved])
  return saved && isNews ? { sentence: saved.sentence, id: saved.id } : { sentence: '' }
}
