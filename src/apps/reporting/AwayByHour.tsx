/** Table with a row for each department and a cell for each hour; the longer people were away, the darker the cell. */
import type { Report } from '#contract/apps/reporting.ts'
import { countText } from '#src/lib/count-text.ts'
import { ScrollRegion } from '#src/ui/ScrollRegion.tsx'
import classes from './AwayByHour.module.css'
import { awayByHour, departmentName, spoken } from './figures.ts'

export function AwayByHour({ report }: { report: Report }) {
  const { hours, busiest, lines } = awayByHour(report)
  return (
    <ScrollRegion className={classes.scroll} label="Minutes away by hour">
      <table className={classes.table}>
        <caption className="visually-hidden">Minutes away by department and the hour in which a break began</caption>
        <thead>
          <tr>
            <th scope="col" className={classes.department}>
              Department
            </th>
            {hours.map((hour) => (
              <th key={hour} scope="col">
                {hour}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ department, cells }) => (
            <tr key={department}>
              <th scope="row" className={classes.department}>
                {departmentName(department)}
              </th>
              {cells.map((minutes, index) => (
                <td
                  key={hours[index]}
                  title={spoken(minutes)}
                  style={{ '--share': `${Math.round((minutes / busiest) * 70)}%` }}
                >
                  {minutes > 0 && countText(minutes)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
