/** All reports as a table for a spreadsheet. What people wrote must not run as a formula there. */
import { unparse } from 'papaparse'
import type { DateRange, MoodReport } from '#contract/apps/mood.ts'
import { labelOf } from './changes.ts'
import { dateOf } from './weeks.ts'

const COLUMNS: readonly (readonly [title: string, value: (report: MoodReport) => string | number])[] = [
  ['Name', ({ name }) => name],
  ['Date', ({ createdAt }) => dateOf(createdAt)],
  ['Morale', ({ moraleLevel }) => moraleLevel],
  ['Morale Comment', ({ moraleComment }) => moraleComment],
  ['Stress', ({ stressLevel }) => stressLevel],
  ['Stress Comment', ({ stressComment }) => stressComment],
  ['Workload', ({ workloadLevel }) => workloadLevel],
  ['Workload Comment', ({ workloadComment }) => workloadComment],
  ['High Point', ({ highComment }) => highComment],
  ['Low Point', ({ lowComment }) => lowComment],
  ['Extra Comment', ({ extraComment }) => extraComment],
  ['Nominated Employee', ({ nominatedEmployeeName }) => nominatedEmployeeName],
  ['Nominee Comment', ({ nominatedText }) => nominatedText],
]

export function csvOf(reports: readonly MoodReport[], periods: readonly DateRange[]): string {
  const weeks = new Map(periods.map((period) => [period._id, labelOf(period)]))
  return unparse(
    {
      fields: ['Date Range', ...COLUMNS.map(([title]) => title)],
      data: reports.map((report) => [weeks.get(report.timePeriod) ?? '', ...COLUMNS.map(([, value]) => value(report))]),
    },
    { escapeFormulae: true },
  )
}
