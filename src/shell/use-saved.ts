/** What was saved on the page that led here: lists say so, where the form that it was saved in is gone. */
import { useLocation } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Its name and, where the list marks it, its id. Gone with the next step, a filter included. */
    saved?: string
    savedId?: number
  }
}

/** “Ines Okafor was saved.”, or nothing. */
export const useSaved = (): string => {
  const saved = useLocation({ select: ({ state }) => state.saved })
  return saved ? `${saved} was saved.` : ''
}

/** Whose row the list begins at. */
export const useSavedId = (): number | undefined => useLocation({ select: ({ state }) => state.savedId })
