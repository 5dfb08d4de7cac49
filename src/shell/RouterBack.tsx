/** Takes a step back for itself, as `BackCloses` of an open dialog. */
import { useBlocker } from '@tanstack/react-router'

export function RouterBack({ onBack }: { onBack: () => void }) {
  useBlocker({
    shouldBlockFn: ({ action }) => {
      if (action === 'BACK') onBack()
      return action === 'BACK'
    },
    enableBeforeUnload: false,
  })
  return null
}
