/** Whether the page is being printed: paper has no rows that are scrolled to. */
import { useSyncExternalStore } from 'react'
import { listeners } from '#src/lib/listeners.ts'

let isPrinting = false

const { tell, listen } = listeners(() => {
  const say = ({ type }: Event) => {
    isPrinting = type === 'beforeprint'
    tell()
  }
  for (const event of ['beforeprint', 'afterprint']) window.addEventListener(event, say)
  return () => {
    for (const event of ['beforeprint', 'afterprint']) window.removeEventListener(event, say)
    // Nobody would hear that it is over.
    isPrinting = false
  }
})

/** Drawn before the browser lays the page out for paper: what a store says is not put off. */
export const usePrinting = () => useSyncExternalStore(listen, () => isPrinting)
