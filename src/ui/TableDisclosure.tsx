/** A chart's figures as a table that opens under it, for keyboard, touch and screen readers. */
import { countText } from '#src/lib/count-text.ts'
import type { Table } from '#src/lib/save-csv.ts'
import { ScrollRegion } from './ScrollRegion.tsx'
import classes from './TableDisclosure.module.css'

interface TableDisclosureProps {
  /** The name of the figures. */
  readonly title: string
  /** Each row is named by its first cell. */
  readonly table: Table
  readonly isOpen?: boolean
}

export const TableDisclosure = ({ title, table: { fields, data }, isOpen = false }: TableDisclosureProps) => (
  <details className={classes.details} open={isOpen}>
    <summary>
      Table<span className="visually-hidden">: {title}</span>
    </summary>
    <ScrollRegion className={classes.scroll} label={`Table: ${title}`}>
      <table className={classes.table} aria-label={title}>
        <thead>
          <tr>
            {fields.map((field) => (
              <th key={field} scope="col">
                {field}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map(([name, ...cells], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a name may come twice, and rows never move
            <tr key={index}>
              <th scope="row">{name}</th>
              {cells.map((cell, at) => (
                <td key={fields[at + 1]}>{typeof cell === 'number' ? countText(cell) : cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  </details>
)
