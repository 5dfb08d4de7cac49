/** A record that several people may edit: what one form sends undoes nothing that was saved since it was opened. */
import { useRef } from 'react'
import * as z from 'zod/mini'
import { Clash } from '#src/api/problem.ts'

const keysOf = <Values extends object>(values: Values) => Object.keys(values) as (keyof Values)[]

/** A list is no other one for being made anew. */
const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

type Alike = (one: string, other: string) => boolean
type Sameness = (field: PropertyKey, one: unknown, other: unknown) => boolean

/**
 * Whether two values of a field are one once the server has stored them: as a call's `body` reads them, most texts without
 * the blanks around them. `own`: of fields that it writes otherwise still, or that hold something else than is sent.
 */
export function storedAlike({ shape }: z.ZodMiniObject, own: Readonly<Record<string, Alike>> = {}): Sameness {
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
export const isSameNumber: Alike = (one, other) => numberOf(one) === numberOf(other)

/** What was typed, over what is by `now`: what nobody touched here is as somebody else may have left it. */
export function overNow<Values extends object>(
  opened: Values,
  typed: Values,
  now: Values,
  isSame: Sameness = (_, one, other) => isEqual(one, other),
): Values {
  const untouched = keysOf(typed).filter((key) => isSame(key, typed[key], opened[key]))
  return { ...typed, ...Object.fromEntries(untouched.map((key) => [key, now[key]])) }
}

/** Longer ones are not quoted. */
const MOST_QUOTED = 80

/** Longer than a line, or with marks of its own: nobody reads it in a sentence. */
const isQuotable = (value: unknown) => typeof value === 'string' && value.length <= MOST_QUOTED && !/[<\n]/.test(value)

/** How the fields are called on the screen; of others nobody is told. */
export type Words<Values> = Partial<Record<keyof Values, string>>

interface States<Values> {
  /** As the form was opened. */
  readonly first: Values
  /** As this person knows it. */
  readonly known: Values
  readonly typed: Values
  readonly now: Values
}

interface Terms<Values> {
  readonly words: Words<Values>
  /** What a field holds as the screen says it, where that is something else. */
  readonly quotes?: { readonly [Key in keyof Values]?: (value: Values[Key]) => string }
  /** What one presses to send it. */
  readonly button: string
  readonly isSame: Sameness
}

/** Throws a `Clash` where somebody else has changed the very fields that were changed here. */
export function refuseClash<Values extends object>(
  { first, known, typed, now }: States<Values>,
  { words, quotes = {}, button, isSame }: Terms<Values>,
): void {
  const differ = (key: keyof Values, one: Values, other: Values) => !isSame(key, one[key], other[key])
  const clashes = keysOf(typed).filter(
    (key) => differ(key, typed, first) && differ(key, now, known) && differ(key, now, typed),
  )
  const said = clashes.flatMap((key) => {
    const word = words[key]
    const value = quotes[key]?.(now[key]) ?? now[key]
    return word ? `${word}${isQuotable(value) ? ` to “${value}”` : ''}` : []
  })
  if (said.length > 0)
    throw new Clash(
      `Somebody else has changed ${said.join(' and ')} meanwhile. Press ${button} again to replace it with yours.`,
    )
}

/** Answers what to send, as `overNow`, or refuses as `refuseClash`. Who has read that and sends it again replaces theirs. */
export function useOthersChanges<Values extends object>(
  opened: Values,
  terms: Terms<Values>,
): (typed: Values, now: Values) => Values {
  const first = useRef(opened).current
  const known = useRef(opened)
  return (typed, now) => {
    const before = known.current
    known.current = now
    refuseClash({ first, known: before, typed, now }, terms)
    return overNow(first, typed, now, terms.isSame)
  }
}
