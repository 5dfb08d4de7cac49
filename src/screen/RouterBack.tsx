/** Intercepts the back button while mounted; `BackCloses` renders it in open dialogs. */
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

/** Mounted instances, in the order in which they were opened. */
const open: object[] = []

/** Whether going back now closes a dialog instead of leaving the page. */
export const isBackTaken = (): boolean => open.length > 0

/** Calls `onBack` instead of going back. Of several, only the last opened: a question over a dialog, not the dialog. */
export function RouterBack({ onBack }: { onBack: () => void }) {
  const { history } = useRouter()
  const goBack = useEffectEvent(onBack)
  // Not by the router's hook: the first page would carry its code, and on an unknown address it lets every step pass.
  useEffect(() => {
    const me = {}
    open.push(me)
    const stop = history.block({
      blockerFn: ({ action }) => {
        if (action !== 'BACK' || open.at(-1) !== me) return false
        goBack()
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
