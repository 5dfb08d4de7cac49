/** Keeps a form's draft on the device with every key press, even if another window has it open as well. */
import { useState } from 'react'
import { keysOf } from '#contract/records.ts'
import { session, useMe } from '#src/api/session.ts'
import { draftOf, dropDraft, saveDraft } from './drafts.ts'
import { overDraft } from './over-draft.ts'

/** A form's values. `over`: what was stored on the server when the draft was begun, if that may change meanwhile. */
type Draft<Values> = Values & { readonly over?: Values | undefined }

interface DraftOptions<Values> {
  /** The draft's name on this device. */
  readonly name: string
  /** Parses a stored draft; returns null if it is not one that we would have kept. */
  readonly read: (held: unknown) => Draft<Values> | null
  /** Whether nothing would be lost with these values: then no draft is kept. */
  readonly isNothing: (values: Values) => boolean
  /** What was stored on the server when this form, or the draft that it continues, was begun. */
  readonly opened?: Values
}

interface KeptDraft<Values> {
  /** False if this device has no room for the draft, or may keep nothing. */
  readonly isKept: boolean
  /**
   * Must be called on each change. Returns what the form is to show: `values`, with what another window has written
   * since. Fields that the other window began over a state unknown to this form are kept, but not shown.
   */
  readonly keep: (values: Values, previous: Values) => Values
}

/**
 * Keeps the signed-in person's draft of a form. Continue it with `draftOf`; it is dropped by whoever sends the form. Throws
 * only if nobody is signed in.
 */
export function useKeptDraft<Values extends object>({
  name,
  read,
  isNothing,
  opened,
}: DraftOptions<Values>): KeptDraft<Values> {
  const me = useMe()
  const [isKept, setKept] = useState(true)
  const [{ over, merge, wrote }] = useState(() => overDraft<Values>())
  function keep(values: Values, previous: Values): Values {
    // Another person may have signed in in another tab; they have drafts of their own.
    if (session.get()?._id !== me._id) return values
    const kept = draftOf(me._id, name)
    const held = kept === null ? null : read(kept)
    const draft = over(values, previous, held)
    const begunOver = opened && merge(opened, held?.over ?? null)
    if (isNothing(draft)) {
      dropDraft(me._id, name)
      wrote(draft)
    } else {
      const isSaved = saveDraft(me._id, name, begunOver ? { ...draft, over: begunOver } : draft)
      if (isSaved) wrote(draft)
      setKept(isSaved)
    }
    if (!opened || !begunOver || begunOver === opened) return draft
    const unknown = keysOf(values).filter((key) => begunOver[key] !== opened[key])
    return { ...draft, ...Object.fromEntries(unknown.map((key) => [key, values[key]])) }
  }
  return { isKept, keep }
}
