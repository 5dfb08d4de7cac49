/** Computes when an away person is due back, from when they left and the planned length of their break. Pure. */
import { MINUTE_MS } from '#src/lib/spans.ts'
import type { BreakTypeWords } from './break-type-form.ts'

export interface Due {
  /** The instant at which they are due. */
  readonly at: string
  /** By how many milliseconds they are late; null until the clock shows a later minute. */
  readonly over: number | null
}

interface Absence {
  /** When they left; null if they are here. */
  readonly left: string | null
  readonly plannedMinutes?: number | undefined
}

const dueAt = ({ left, plannedMinutes }: Absence): number | null =>
  left === null || plannedMinutes === undefined ? null : Date.parse(left) + plannedMinutes * MINUTE_MS

/** Returns null if the person is here or the break has no planned length. `now`: milliseconds since 1970. */
export function dueBack(absence: Absence, now: number): Due | null {
  const due = dueAt(absence)
  if (due === null) return null
  const over = now - due
  return { at: new Date(due).toISOString(), over: over >= MINUTE_MS ? over : null }
}

/** Whether the clock shows a later minute than the one at which they are due. */
export function isOverdue(absence: Absence, now: number): boolean {
  const due = dueAt(absence)
  return due !== null && now - due >= MINUTE_MS
}

/** Returns the planned minutes of a break type; undefined if there are none. */
export type PlannedMinutes = (breakType: string) => number | undefined

export const plannedBy =
  (types: readonly BreakTypeWords[]): PlannedMinutes =>
  (name) =>
    types.find(({ breakType }) => breakType === name)?.plannedMinutes
