/** Inside a dialog, while it is open: the back button closes it, as people on phones expect, and leads nowhere. */
import { useBlocker } from '@tanstack/react-router'

export function BackCloses({ onBack }: { onBack: () => void }) {
  useBlocker({
    shouldBlockFn: ({ action }) => {
      if (action === 'BACK') onBack()
      return action === 'BACK'
    },
    enableBeforeUnload: false,
  })
  return null
}
