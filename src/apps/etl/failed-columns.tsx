/** The table columns of failed steps: what failed, where, when and why. */
import { Button, Checkbox } from '@mantine/core'
import { dayAndTime } from '#src/lib/time.ts'
import { refusalOf } from '#src/offline/row.ts'
import { Identifier } from '#src/ui/Identifier.tsx'
import type { Column } from '#src/ui/table/DataTable.tsx'
import { titleOf } from './changes.ts'
import { by, sourceColumn, statusColumn, tableColumn, taskColumn, taskId, timeColumn } from './columns.tsx'
import classes from './FailedSteps.module.css'
import { Resolved } from './Resolved.tsx'
import type { SeenRun } from './use-runs.ts'

interface Actions {
  readonly selected: ReadonlySet<number>
  readonly onSelect: (run: SeenRun, isSelected: boolean) => void
  readonly onOpen: (run: SeenRun) => void
  readonly onResolve: (run: SeenRun) => void
  /** Why runs cannot be resolved now; null if they can. */
  readonly hindrance: string | null
}

/** Returns the id of the element with the run's time, which distinguishes the runs of a step that fails every night. */
const timeId = ({ _id }: SeenRun) => `time-${_id}`

function Reason({ run, onOpen }: { run: SeenRun; onOpen: Actions['onOpen'] }) {
  return (
    <button
      type="button"
      className={classes.reason}
      aria-label={`Reason of ${titleOf(run)}: ${run.message || 'none was given'} (${dayAndTime(run.createdAt)})`}
      onClick={() => onOpen(run)}
    >
      <span>{run.message || 'No reason was given.'}</span>
    </button>
  )
}

const taskWith = (onOpen: Actions['onOpen']): Column<SeenRun> => ({
  ...taskColumn,
  width: '320px',
  cell: (run) => (
    <>
      {taskColumn.cell(run)}
      {run.refused && <span className={classes.refused}>Not saved: {refusalOf(run.refused)}</span>}
    </>
  ),
  second: (run) => (
    <>
      {taskColumn.second?.(run)}
      <Reason run={run} onOpen={onOpen} />
    </>
  ),
})

const reasonWith = (onOpen: Actions['onOpen']): Column<SeenRun> => ({
  key: 'reason',
  title: 'Reason',
  phone: 'none',
  width: '200px',
  sort: by(({ message = '' }) => message),
  text: ({ message = '' }) => message,
  cell: (run) => <Reason run={run} onOpen={onOpen} />,
})

/** Who resolved the run, as far as the server tells. */
const resolvedColumn: Column<SeenRun> = {
  key: 'resolved',
  title: 'Resolved By',
  width: '170px',
  phone: 'none',
  cell: (run) => run.isFixed && <Resolved run={run} />,
}

/** Column widths on a tablet. The task column takes the rest. */
const NARROW_WIDTHS: Readonly<Record<string, Pick<Column<SeenRun>, 'width'>>> = {
  select: { width: '60px' },
  status: { width: '104px' },
  time: { width: '104px' },
  reason: { width: '27%' },
  resolved: { width: '120px' },
  resolve: { width: '160px' },
}

/**
 * Adapts the columns to a tablet, where seven would overlap: source and table move below the task, and the reason gets
 * their room.
 */
export const narrowed = (columns: readonly Column<SeenRun>[]): readonly Column<SeenRun>[] =>
  columns
    .filter(({ key }) => key !== sourceColumn.key && key !== tableColumn.key)
    .map(({ width: _, ...column }) => ({
      ...column,
      ...NARROW_WIDTHS[column.key],
      cell: (run) => (
        <>
          {column.cell(run)}
          {column.key === taskColumn.key && (
            <span className={classes.where}>
              {run.dataSource}
              {run.tableName && ' · '}
              <Identifier>{run.tableName}</Identifier>
            </span>
          )}
        </>
      ),
    }))

/** Returns the columns of all failed runs, amended ones included. */
export const allColumns = (onOpen: Actions['onOpen']): readonly Column<SeenRun>[] => [
  { ...statusColumn, width: '120px' },
  taskWith(onOpen),
  { ...sourceColumn, width: '130px' },
  tableColumn,
  timeColumn,
  reasonWith(onOpen),
  resolvedColumn,
]

/** Returns the columns of the runs that are not resolved yet. */
export const openColumns = ({
  selected,
  onSelect,
  onOpen,
  onResolve,
  hindrance,
}: Actions): readonly Column<SeenRun>[] => [
  {
    key: 'select',
    title: 'Select',
    width: '60px',
    phone: 'aside',
    cell: (run) => (
      <Checkbox
        aria-label={`Select ${titleOf(run)}, ${dayAndTime(run.createdAt)}`}
        checked={selected.has(run._id)}
        onChange={(event) => onSelect(run, event.currentTarget.checked)}
      />
    ),
  },
  taskWith(onOpen),
  { ...sourceColumn, width: '130px' },
  tableColumn,
  { ...timeColumn, cell: (run) => <span id={timeId(run)}>{timeColumn.cell(run)}</span> },
  reasonWith(onOpen),
  {
    key: 'resolve',
    title: 'Resolve',
    width: '148px',
    phone: 'aside',
    cell: (run) => (
      <Button
        size="compact-sm"
        variant="default"
        data-resolve
        // All these buttons have the same label (spec §2); the description tells them apart.
        aria-describedby={`${taskId(run)} ${timeId(run)}`}
        disabled={hindrance !== null}
        title={hindrance ?? undefined}
        // The second click of a double click would hit the row that takes this one's place.
        onClick={({ detail }) => detail > 1 || onResolve(run)}
      >
        Error Resolved
      </Button>
    ),
  },
]
