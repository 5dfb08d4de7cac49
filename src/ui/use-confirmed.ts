/** The state shared by a button that asks first and its confirmation dialog. */
import { useState } from 'react'

/** Runs `work` once confirmed. If it returns a promise, the button is busy and asks nothing until that settles. */
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
    // Not `disabled`: the button would lose the focus, and nothing would return it if the work is refused.
    button: { 'aria-disabled': isBusy || undefined, onClick: () => isBusy || setOpen(true) },
    dialog: { opened: isOpen, onClose, onConfirm },
  }
}
