/** Something in a list that turns into a form and back. */
import { type RefObject, useEffect, useRef, useState } from 'react'

interface EditInPlace {
  readonly isEditing: boolean
  readonly setEditing: (isEditing: boolean) => void
  /** The button that opens the form. It gets the focus back once the form is closed. */
  readonly opener: RefObject<HTMLButtonElement | null>
}

export function useEditInPlace(): EditInPlace {
  const opener = useRef<HTMLButtonElement>(null)
  const [isEditing, setEditing] = useState(false)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !isEditing) opener.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  return { isEditing, setEditing, opener }
}
