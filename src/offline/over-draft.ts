/** One draft that is written in two windows: each writes what was typed in it, and leaves the rest as the other has it. */

/**
 * Answers with a draft's next state: `values` of a form, over what the device `held` by then (null: nothing) where this
 * form has not been touched. Of one form; told of each change.
 */
export function overDraft<Values extends object>() {
  const touched = new Set<keyof Values>()
  return (values: Values, previous: Values, held: Values | null): Values => {
    const keys = Object.keys(values) as (keyof Values)[]
    for (const key of keys) if (values[key] !== previous[key]) touched.add(key)
    if (!held) return values
    return { ...values, ...Object.fromEntries(keys.filter((key) => !touched.has(key)).map((key) => [key, held[key]])) }
  }
}
