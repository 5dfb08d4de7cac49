/** What was saved on the page that led here: lists say so, where the form that it was saved in is gone. */
import { type ParsedLocation, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { uuid } from '#src/lib/uuid.ts'

interface Saved {
  /** A sentence without the name: the row that has it is to be the one place that does. */
  readonly said: string
  /** Where the list marks its row. */
  readonly id?: number
  /** Which saving it was. */
  readonly key: string
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Gone with the next step, a filter included. */
    saved?: Saved
  }
}

/** What no list has told yet. The browser keeps the state of a step: who comes back to it, or loads it anew, has saved nothing. */
const untold = new Set<string>()

/** For the step that leads from the form to the list. */
export function savedState(said: string, id?: number): { saved: Saved } {
  const key = uuid()
  untold.add(key)
  return { saved: { said, key, ...(id === undefined ? {} : { id }) } }
}

const savedIn = ({ state }: ParsedLocation) => state.saved

/** “The user was saved.”, or nothing; and whose row the list begins at. */
export function useSaved(): { readonly said: string; readonly id?: number | undefined } {
  const saved = useLocation({ select: savedIn })
  const [isNews, setNews] = useState(() => saved !== undefined && untold.has(saved.key))
  useEffect(() => {
    if (saved) untold.delete(saved.key)
    // A list that stays while one pages through it is left by that.
    else setNews(false)
  }, [saved])
  return saved && isNews ? { said: saved.said, id: saved.id } : { said: '' }
}
