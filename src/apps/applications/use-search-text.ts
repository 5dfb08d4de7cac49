/** The text of a search that is sent by its button: starts with the search in the address, and follows it. */
import { useState } from 'react'

export function useSearchText(asked: string): readonly [text: string, onText: (text: string) => void] {
  const [{ text, of }, setField] = useState({ text: asked, of: asked })
  // Not in an effect: the first would run after the page is painted, and overwrite what was typed by then.
  if (of !== asked) setField({ text: asked, of: asked })
  return [text, (typed) => setField({ text: typed, of: asked })]
}
