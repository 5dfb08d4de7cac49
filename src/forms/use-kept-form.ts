/**
 * What stands half-filled in a form as the server ends the session, or the right to its page is taken: there again when the
 * same person has signed in anew, or has the right back; and after a reload, whoever asked for it.
 */
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { session } from '#src/api/session.ts'
import { attempt } from '#src/lib/attempt.ts'
import { losesRight } from '#src/lib/lost-right.ts'
import { halfFilled, keepHalfFilled } from './half-filled.ts'

/** Typed anew: it is on no disk, not even for a moment. */
const SECRETS: ReadonlySet<string> = new Set(['password', 'confirm'])

/** The part of Mantine's form that is needed. */
export interface FormValues {
  getValues(): object
  setValues(values: object): void
  isDirty(field: string): boolean
}

/** One form of one page. */
const nameOf = (form: FormValues) => `${location.pathname}:${Object.keys(form.getValues()).join()}`

/** What was typed alone: of what was not, somebody else may have another by then. */
function typedIn(form: FormValues): object {
  const typed = Object.entries(form.getValues()).filter(([field]) => form.isDirty(field) && !SECRETS.has(field))
  return Object.fromEntries(typed)
}

/**
 * Keeps what is typed in `form` where the session ends by itself or a guard leads away, and for as long as nobody sees the
 * page, which its browser may then throw away; and gives it back.
 */
export function useKeptForm(form: FormValues): void {
  const { history } = useRouter()
  const held = useRef(form)
  held.current = form
  const keepUnseen = useRef(() => {})
  useEffect(() => {
    const me = session.get()
    if (!me) return
    const name = nameOf(held.current)
    const kept = halfFilled(me._id, name)
    // Forgotten before it is used: values that a form cannot bear would break it at each visit.
    keepHalfFilled(me._id, name, null)
    if (kept) attempt(() => held.current.setValues(kept))
    let isLeft = false
    const keep = () => keepHalfFilled(me._id, name, typedIn(held.current))
    const leave = () => {
      isLeft = true
      keep()
    }
    const isUnseen = () => document.visibilityState === 'hidden'
    const isMine = () => session.get()?._id === me._id
    const onVisibility = () => {
      if (isMine()) keepHalfFilled(me._id, name, isUnseen() ? typedIn(held.current) : null)
    }
    keepUnseen.current = () => {
      if (isUnseen()) onVisibility()
    }
    document.addEventListener('visibilitychange', onVisibility)
    const stops = [
      session.subscribe(() => {
        // Whoever signs out by their own will was asked.
        if (!session.get() && session.reason() !== null) leave()
      }),
      history.subscribe((step) => {
        if (losesRight(step) && isMine()) leave()
      }),
    ]
    return () => {
      for (const stop of stops) stop()
      keepUnseen.current = () => {}
      document.removeEventListener('visibilitychange', onVisibility)
      // Saved while nobody looked: it is half-filled no longer.
      if (!isLeft && isUnseen()) keepHalfFilled(me._id, name, null)
    }
  }, [history])
  // It may be saved while nobody looks: then it is half-filled no longer.
  useEffect(() => keepUnseen.current())
}
