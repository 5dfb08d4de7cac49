/** The columns of the import table: first whether a row can be added, or why not; then how far the run has come. */
import { IconAlertTriangle, IconCheck, IconClock, IconCopyCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Column } from '#src/ui/table/DataTable.tsx'
import classes from './ImportPage.module.css'
import type { ImportRow } from './import-check.ts'
import { IMPORT_FLAG_NAMES, IMPORT_FLAGS } from './import-columns.ts'
import { type ImportEntry, isDone, outcomeOf } from './import-run.ts'

/** A row of the table; `entry` is null until the run has begun. */
export interface ShownRow {
  readonly row: ImportRow
  readonly entry: ImportEntry | null
  readonly isLeftOut: boolean
}

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const
const EXISTS = 'There is an account with this email already.'

/** Returns the state of a row in words, also for a long table that cuts the cell short. */
export function stateText({ row, entry, isLeftOut }: ShownRow): string {
  if (entry) return outcomeOf(entry)
  if (row.problems.length > 0) return row.problems.join(' ')
  if (row.existing !== null) return isLeftOut ? EXISTS : 'Has an account: gets permissions and checklist'
  return 'Can be added'
}

type Mood = 'good' | 'bad' | 'open'

function moodOf({ entry, isLeftOut }: ShownRow): Mood {
  if (isLeftOut || entry?.refusal) return 'bad'
  return entry && !isDone(entry) ? 'open' : 'good'
}

const ICONS: Readonly<Record<Mood, ReactNode>> = {
  good: <IconCheck {...icon} />,
  bad: <IconAlertTriangle {...icon} />,
  open: <IconClock {...icon} />,
}

function State({ shown }: { shown: ShownRow }) {
  const mood = moodOf(shown)
  return (
    <span className={classes.state} data-mood={mood}>
      {mood === 'good' && shown.row.existing !== null ? <IconCopyCheck {...icon} /> : ICONS[mood]}
      <span>{stateText(shown)}</span>
    </span>
  )
}

const rightsOf = ({ flags }: ImportRow) =>
  IMPORT_FLAG_NAMES.filter((flag) => flags[flag])
    .map((flag) => IMPORT_FLAGS[flag])
    .join(', ')

export const importColumns: readonly Column<ShownRow>[] = [
  { key: 'row', title: 'Row', width: '64px', phone: 'aside', cell: ({ row }) => row.row },
  { key: 'name', title: 'Name', width: '170px', phone: 'head', cell: ({ row }) => row.name || '–' },
  { key: 'email', title: 'Email', width: '210px', cell: ({ row }) => row.email },
  { key: 'dept', title: 'Department', width: '120px', cell: ({ row }) => row.dept },
  { key: 'manager', title: 'Manager', width: '180px', phone: 'none', cell: ({ row }) => row.managerEmail },
  { key: 'rights', title: 'Permissions', cell: ({ row }) => rightsOf(row) },
  {
    key: 'state',
    title: 'State',
    width: '250px',
    text: stateText,
    cell: (shown) => <State shown={shown} />,
  },
]
