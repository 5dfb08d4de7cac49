/** Of two changes of one record the later intention wins, unless the person saw what they changed (offline.md §2.7). */
import type { Overtaken } from '#contract/problem.ts'

/** What a record keeps of its last change. `effective_at`: when that happened for whoever made it. */
interface Held {
  readonly rev: number
  readonly effective_at: string
  readonly changed_by_name: string
}

/** When somebody did it, and what they had seen by then. */
interface Tap {
  readonly occurredAt: string
  readonly baseRev: number | null
  readonly now: string
}

/** What happens now is never late: of two at once the one that had to wait for the other came last. */
export const isLate = ({ rev, effective_at }: Held, { baseRev, occurredAt, now }: Tap): boolean =>
  baseRev !== rev && occurredAt !== now && occurredAt < effective_at

/** What whoever was late is told. `isOwn`: they made the other change themselves. */
export const overtaken = (held: Held, { occurredAt }: Tap, isOwn: boolean): Overtaken => ({
  by: held.changed_by_name,
  theirs: held.effective_at,
  yours: occurredAt,
  ...(isOwn ? { isOwn } : {}),
})

/** From when on the record counts as changed: a late word of whoever saw it takes no weight from what was done after it. */
export const effectiveAt = (held: Held, { occurredAt }: Tap): string =>
  occurredAt > held.effective_at ? occurredAt : held.effective_at
