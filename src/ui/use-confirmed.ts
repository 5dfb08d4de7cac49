/** What a button that asks first, and the question that it asks, have between them. */
import { useState } from 'react'

/** `work`: done once it is answered yes. A promise: busy until it settles, and pressed again it asks nothing. */
export function useConfirmed(work: () => unknown) {
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const onClose = () => setOpen(false)
  function onConfirm(): void {
    onClose()
    const going = work()
    if (!(going instanceof Promise)) return
    setBusy(true)
    void going.finally(() => setBusy(false))
  }
  return {
    isBusy,
    // Disabled it would lose the focus, and nobody gives it back where the work is refused.
    button: { 'aria-disabled': isBusy || undefined, onClick: () => isBusy || setOpen(true) },
    dialog: { opened: isOpen, onClose, onConfirm },
  }
}
