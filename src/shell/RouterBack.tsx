/** Takes a step back for itself, as `BackCloses` of an open dialog. */
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** Those that wait for one, in the order in which they were opened. */
const open: object[] = []

/** Whether a step back closes something on the page, and leads nowhere. */
export const isBackTaken = (): boolean => open.length > 0

/** Of several the one that was opened last: the question over a dialog, and not the dialog. */
export function RouterBack({ onBack }: { onBack: () => void }) {
  const { history } = useRouter()
  const latest = useRef(onBack)
  latest.current = onBack
  // Not by the router's hook: the first page would carry it, and on an address that leads nowhere it lets every step pass.
  useEffect(() => {
    const me = {}
    open.push(me)
    const stop = history.block({
      blockerFn: ({ action }) => {
        if (action !== 'BACK' || open.at(-1) !== me) return false
        latest.current()
        return true
      },
      enableBeforeUnload: false,
    })
    return () => {
      open.splice(open.indexOf(me), 1)
      stop()
    }
  }, [history])
  return null
}
