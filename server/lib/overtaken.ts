/**
 * Conflict rule: of two changes to one record the later intention wins, unless its author saw the other one (offline.md
 * §2.7).
 */
import type { Overtaken } from '#contract/problem.ts'

/** The last change stored in a record. `effective_at`: when its author made it. */
interface StoredChange {
  readonly rev: number
  readonly effective_at: string
  readonly changed_by_name: string
}

/** When a change was made (wire.md §1). */
export interface Timing {
  /** When the person made it, which may be long before it arrives. */
  readonly occurredAt: string
  /** The `rev` that the person had seen; null where the request does not say. */
  readonly baseRev: number | null
  /** When it arrived. */
  readonly now: string
}

/** Who made a change, and when. `timeZone` is for the sentence that refuses a late one. */
export interface TimedChange extends Timing {
  readonly by: { readonly id: number; readonly name: string }
  readonly timeZone: string
}

/**
 * Whether the change is older than the stored one and its author had not seen that. A change made now is never late: of two
 * concurrent ones, the one that waited for the other comes last.
 */
export const isLate = ({ rev, effective_at }: StoredChange, { baseRev, occurredAt, now }: Timing): boolean =>
  baseRev !== rev && occurredAt !== now && occurredAt < effective_at

/** The conflict to report to the author of a late change. `isOwn`: they made the stored change themselves. */
export const overtaken = (stored: StoredChange, { occurredAt }: Timing, isOwn: boolean): Overtaken => ({
  by: stored.changed_by_name,
  theirs: stored.effective_at,
  yours: occurredAt,
  ...(isOwn ? { isOwn } : {}),
})

/**
 * When the record counts as changed. Never earlier than before: an old change that is accepted late, as its author had seen
 * the current `rev`, must not let changes win that are older than the one before it.
 */
export const effectiveAt = (stored: StoredChange, { occurredAt }: Timing): string =>
  occurredAt > stored.effective_at ? occurredAt : stored.effective_at
