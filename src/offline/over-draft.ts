/** One draft that is written in two windows: each writes what was typed in it, and leaves the rest as the other has it. */

/** Of one form. A field is of whichever window wrote it last. */
export function overDraft<Values extends object>() {
  const theirs = new Set<keyof Values>()
  /** What the device held when this form looked last; at first it is what the form began with. */
  let known: Values | null = null

  /** Two states as one, each field from whoever wrote it last; `mine` itself where that is the same. */
  function merge(mine: Values, others: Values | null): Values {
    const other = [...theirs].filter((key) => others && others[key] !== mine[key])
    return other.length === 0 ? mine : { ...mine, ...Object.fromEntries(other.map((key) => [key, others?.[key]])) }
  }

  /**
   * Answers with the draft's next state: `values` of the form, over what the device `held` by then (null: nothing) where
   * another window wrote it since. Told of each change.
   */
  function over(values: Values, previous: Values, held: Values | null): Values {
    const last = known ?? previous
    for (const key of Object.keys(values) as (keyof Values)[]) {
      // What was taken over from the other window was typed there.
      if (values[key] !== previous[key] && values[key] !== held?.[key]) theirs.delete(key)
      else if (held && held[key] !== last[key]) theirs.add(key)
    }
    known = held ?? last
    return merge(values, held)
  }

  /** The device holds it now, or nothing, as it is none. Where it could not be written, what it holds is not taken for the other window's. */
  function wrote(draft: Values): void {
    known = draft
  }

  return { over, merge, wrote }
}
