import { useCallback, useState } from 'react'

/** Of what a dialog is: `asked` stays what it was while the dialog fades; null before the first. */
export function useAsked<Thing extends object | null>() {
  const [asked, setAsked] = useState<Thing | null>(null)
  const [isOpen, setOpen] = useState(false)
  const ask = useCallback((about: Thing) => {
    setAsked(about)
    setOpen(true)
  }, [])
  const close = useCallback(() => setOpen(false), [])
  return { asked, isOpen, ask, close }
}
