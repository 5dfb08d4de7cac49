/** Whether the page is being printed: all rows are drawn then, as paper does not scroll. */
import { useSyncExternalStore } from 'react'
import { listeners } from '#src/lib/listeners.ts'

let isPrinting = false

const { notify, listen } = listeners(() => {
  const onPrintEvent = ({ type }: Event) => {
    isPrinting = type === 'beforeprint'
    notify()
  }
  for (const event of ['beforeprint', 'afterprint']) window.addEventListener(event, onPrintEvent)
  return () => {
    for (const event of ['beforeprint', 'afterprint']) window.removeEventListener(event, onPrintEvent)
    // Without a listener the end of printing would be missed.
    isPrinting = false
  }
})

/** Renders before the browser lays the page out for print: updates of an external store are synchronous. */
export const usePrinting = () => useSyncExternalStore(listen, () => isPrinting)
