/** What the forms of a break type hold, and what they send. Pure. */
import type { BreakType } from '#contract/apps/onbreak.ts'
import { duration } from '#src/lib/duration.ts'
import { MINUTE_MS } from '#src/lib/spans.ts'

/** A type by its name, built in or not. */
export type BreakTypeWords = Omit<BreakType, '_id'>

export interface BreakTypeValues {
  readonly breakType: string
  /** As typed; blank for none. */
  readonly plannedMinutes: string
}

export const valuesOf = ({ breakType, plannedMinutes }: BreakTypeWords): BreakTypeValues => ({
  breakType,
  plannedMinutes: plannedMinutes === undefined ? '' : String(plannedMinutes),
})

/** Null for none. */
export function minutesOf({ plannedMinutes }: BreakTypeValues): number | null {
  const minutes = plannedMinutes.trim()
  return minutes === '' ? null : Number(minutes)
}

/** Planned minutes are left out where the form did not change them: other servers know none. */
export function bodyOf(values: BreakTypeValues, before: BreakTypeValues) {
  const { breakType } = values
  if (values.plannedMinutes.trim() === before.plannedMinutes) return { breakType }
  return { breakType, plannedMinutes: minutesOf(values) }
}

export const isSame = (a: BreakTypeValues, b: BreakTypeValues): boolean =>
  a.breakType === b.breakType && a.plannedMinutes.trim() === b.plannedMinutes

/** `45 min`, `1 h 30 min`. */
export const inWords = (minutes: number): string => duration(minutes * MINUTE_MS)
