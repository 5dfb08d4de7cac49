/**
 * For records that several people may edit: keeps a form from undoing changes that others saved after it was opened
 * (see three-way-merge.ts).
 */
import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { keysOf } from '#contract/records.ts'
import { Conflict } from '#src/api/problem.ts'
import { type IsSameField, isEqual, threeWayMerge } from './three-way-merge.ts'

type IsSameText = (one: string, other: string) => boolean

/**
 * Returns a function that tells whether two values of a field are the same once stored. Values are read by the `body`
 * of a call, which trims most texts. `own`: comparisons for fields that the server normalizes further, or whose form
 * value differs from the sent one.
 */
export function storedAlike({ shape }: z.ZodMiniObject, own: Readonly<Record<string, IsSameText>> = {}): IsSameField {
  const stored = (field: string, value: unknown) => {
    const schema = shape[field]
    const read = schema && z.safeParse(schema, value)
    return read?.success ? read.data : value
  }
  return (key, one, other) => {
    const field = String(key)
    return isEqual(stored(field, one), stored(field, other)) || own[field]?.(String(one), String(other)) === true
  }
}

const numberOf = (typed: string) => (typed.trim() === '' ? null : Number(typed))
export const isSameNumber: IsSameText = (one, other) => numberOf(one) === numberOf(other)

/** Longer values are not quoted. */
const MAX_QUOTED = 80

/** Whether a value fits into a sentence: a text of at most one line, without markup. */
const isQuotable = (value: unknown) => typeof value === 'string' && value.length <= MAX_QUOTED && !/[<\n]/.test(value)

/** The fields' names on the screen. A conflict in a field without a name is not reported. */
type FieldNames<Values> = Partial<Record<keyof Values, string>>

interface MergeInput<Values> {
  /** As when the form was opened. */
  readonly first: Values
  /** The server's values that this person knows of. */
  readonly known: Values
  readonly typed: Values
  readonly now: Values
}

interface ConflictOptions<Values> {
  readonly fieldNames: FieldNames<Values>
  /** How the screen words a field's value, where it differs from the value. */
  readonly quotes?: { readonly [Key in keyof Values]?: (value: Values[Key]) => string }
  /** Label of the button that sends the form. */
  readonly button: string
  readonly isSame: IsSameField
}

/** Throws a `Conflict` if somebody else has changed a field that was changed here as well. */
export function throwOnConflict<Values extends object>(
  { first, known, typed, now }: MergeInput<Values>,
  { fieldNames, quotes = {}, button, isSame }: ConflictOptions<Values>,
): void {
  const differ = (key: keyof Values, one: Values, other: Values) => !isSame(key, one[key], other[key])
  const conflicts = keysOf(typed).filter(
    (key) => differ(key, typed, first) && differ(key, now, known) && differ(key, now, typed),
  )
  const clauses = conflicts.flatMap((key) => {
    const word = fieldNames[key]
    const value = quotes[key]?.(now[key]) ?? now[key]
    return word ? `${word}${isQuotable(value) ? ` to “${value}”` : ''}` : []
  })
  if (clauses.length > 0)
    throw new Conflict(
      `Somebody else has changed ${clauses.join(' and ')} in the meantime. Press ${button} again to replace it with yours.`,
    )
}

/**
 * Returns a function that returns the values to send, like `threeWayMerge`, or throws like `throwOnConflict`. Sending
 * again after a conflict overwrites the other person's change.
 */
export function useConflictMerge<Values extends object>(
  opened: Values,
  options: ConflictOptions<Values>,
): (typed: Values, now: Values) => Values {
  const [first] = useState(opened)
  const known = useRef(opened)
  return (typed, now) => {
    const before = known.current
    known.current = now
    throwOnConflict({ first, known: before, typed, now }, options)
    return threeWayMerge(first, typed, now, options.isSame)
  }
}
