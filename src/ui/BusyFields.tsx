/** The fields of a form that one leaves once it is sent: what was typed meanwhile would be lost with it, so nothing is. */
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import classes from './BusyFields.module.css'

/** While they are busy they take no key and no finger; what had the focus has it again afterwards. */
export function BusyFields({ busy, children }: { busy: boolean; children: ReactNode }) {
  const fields = useRef<HTMLDivElement>(null)
  const focused = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    const { activeElement, body } = document
    // Busy since this very commit: the browser takes the focus away only afterwards.
    if (busy) focused.current = fields.current?.querySelector<HTMLElement>(':focus') ?? null
    else if (activeElement === body) focused.current?.focus({ preventScroll: true })
  }, [busy])
  return (
    <div ref={fields} className={classes.fields} inert={busy}>
      {children}
    </div>
  )
}
