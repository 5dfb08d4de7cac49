/**
 * Merges a draft that is edited in two windows: each writes what was typed in it, and leaves the rest as the other has
 * it.
 */
import { keysOf } from '#contract/records.ts'

/** Returns the merge functions of one form. A field belongs to the window that wrote it last. */
export function overDraft<Values extends object>() {
  const othersFields = new Set<keyof Values>()
  /** The stored draft as this form last saw it; at first, what the form began with. */
  let known: Values | null = null

  /** Merges two states, taking each field from the window that wrote it last. Returns `mine` itself if nothing differs. */
  function merge(mine: Values, others: Values | null): Values {
    const other = [...othersFields].filter((key) => others && others[key] !== mine[key])
    return other.length === 0 ? mine : { ...mine, ...Object.fromEntries(other.map((key) => [key, others?.[key]])) }
  }

  /**
   * Returns the draft's next state: the form's `values`, except where another window has written to the stored draft
   * `held` (null: there is none) since. Must be called on each change.
   */
  function over(values: Values, previous: Values, held: Values | null): Values {
    const last = known ?? previous
    for (const key of keysOf(values)) {
      // A value equal to the stored one was taken over from the other window and typed there.
      if (values[key] !== previous[key] && values[key] !== held?.[key]) othersFields.delete(key)
      else if (held && held[key] !== last[key]) othersFields.add(key)
    }
    known = held ?? last
    return merge(values, held)
  }

  /**
   * Notes what the device holds now: the draft, or nothing if it was empty. Not called if the draft could not be
   * written; what the device holds is then not taken for the other window's.
   */
  function wrote(draft: Values): void {
    known = draft
  }

  return { over, merge, wrote }
}
