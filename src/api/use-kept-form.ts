/** What stands half-filled in a form as the server ends the session: there again when the same person has signed in anew. */
import { useEffect, useRef } from 'react'
import { attempt } from '#src/lib/attempt.ts'
import { session } from './session.ts'

const PREFIX = 'portal.half-filled:'
/** Typed anew: it is on no disk, not even for a moment. */
const SECRETS: ReadonlySet<string> = new Set(['password', 'confirm'])

type Values = Readonly<Record<string, unknown>>

/** The part of Mantine's form that is needed. */
export interface FormValues {
  getValues(): object
  setValues(values: object): void
  isDirty(field: string): boolean
}

/** One form of one page; as long as the window is open, and no longer. */
const keyOf = (userId: number, form: FormValues) =>
  `${PREFIX}${userId}:${location.pathname}:${Object.keys(form.getValues()).join()}`

/** What was typed alone: of what was not, somebody else may have another by then. */
function typedIn(form: FormValues): Values {
  const typed = Object.entries(form.getValues()).filter(([field]) => form.isDirty(field) && !SECRETS.has(field))
  return Object.fromEntries(typed)
}

/** Of everybody but this person; null: of everybody. */
function forget(butOf: number | null): void {
  const stays = (key: string) => butOf !== null && key.startsWith(`${PREFIX}${butOf}:`)
  attempt(() => {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(PREFIX) && !stays(key)) sessionStorage.removeItem(key)
  })
}

// Whoever comes finds nobody else's, and whoever leaves by their own will leaves nothing.
session.subscribe(() => {
  const me = session.get()
  if (me) forget(me._id)
  else if (session.reason() === null) forget(null)
})

function take(key: string): Values | null {
  const kept = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return kept === null ? null : (JSON.parse(kept) as Values)
}

/** Keeps what is typed in `form` where the session ends by itself, and gives it back. `isNeeded: false`: neither. */
export function useKeptForm(form: FormValues, isNeeded: boolean): void {
  const held = useRef(form)
  held.current = form
  useEffect(() => {
    const me = session.get()
    if (!me || !isNeeded) return
    attempt(() => {
      const kept = take(keyOf(me._id, held.current))
      if (kept) held.current.setValues(kept)
    })
    return session.subscribe(() => {
      // Whoever signs out by their own will was asked.
      if (session.get() || session.reason() === null) return
      const typed = typedIn(held.current)
      if (Object.keys(typed).length === 0) return
      attempt(() => sessionStorage.setItem(keyOf(me._id, held.current), JSON.stringify(typed)))
    })
  }, [isNeeded])
}
