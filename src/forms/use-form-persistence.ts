/**
 * Keeps what is typed in a form when the server ends the session or the right to the page is lost, and restores it once
 * the same person has signed in again or has the right back. It also survives a reload, no matter who caused it.
 */
import type { UseFormReturnType } from '@mantine/form'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { session } from '#src/api/session.ts'
import { attempt } from '#src/lib/attempt.ts'
import { losesRight } from '#src/lib/lost-right.ts'
import type { RepeatKeys } from '#src/lib/repeat-keys.ts'
import { readFormSnapshot, saveFormSnapshot } from './form-snapshot.ts'

/** Never stored, not even for a moment; they must be typed again. */
const SECRETS: ReadonlySet<string> = new Set(['password', 'confirm'])

/** Returns a name for a form of a page. */
const nameOf = (values: object) => `${location.pathname}:${Object.keys(values).join()}`

/** Returns only the typed fields: the others may have been changed by somebody else before the form is restored. */
function typedIn<Values extends object>(form: UseFormReturnType<Values>): Partial<Values> {
  const typed = Object.entries(form.getValues()).filter(([field]) => form.isDirty(field) && !SECRETS.has(field))
  return Object.fromEntries(typed) as Partial<Values>
}

/**
 * Restores what was kept of `form`. Keeps it when the session ends by itself, when a guard leads away from the page,
 * and while the page is hidden, since the browser may then discard it. `keys`, the idempotency keys of what was sent
 * without an answer, are kept with it: sent again after a reload, it takes effect once.
 */
export function useFormPersistence<Values extends object>(form: UseFormReturnType<Values>, keys?: RepeatKeys): void {
  const { history } = useRouter()
  const currentForm = useEffectEvent(() => form)
  const keepIfHidden = useRef(() => {})
  useEffect(() => {
    const me = session.get()
    if (!me) return
    const name = nameOf(currentForm().getValues())
    const nameOfKeys = `${name}:keys`
    const keep = (isKept: boolean) => {
      saveFormSnapshot(me._id, name, isKept ? typedIn(currentForm()) : null)
      if (keys) saveFormSnapshot(me._id, nameOfKeys, isKept ? keys.inUse() : null)
    }
    const kept = readFormSnapshot(me._id, name)
    const keptKeys = readFormSnapshot(me._id, nameOfKeys)
    // Removed before it is used: values that break the form would otherwise break it on every visit.
    keep(false)
    if (kept) attempt(() => currentForm().setValues(kept))
    if (keptKeys) keys?.restore({ ...keptKeys })
    let isLeft = false
    const leave = () => {
      isLeft = true
      keep(true)
    }
    const isHidden = () => document.visibilityState === 'hidden'
    const isSamePerson = () => session.get()?._id === me._id
    const onVisibility = () => {
      if (isSamePerson()) keep(isHidden())
    }
    keepIfHidden.current = () => {
      if (isHidden()) onVisibility()
    }
    document.addEventListener('visibilitychange', onVisibility)
    const stops = [
      session.subscribe(() => {
        // A person who signs out on their own has been asked about unsaved changes.
        if (!session.get() && session.reason() !== null) leave()
      }),
      history.subscribe((step) => {
        if (losesRight(step) && isSamePerson()) leave()
      }),
    ]
    return () => {
      for (const stop of stops) stop()
      keepIfHidden.current = () => {}
      document.removeEventListener('visibilitychange', onVisibility)
      // The form was left while hidden, after it was saved, so nothing is half-filled any more.
      if (!isLeft && isHidden()) keep(false)
    }
  }, [history, keys])
  // The form may be saved while the page is hidden, so the kept values are updated after every render.
  useEffect(() => keepIfHidden.current())
}
