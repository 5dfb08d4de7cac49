/** Wraps the fields of a form that closes once it is sent: text typed while it is being sent would be lost. */
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { isFocusLost } from '#src/lib/focus-lost.ts'
import classes from './BusyFields.module.css'

/** While busy, the fields accept no input; the field that had the focus gets it back afterwards. */
export function BusyFields({ busy, children }: { busy: boolean; children: ReactNode }) {
  const fields = useRef<HTMLDivElement>(null)
  const focused = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    // Made inert by this very commit: the browser takes the focus away only afterwards.
    if (busy) focused.current = fields.current?.querySelector<HTMLElement>(':focus') ?? null
    else if (isFocusLost()) focused.current?.focus({ preventScroll: true })
  }, [busy])
  return (
    <div ref={fields} className={classes.fields} inert={busy}>
      {children}
    </div>
  )
}
