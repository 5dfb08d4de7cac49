/** The values of the break type forms, and the bodies that they send. Pure. */
import type { BreakType } from '#contract/apps/onbreak.ts'
import { duration } from '#src/lib/duration.ts'
import { MINUTE_MS } from '#src/lib/spans.ts'

/** A break type without its id, built in or not. */
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

/** Returns the planned minutes; null if the field is blank. */
export function minutesOf({ plannedMinutes }: BreakTypeValues): number | null {
  const minutes = plannedMinutes.trim()
  return minutes === '' ? null : Number(minutes)
}

/** Returns the body, without planned minutes if the form did not change them: other servers do not know them. */
export function bodyOf(values: BreakTypeValues, before: BreakTypeValues) {
  const { breakType } = values
  if (values.plannedMinutes.trim() === before.plannedMinutes) return { breakType }
  return { breakType, plannedMinutes: minutesOf(values) }
}

export const isSame = (a: BreakTypeValues, b: BreakTypeValues): boolean =>
  a.breakType === b.breakType && a.plannedMinutes.trim() === b.plannedMinutes

/** Returns a duration like `45 min` or `1 h 30 min`. */
export const inWords = (minutes: number): string => duration(minutes * MINUTE_MS)
