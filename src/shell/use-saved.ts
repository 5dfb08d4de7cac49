/** What was saved on the page that led here: lists say so, where the form that it was saved in is gone. */
import { type ParsedLocation, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

interface Saved {
  readonly name: string
  /** Where the list marks its row. */
  readonly id?: number
  /** When, in milliseconds: which saving it was. */
  readonly at: number
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Gone with the next step, a filter included. */
    saved?: Saved
  }
}

/** For the step that leads from the form to the list. */
export const savedState = (name: string, id?: number): { saved: Saved } => ({
  saved: { name, at: Date.now(), ...(id === undefined ? {} : { id }) },
})

/** Told already: the browser keeps the state of a step, and who comes back to it has not saved anything. */
const told = new Set<number>()

const savedIn = ({ state }: ParsedLocation) => state.saved

/** “Ines Okafor was saved.”, or nothing; and whose row the list begins at. */
export function useSaved(): { readonly said: string; readonly id?: number | undefined } {
  const saved = useLocation({ select: savedIn })
  // Before the page was loaded anew is no news either.
  const [isNews] = useState(() => saved !== undefined && saved.at > performance.timeOrigin && !told.has(saved.at))
  useEffect(() => {
    if (saved) told.add(saved.at)
  }, [saved])
  return saved && isNews ? { said: `${saved.name} was saved.`, id: saved.id } : { said: '' }
}
