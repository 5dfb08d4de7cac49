/** The table columns of runs (spec §2 ETL viewer). */
import { Link } from '@tanstack/react-router'
import { statusOf } from '#contract/apps/etl.ts'
import { compareText } from '#src/lib/compare-text.ts'
import { Identifier } from '#src/ui/Identifier.tsx'
import { StatusMark } from '#src/ui/StatusMark.tsx'
import type { Column } from '#src/ui/table/DataTable.tsx'
import { WaitingMark } from '#src/ui/WaitingMark.tsx'
import { titleOf } from './changes.ts'
import classes from './RunList.module.css'
import { RunTime } from './RunTime.tsx'
import type { SeenRun } from './use-runs.ts'

const byTime = (a: SeenRun, b: SeenRun) =>
  (a.createdAt < b.createdAt ? -1 : Number(a.createdAt > b.createdAt)) || a._id - b._id
/** Returns a comparison by a text of the run. Of two runs with the same text, the newer one comes first. */
export const by = (text: (run: SeenRun) => string) => (a: SeenRun, b: SeenRun) =>
  compareText(text(a), text(b)) || byTime(b, a)

/** Runs that need attention come first. */
const URGENCY = { failed: 0, amended: 1, success: 2 } as const

export const statusColumn: Column<SeenRun> = {
  key: 'status',
  title: 'Status',
  width: 'clamp(104px, 12vw, 130px)',
  phone: 'aside',
  sort: (a, b) => URGENCY[statusOf(a)] - URGENCY[statusOf(b)] || byTime(b, a),
  cell: (run) => <StatusMark status={statusOf(run)} />,
}

export const sourceColumn: Column<SeenRun> = {
  key: 'source',
  title: 'Data Source',
  phone: 'none',
  sort: by(({ dataSource }) => dataSource),
  cell: ({ dataSource }) => dataSource,
}

export const tableColumn: Column<SeenRun> = {
  key: 'table',
  title: 'Table Name',
  phone: 'none',
  sort: by(({ tableName }) => tableName),
  cell: ({ tableName }) => <Identifier>{tableName}</Identifier>,
}

/** Returns the id of the element that names the run's row. */
export const taskId = ({ _id }: SeenRun) => `task-${_id}`

export const taskColumn: Column<SeenRun> = {
  key: 'task',
  title: 'Task Name',
  phone: 'head',
  sort: by(({ taskName }) => taskName),
  text: titleOf,
  second: ({ createdAt, dataSource, tableName }) => (
    <span className={classes.summary}>
      <RunTime at={createdAt} />
      {dataSource && ` · ${dataSource}`}
      {tableName && ' · '}
      <Identifier>{tableName}</Identifier>
    </span>
  ),
  cell: (run) => (
    <>
      <span className={classes.task} id={taskId(run)}>
        <Identifier>{titleOf(run)}</Identifier>
      </span>
      {run.unsent && (
        <>
          {' '}
          <WaitingMark />
        </>
      )}
    </>
  ),
}

export const timeColumn: Column<SeenRun> = {
  key: 'time',
  title: 'Run Time',
  width: 'clamp(116px, 15vw, 170px)',
  phone: 'none',
  sort: byTime,
  cell: ({ createdAt }) => <RunTime at={createdAt} />,
}

/** Links a failed run to its reason. */
const taskWithReason: Column<SeenRun> = {
  ...taskColumn,
  cell: (run) =>
    run.isSuccessful ? (
      taskColumn.cell(run)
    ) : (
      <Link
        to="/app/etl"
        search={{ tab: 'failed', ...(run.isFixed ? { all: true } : {}), run: run._id }}
        className={classes.why}
        title="Why it failed"
      >
        {taskColumn.cell(run)}
      </Link>
    ),
}

/** Task names are the longest and begin alike, so the other columns are narrow on a tablet. */
export const recentColumns = [
  statusColumn,
  { ...sourceColumn, width: 'clamp(112px, 15vw, 220px)' },
  { ...tableColumn, width: 'clamp(132px, 22vw, 280px)' },
  taskWithReason,
  timeColumn,
]
