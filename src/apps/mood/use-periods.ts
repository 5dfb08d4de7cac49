/**
 * The weeks that the person may still report on: those open on the server, without those this device has kept or sent.
 */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { DateRange } from '#contract/apps/mood.ts'
import { compareExact } from '#src/lib/compare-text.ts'
import type { Row } from '#src/offline/row.ts'
import { useMyChanges } from '#src/offline/use-my-changes.ts'
import { bodyOf, datesOf, isReport } from './changes.ts'
import { periodOf } from './entity.ts'
import { openPeriods } from './queries.ts'

export interface Periods {
  /** Oldest first. Undefined until both the server's weeks and the local changes are loaded. */
  readonly open: readonly DateRange[] | undefined
  readonly error: unknown
  /** The person's reports that this device knows of, oldest first. */
  readonly reports: readonly Row[]
}

const oldestFirst = (a: DateRange, b: DateRange) => compareExact(a.startDate, b.startDate)

export function usePeriods(): Periods {
  const { data, error } = useQuery(openPeriods)
  const { status, rows } = useMyChanges()
  return useMemo(() => {
    const reports = rows.filter(isReport)
    const answered = new Set(reports.filter(({ state }) => state !== 'rejected').map(periodOf))
    const open = status === 'loading' ? undefined : data?.filter(({ _id }) => !answered.has(_id)).toSorted(oldestFirst)
    return { open, error, reports }
  }, [data, error, status, rows])
}

/**
 * Returns the week of a refused report, which may no longer be open. It asks for a nominee if the report names one or
 * gives a reason.
 */
export function periodOfRow(row: Row): DateRange {
  const { nominatedEmployee, nominatedText } = bodyOf(row) ?? {}
  const hasVote = typeof nominatedEmployee === 'number' || Boolean(nominatedText)
  return { _id: periodOf(row), ...datesOf(row.about), isEmployeeOfTheMonthReport: hasVote }
}
