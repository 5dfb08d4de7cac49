/**
 * Brings newer values of the server into a form without losing what was typed, or undoing what others have changed:
 * - while the form is open, `useServerValues` (server-values.ts) shows what was changed elsewhere;
 * - when it is sent, `useConflictMerge` (merge-conflicts.ts) merges once more, and asks if both have changed a field;
 * - once it is accepted, `setUntouched` (server-values.ts) shows what is stored, beside what was typed meanwhile.
 * Drafts of two windows are merged without a server's values in between: `offline/over-draft.ts`.
 */
import { keysOf } from '#contract/records.ts'

/** Compares by content, since a list that was merely rebuilt is no change. */
export const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Whether two values of a field count as the same. */
export type IsSameField = (field: PropertyKey, one: unknown, other: unknown) => boolean

/** Returns `mine` with the fields that still are as in `base` taken from `theirs`. */
export function threeWayMerge<Values extends object>(
  base: Values,
  mine: Values,
  theirs: Values,
  isSame: IsSameField = (_, one, other) => isEqual(one, other),
): Values {
  const untouched = keysOf(mine).filter((key) => isSame(key, mine[key], base[key]))
  return { ...mine, ...Object.fromEntries(untouched.map((key) => [key, theirs[key]])) }
}
