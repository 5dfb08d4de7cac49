/** The fields of a form that one leaves once it is sent: what was typed meanwhile would be lost with it, so nothing is. */
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import classes from './BusyFields.module.css'

/** How to give an element the focus again, with its caret where it is now. */
function focusAgain(element: Element | null): () => void {
  if (!(element instanceof HTMLElement)) return () => {}
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
  const { selectionStart: start, selectionEnd: end } = isField ? element : { selectionStart: null, selectionEnd: null }
  return () => {
    element.focus({ preventScroll: true })
    if (!isField || start === null) return
    // Chromium believes it has it there, and would do nothing, but writes at the beginning.
    element.setSelectionRange(0, 0)
    element.setSelectionRange(start, end)
  }
}

/** While they are busy they take no key and no finger; what had the focus has it again afterwards. */
export function BusyFields({ busy, children }: { busy: boolean; children: ReactNode }) {
  const fields = useRef<HTMLDivElement>(null)
  const back = useRef<(() => void) | null>(null)
  useLayoutEffect(() => {
    const { activeElement, body } = document
    // Busy since this very commit: the browser takes the focus away only afterwards.
    if (busy) back.current = fields.current?.contains(activeElement) ? focusAgain(activeElement) : null
    else if (activeElement === body) back.current?.()
  }, [busy])
  return (
    <div ref={fields} className={classes.fields} inert={busy}>
      {children}
    </div>
  )
}
