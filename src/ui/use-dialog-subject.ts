import { useCallback, useState } from 'react'

/** Holds the subject of a dialog: `asked` keeps its value while the dialog fades out, and is null before the first. */
export function useDialogSubject<Thing extends object | null>() {
  const [asked, setAsked] = useState<Thing | null>(null)
  const [isOpen, setOpen] = useState(false)
  const ask = useCallback((about: Thing) => {
    setAsked(about)
    setOpen(true)
  }, [])
  const close = useCallback(() => setOpen(false), [])
  return { asked, isOpen, ask, close }
}
