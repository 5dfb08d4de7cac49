/** The runs per day of the past week, as a bar chart with a legend and as a table that expands below it. */
import { writer } from '#src/lib/time.ts'
import { optionalPart } from '#src/ui/lazy-code.tsx'
import { RunLegend } from '#src/ui/RunLegend.tsx'
import { TableDisclosure } from '#src/ui/TableDisclosure.tsx'
import classes from './Overview.module.css'
import type { RunSummary } from './run-list.ts'

// Where the chart's code is not available, as before the first visit online, the table still has the numbers.
const RunBars = optionalPart(() => import('#src/ui/RunBars.tsx').then((m) => m.RunBars))

/** Noon falls on the same day in every time zone near the company's. */
const dayOf = (date: string) => new Date(`${date}T12:00:00`)
const short = writer({ weekday: 'short', day: 'numeric' })
const long = writer({ weekday: 'long', day: 'numeric', month: 'long' })

export function RunDays({ days }: { days: RunSummary['days'] }) {
  return (
    <figure className={classes.days}>
      <figcaption className={classes.legend}>
        <span className={classes.legendTitle}>Runs per day</span>
        <RunLegend />
      </figcaption>
      <div className={classes.bars} aria-hidden="true">
        <RunBars
          h="100%"
          data={days.map(({ date, ...counts }) => ({ ...counts, label: short(dayOf(date)) }))}
          barChartProps={{ margin: { top: 8 } }}
          yAxisProps={{ width: 60, allowDecimals: false, tickCount: 4, interval: 0 }}
        />
      </div>
      <TableDisclosure
        title="Runs per day"
        table={{
          fields: ['Day', 'Success', 'Amended', 'Failed'],
          data: days.map(({ date, successful, amended, failed }) => [long(dayOf(date)), successful, amended, failed]),
        }}
      />
    </figure>
  )
}
