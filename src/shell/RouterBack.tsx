/** Takes a step back for itself, as `BackCloses` of an open dialog. */
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

export function RouterBack({ onBack }: { onBack: () => void }) {
  const { history } = useRouter()
  // Not by the router's hook: the first page would carry it, and on an address that leads nowhere it lets every step pass.
  useEffect(
    () =>
      history.block({
        blockerFn: ({ action }) => {
          if (action === 'BACK') onBack()
          return action === 'BACK'
        },
        enableBeforeUnload: false,
      }),
    [history, onBack],
  )
  return null
}
