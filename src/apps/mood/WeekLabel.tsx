/** The label of a week (spec §2), which wraps between its days, never inside one. */
import { BETWEEN, type Dates } from './changes.ts'
import classes from './ReportsView.module.css'

export const WeekLabel = ({ period: { startDate, endDate } }: { period: Dates }) => (
  <>
    <span className={classes.date}>{startDate}</span>
    {BETWEEN}
    <span className={classes.date}>{endDate}</span>
  </>
)
