/** The columns of the audit log. */
import { IconArrowRight, IconBan } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { AUDIT_KINDS, type AuditEntry, type AuditKind } from '#contract/apps/audit.ts'
import { DayAndTime } from '#src/ui/Clock.tsx'
import type { Column } from '#src/ui/table/DataTable.tsx'
import classes from './AuditPage.module.css'
import { changeInWords } from './words.ts'

const REFUSALS: ReadonlySet<AuditKind> = new Set(['sign-in-refused', 'refused'])

/** Links to all entries of and about this person. */
function PersonLink({ id, name }: { id: number; name: string }) {
  return (
    <Link
      to="/frontend-admin/audit"
      search={{ person: id }}
      className={classes.person}
      title={`All entries of and about ${name}`}
    >
      {name}
    </Link>
  )
}

const Nobody = () => <span className="quiet">–</span>

function Subject({ subject, kind }: AuditEntry) {
  if (!subject) return <Nobody />
  if (subject.id !== null) return <PersonLink id={subject.id} name={subject.name} />
  return kind === 'refused' ? <code className={classes.call}>{subject.name}</code> : subject.name
}

function Kind({ kind }: AuditEntry) {
  const isRefusal = REFUSALS.has(kind)
  return (
    <span className={classes.kind} data-refused={isRefusal || undefined}>
      {isRefusal && <IconBan size={16} stroke={1.75} aria-hidden />}
      {AUDIT_KINDS[kind]}
    </span>
  )
}

function Changes({ changes }: AuditEntry) {
  if (changes.length === 0) return null
  return (
    <ul className={classes.changes}>
      {changes.map(changeInWords).map(({ field, from, to }) => (
        <li key={field}>
          <span className={classes.field}>{field}</span> <span className={classes.from}>{from}</span>{' '}
          <IconArrowRight size={12} stroke={1.75} aria-hidden />
          <span className="visually-hidden">to</span> <span>{to}</span>
        </li>
      ))}
    </ul>
  )
}

export const auditColumns: readonly Column<AuditEntry>[] = [
  {
    key: 'at',
    title: 'When',
    width: '168px',
    phone: 'aside',
    cell: ({ at }) => <DayAndTime at={at} className={classes.when} />,
  },
  { key: 'kind', title: 'What', width: '190px', phone: 'head', cell: (entry) => <Kind {...entry} /> },
  {
    key: 'actor',
    title: 'Who',
    width: '170px',
    cell: ({ actor, address }) => (
      <>
        <span className={classes.onPhone}>By </span>
        {actor ? <PersonLink {...actor} /> : <span className="quiet">nobody signed in</span>}
        {address && <span className={classes.address}>{address}</span>}
      </>
    ),
  },
  {
    key: 'subject',
    title: 'About',
    width: '200px',
    cell: (entry) =>
      entry.subject && (
        <>
          <span className={classes.onPhone}>About </span>
          <Subject {...entry} />
        </>
      ),
  },
  { key: 'changes', title: 'Changes', cell: (entry) => <Changes {...entry} /> },
]
