/** All reports as a table for a spreadsheet. */
import type { DateRange, MoodReport } from '#contract/apps/mood.ts'
import { companyDayOf } from '#src/api/company-day.ts'
import type { Table } from '#src/lib/save-csv.ts'
import { labelOf } from './changes.ts'

const COLUMNS: readonly (readonly [title: string, value: (report: MoodReport) => string | number])[] = [
  ['Name', ({ name }) => name],
  // ISO days, as in other tables: spreadsheets of any language read them as dates, and they sort as text.
  ['Date', ({ createdAt }) => companyDayOf(createdAt)],
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

export function tableOf(reports: readonly MoodReport[], periods: readonly DateRange[]): Table {
  const weeks = new Map(periods.map((period) => [period._id, labelOf(period)]))
  return {
    fields: ['Date Range', ...COLUMNS.map(([title]) => title)],
    data: reports.map((report) => [
      weeks.get(report.timePeriod ?? 0) ?? '',
      ...COLUMNS.map(([, value]) => value(report)),
    ]),
  }
}
