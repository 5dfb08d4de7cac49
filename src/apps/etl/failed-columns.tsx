/** The columns of failed steps: what, where, when and why in one line. */
import { Button, Checkbox } from '@mantine/core'
import { dayAndTime } from '#src/lib/time.ts'
import { refusalOf } from '#src/offline/row.ts'
import type { Column } from '#src/ui/DataTable.tsx'
import { Identifier } from '#src/ui/Identifier.tsx'
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
  /** Why nothing can be resolved now; null where it can. */
  readonly hindrance: string | null
}

/** A step that fails every night is named once for each: what stands beside its name tells one from the other. */
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

/** Who resolved it, as far as the server says. */
const resolvedColumn: Column<SeenRun> = {
  key: 'resolved',
  title: 'Resolved By',
  width: '170px',
  phone: 'none',
  cell: (run) => run.isFixed && <Resolved run={run} />,
}

/** The widths of a tablet: what failed has what the others leave. */
const NARROW_WIDTHS: Readonly<Record<string, Pick<Column<SeenRun>, 'width'>>> = {
  select: { width: '60px' },
  status: { width: '104px' },
  time: { width: '104px' },
  reason: { width: '27%' },
  resolved: { width: '120px' },
  resolve: { width: '160px' },
}

/** On a tablet seven columns would cover each other: where it failed stands under what failed, and the reason has the room. */
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

/** Every failed run, amended ones too. */
export const allColumns = (onOpen: Actions['onOpen']): readonly Column<SeenRun>[] => [
  { ...statusColumn, width: '120px' },
  taskWith(onOpen),
  { ...sourceColumn, width: '130px' },
  tableColumn,
  timeColumn,
  reasonWith(onOpen),
  resolvedColumn,
]

/** Those that wait for somebody. */
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
    width: '68px',
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
    width: '160px',
    phone: 'aside',
    cell: (run) => (
      <Button
        size="compact-sm"
        variant="default"
        data-resolve
        // All are called the same (spec §2): which one it is.
        aria-describedby={`${taskId(run)} ${timeId(run)}`}
        disabled={hindrance !== null}
        title={hindrance ?? undefined}
        // The second of a double click falls on the row that comes into this one's place.
        onClick={({ detail }) => detail > 1 || onResolve(run)}
      >
        Error Resolved
      </Button>
    ),
  },
]
