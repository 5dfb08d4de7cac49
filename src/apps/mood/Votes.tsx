/** The votes of an employee-of-the-month week, and the reasons given for one nominee. */
import { Link } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import type { MoodReport } from '#contract/apps/mood.ts'
import { type Column, DataTable } from '#src/ui/table/DataTable.tsx'
import { type MoodSearch, moodSearch } from './mood-search.ts'
import classes from './ReportsView.module.css'
import { type Nominee, nomineesOf } from './votes.ts'

const columns = (chosen: string | undefined): readonly Column<Nominee>[] => [
  {
    key: 'name',
    title: 'Name',
    phone: 'head',
    text: ({ name }) => name,
    cell: ({ key, name }) => (
      <Link
        to="/app/mood-report"
        search={(before: MoodSearch) => moodSearch({ ...before, nominee: key === chosen ? undefined : key })}
        className={classes.name}
        aria-expanded={key === chosen}
        replace
        resetScroll={false}
      >
        {name}
      </Link>
    ),
  },
  { key: 'votes', title: 'Votes', phone: 'aside', width: '120px', cell: ({ votes }) => <strong>{votes}</strong> },
]

/** The reasons for a nominee. They scroll into view, since the table above may be longer than the window. */
function Reasons({ nominee: { name, reasons } }: { nominee: Nominee }) {
  const reason = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each chosen nominee
  useEffect(() => void reason.current?.scrollIntoView({ block: 'nearest' }), [name])
  return (
    <div ref={reason} className={classes.reasons} role="status">
      <h3>About {name}</h3>
      {reasons.length === 0 ? (
        <p className="quiet">Nobody wrote why.</p>
      ) : (
        <ul>
          {reasons.map((reason, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two people may have written the same
            <li key={index}>{reason}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

export function Votes({ reports, chosen }: { reports: readonly MoodReport[]; chosen: string | undefined }) {
  const nominees = useMemo(() => nomineesOf(reports), [reports])
  const open = nominees.find(({ key }) => key === chosen)
  return (
    <section className={classes.list} data-narrow aria-labelledby="votes">
      <h3 id="votes" className={classes.title}>
        Employee of the month votes
      </h3>
      <DataTable
        label="Employee of the month votes"
        columns={columns(chosen)}
        rows={nominees}
        rowKey={({ key }) => key}
        empty="Nobody has voted yet."
      />
      {open && <Reasons nominee={open} />}
    </section>
  )
}
