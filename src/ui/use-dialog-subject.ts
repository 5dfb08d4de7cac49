import { useCallback, useState } from 'react'

/** Holds the subject of a dialog: `subject` keeps its value while the dialog fades out, and is null before the first. */
export function useDialogSubject<Subject extends object | null>() {
  const [subject, setSubject] = useState<Subject | null>(null)
  const [isOpen, setOpen] = useState(false)
  const open = useCallback((about: Subject) => {
    setSubject(about)
    setOpen(true)
  }, [])
  const close = useCallback(() => setOpen(false), [])
  return { subject, isOpen, open, close }
}
