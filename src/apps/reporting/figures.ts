/** The report's tables, which serve the charts, screen readers, print and downloads alike. */
import type { Report } from '#contract/apps/reporting.ts'
import { countText } from '#src/lib/count-text.ts'
import type { Table } from '#src/lib/save-csv.ts'
import { successRate } from '#src/lib/success-rate.ts'

const NO_DEPARTMENT = 'No department'
const MINUTES_AN_HOUR = 60

/** Returns a duration like `1 h 05 min` or `25 min`. */
export function spoken(minutes: number): string {
  const hours = Math.floor(minutes / MINUTES_AN_HOUR)
  const rest = minutes % MINUTES_AN_HOUR
  return hours === 0 ? `${rest} min` : `${countText(hours)} h ${String(rest).padStart(2, '0')} min`
}

export const departmentName = (name: string) => name || NO_DEPARTMENT

/** Returns the minutes away with a line for each department and a cell for each hour. `busiest`: the largest cell. */
export function awayByHour({ away }: Report) {
  const departments = [...new Set(away.map(({ department }) => department))]
  const hours = away.map(({ hour }) => hour)
  const first = Math.min(...hours)
  const span =
    hours.length === 0 ? [] : Array.from({ length: Math.max(...hours) - first + 1 }, (_, index) => first + index)
  const minutes = new Map(away.map((cell) => [`${cell.department} ${cell.hour}`, cell.minutes]))
  return {
    hours: span,
    busiest: Math.max(0, ...away.map((cell) => cell.minutes)),
    lines: departments.map((department) => ({
      department,
      cells: span.map((hour) => minutes.get(`${department} ${hour}`) ?? 0),
    })),
  }
}

/** Returns the success rate as a number to calculate with; empty where nothing ran. */
function rateOf({ successful, failed, amended }: Report['runs'][number]): number | '' {
  const total = successful + failed + amended
  return total === 0 ? '' : Number(successRate(successful, total))
}

export const TABLES = {
  away: ({ away }: Report): Table => ({
    fields: ['Department', 'Hour', 'Breaks', 'Minutes'],
    data: away.map(({ department, hour, breaks, minutes }) => [departmentName(department), hour, breaks, minutes]),
  }),
  types: ({ types }: Report): Table => ({
    fields: ['Away Type', 'Breaks', 'Minutes'],
    data: types.map(({ breakType, breaks, minutes }) => [breakType, breaks, minutes]),
  }),
  runs: ({ runs }: Report): Table => ({
    fields: ['Week of', 'Successful', 'Failed', 'Amended', 'Success rate (%)'],
    data: runs.map((week) => [week.week, week.successful, week.failed, week.amended, rateOf(week)]),
  }),
  checklists: ({ checklists }: Report): Table => ({
    fields: ['Department', 'Finished', 'Days on average'],
    data: checklists.map(({ department, finished, days }) => [departmentName(department), finished, days]),
  }),
  mood: ({ mood }: Report): Table => ({
    fields: ['Week of', 'Reports', 'Morale', 'Stress', 'Workload'],
    data: mood.map(({ startDate, sent, averages }) => [
      startDate,
      sent ?? 'fewer than 5',
      averages?.morale ?? '',
      averages?.stress ?? '',
      averages?.workload ?? '',
    ]),
  }),
} as const

/** Whether the table has any figures. An empty portal still has a row of zeros for each week. */
export const hasFigures = ({ data }: Table) =>
  data.some((row) => row.some((cell) => typeof cell === 'number' && cell > 0))

const TYPE_PX = 32
const AXIS_PX = 36
const MIN_PX = 220

/** Returns the height of the chart in pixels, with room for the name of each break type. */
export const typesHeight = (types: number): number => Math.max(MIN_PX, types * TYPE_PX + AXIS_PX)
