/** Keeps what is written in a form on the device, with every key, though another window may have it open as well. */
import { useState } from 'react'
import { session, useMe } from '#src/api/session.ts'
import { draftOf, dropDraft, saveDraft } from './drafts.ts'
import { overDraft } from './over-draft.ts'

/** `over`: what was stored as it was begun, where that may change meanwhile. */
export type Draft<Values> = Values & { readonly over?: Values | undefined }

interface Terms<Values> {
  /** What it is called on this device. */
  readonly what: string
  /** A draft as it may lie on the disk; null where it is none that we would have kept. */
  readonly read: (held: unknown) => Draft<Values> | null
  /** Nothing would be lost with it: none is kept. */
  readonly isNothing: (values: Values) => boolean
  /** Over what this form was begun. */
  readonly opened?: Values
}

interface KeptDraft<Values> {
  /** False: this device has no room for it, or may keep nothing. */
  readonly isKept: boolean
  /**
   * Told of each change. Answers what the form is to show: `values`, or those with what another window wrote since. What
   * that one began over another state than this form knows of is kept, and not shown.
   */
  readonly keep: (values: Values, previous: Values) => Values
}

export function useKeptDraft<Values extends object>({
  what,
  read,
  isNothing,
  opened,
}: Terms<Values>): KeptDraft<Values> {
  const me = useMe()
  const [isKept, setKept] = useState(true)
  const [{ over, merge, wrote }] = useState(() => overDraft<Values>())
  function keep(values: Values, previous: Values): Values {
    // Whoever came in another tab has drafts of their own.
    if (session.get()?._id !== me._id) return values
    const kept = draftOf(me._id, what)
    const held = kept === null ? null : read(kept)
    const draft = over(values, previous, held)
    const begunOver = opened && merge(opened, held?.over ?? null)
    if (isNothing(draft)) {
      dropDraft(me._id, what)
      wrote(draft)
    } else {
      const isSaved = saveDraft(me._id, what, begunOver ? { ...draft, over: begunOver } : draft)
      if (isSaved) wrote(draft)
      setKept(isSaved)
    }
    if (!opened || !begunOver || begunOver === opened) return draft
    const unknown = (Object.keys(values) as (keyof Values)[]).filter((key) => begunOver[key] !== opened[key])
    return { ...draft, ...Object.fromEntries(unknown.map((key) => [key, values[key]])) }
  }
  return { isKept, keep }
}
