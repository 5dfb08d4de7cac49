/** When somebody who is away is due back: worked out from when they left and how long their break is meant to last. Pure. */
import { MINUTE_MS } from '#src/lib/spans.ts'
import type { BreakTypeWords } from './break-type-form.ts'

export interface Due {
  /** When they are due, as an instant. */
  readonly at: string
  /** By how many milliseconds they are late; null as long as the clock shows no later minute. */
  readonly over: number | null
}

interface Leave {
  /** When they left; null when they are here. */
  readonly left: string | null
  readonly plannedMinutes?: number | undefined
}

const dueAt = ({ left, plannedMinutes }: Leave): number | null =>
  left === null || plannedMinutes === undefined ? null : Date.parse(left) + plannedMinutes * MINUTE_MS

/** Null for whoever is here, and where their break has no planned length. `now`: in milliseconds since 1970. */
export function dueBack(leave: Leave, now: number): Due | null {
  const due = dueAt(leave)
  if (due === null) return null
  const over = now - due
  return { at: new Date(due).toISOString(), over: over >= MINUTE_MS ? over : null }
}

/** Whether the clock shows a later minute than the one they are due at. */
export function isOverdue(leave: Leave, now: number): boolean {
  const due = dueAt(leave)
  return due !== null && now - due >= MINUTE_MS
}

/** How long a break is meant to last, by its type; undefined where nobody has said. */
export type PlannedMinutes = (breakType: string) => number | undefined

export const plannedBy =
  (types: readonly BreakTypeWords[]): PlannedMinutes =>
  (name) =>
    types.find(({ breakType }) => breakType === name)?.plannedMinutes
