/** What is typed into a search that is asked for by its button: begins as the address has it, and follows it. */
import { useState } from 'react'

export function useTyped(asked: string): readonly [text: string, onText: (text: string) => void] {
  const [{ text, of }, setField] = useState({ text: asked, of: asked })
  // In no effect: the first would run after the page is drawn, over what was typed by then.
  if (of !== asked) setField({ text: asked, of: asked })
  return [text, (typed) => setField({ text: typed, of: asked })]
}
