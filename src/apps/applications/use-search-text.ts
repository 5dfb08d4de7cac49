/** The text of a search that is sent by its button: starts with the search in the address, and follows it. */
import { useState } from 'react'

export function useSearchText(keyword: string): readonly [text: string, onText: (text: string) => void] {
  const [{ text, of }, setField] = useState({ text: keyword, of: keyword })
  // Not in an effect: the first would run after the page is painted, and overwrite what was typed by then.
  if (of !== keyword) setField({ text: keyword, of: keyword })
  return [text, (typed) => setField({ text: typed, of: keyword })]
}
