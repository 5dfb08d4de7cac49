/**
 * Conflict rule: of two changes to one record the later intention wins, unless its author saw the other one (offline.md
 * §2.7).
 */
import type { Overtaken } from '#contract/problem.ts'

/** The last change stored in a record. `effective_at`: when its author made it. */
interface Held {
  readonly rev: number
  readonly effective_at: string
  readonly changed_by_name: string
}

/** When the person made a change, and the `rev` that they had seen. */
interface Tap {
  readonly occurredAt: string
  readonly baseRev: number | null
  readonly now: string
}

/**
 * Whether the change is older than the stored one and its author had not seen that. A change made now is never late: of two
 * concurrent ones, the one that waited for the other comes last.
 */
export const isLate = ({ rev, effective_at }: Held, { baseRev, occurredAt, now }: Tap): boolean =>
  baseRev !== rev && occurredAt !== now && occurredAt < effective_at

/** The conflict to report to the author of a late change. `isOwn`: they made the stored change themselves. */
export const overtaken = (held: Held, { occurredAt }: Tap, isOwn: boolean): Overtaken => ({
  by: held.changed_by_name,
  theirs: held.effective_at,
  yours: occurredAt,
  ...(isOwn ? { isOwn } : {}),
})

/**
 * When the record counts as changed. Never earlier than before: an old change that is accepted late, as its author had seen
 * the current `rev`, must not let changes win that are older than the one before it.
 */
export const effectiveAt = (held: Held, { occurredAt }: Tap): string =>
  occurredAt > held.effective_at ? occurredAt : held.effective_at
