/** The runs of each day of the past week: as bars, with a legend in words, and as a table for who cannot see them. */
import { lazy, Suspense } from 'react'
import { StatusMark } from '#src/ui/StatusMark.tsx'
import classes from './Overview.module.css'
import type { RunSummary } from './run-list.ts'

// Without its code, as before the first visit online, the numbers are there all the same.
const DayBars = lazy(() =>
  import('./DayBars.tsx').then((module) => ({ default: module.DayBars })).catch(() => ({ default: () => <></> })),
)

/** Noon: the same day in every zone near the company's. */
const dayOf = (date: string) => new Date(`${date}T12:00:00`)
const short = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric' })
const long = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' })

export function RunDays({ days }: { days: RunSummary['days'] }) {
  return (
    <figure className={classes.days}>
      <figcaption className={classes.legend}>
        <span className={classes.legendTitle}>Runs per day</span>
        <StatusMark status="success" />
        <StatusMark status="amended" />
        <StatusMark status="failed" />
      </figcaption>
      <div className={classes.bars} aria-hidden="true">
        <Suspense fallback={null}>
          <DayBars days={days.map(({ date, ...counts }) => ({ ...counts, label: short.format(dayOf(date)) }))} />
        </Suspense>
      </div>
      {/* A table keeps its own width: what hides it is around it. */}
      <div className="visually-hidden">
        <table>
          <caption>Runs per day</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Success</th>
              <th scope="col">Amended</th>
              <th scope="col">Failed</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ date, successful, amended, failed }) => (
              <tr key={date}>
                <th scope="row">{long.format(dayOf(date))}</th>
                <td>{successful}</td>
                <td>{amended}</td>
                <td>{failed}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
