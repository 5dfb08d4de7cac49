import { timeWithDay } from './time-with-day.ts'
import { useReadOfNow } from './use-now.ts'

/** Returns the time as `timeWithDay` writes it, also once it is no longer today's; `''` without an instant. */
export const useTimeWithDay = (instant: string | null | undefined): string =>
  useReadOfNow(() => (instant ? timeWithDay(instant) : ''))
