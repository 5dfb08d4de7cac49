/** A record that several people may edit: what one form sends undoes nothing that was saved since it was opened. */
import { useRef } from 'react'
import { Clash } from '#src/api/problem.ts'

const keysOf = <Values extends object>(values: Values) => Object.keys(values) as (keyof Values)[]

/** A list is no other one for being made anew. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** What was typed, over what is by `now`: what nobody touched here is as somebody else may have left it. */
export function overNow<Values extends object>(opened: Values, typed: Values, now: Values): Values {
  const untouched = keysOf(typed).filter((key) => isSame(typed[key], opened[key]))
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

/** Throws a `Clash` where somebody else has changed the very fields that were changed here. `button`: what one presses to send it. */
export function refuseClash<Values extends object>(
  { first, known, typed, now }: States<Values>,
  words: Words<Values>,
  button: string,
): void {
  const clashes = keysOf(typed).filter(
    (key) => typed[key] !== first[key] && now[key] !== known[key] && now[key] !== typed[key],
  )
  const said = clashes.flatMap((key) => {
    const word = words[key]
    return word ? `${word}${isQuotable(now[key]) ? ` to “${now[key]}”` : ''}` : []
  })
  if (said.length > 0)
    throw new Clash(
      `Somebody else has changed ${said.join(' and ')} meanwhile. Press ${button} again to replace it with yours.`,
    )
}

/** Answers what to send, as `overNow`, or refuses as `refuseClash`. Who has read that and sends it again replaces theirs. */
export function useOthersChanges<Values extends object>(
  opened: Values,
  words: Words<Values>,
  button: string,
): (typed: Values, now: Values) => Values {
  const first = useRef(opened).current
  const known = useRef(opened)
  return (typed, now) => {
    const before = known.current
    known.current = now
    refuseClash({ first, known: before, typed, now }, words, button)
    return overNow(first, typed, now)
  }
}
