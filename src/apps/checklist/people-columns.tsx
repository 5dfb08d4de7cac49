/** Columns of the Incomplete Users table (spec §2 Onboarding) and of the table of done checklists. */
import { IconChecks, IconEye } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ChecklistUser } from '#contract/apps/checklist.ts'
import { compareText } from '#src/lib/compare-text.ts'
import card from '#src/ui/Card.module.css'
import { Identifier } from '#src/ui/Identifier.tsx'
import { OnPhone } from '#src/ui/OnPhone.tsx'
import type { Column } from '#src/ui/table/DataTable.tsx'
import { WaitingMark } from '#src/ui/WaitingMark.tsx'
import classes from './ChecklistsPage.module.css'
import { OverdueMark } from './DueMark.tsx'
import { OffboardingMark } from './OffboardingMark.tsx'

const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const

export type ListedUser = ChecklistUser & { readonly deactivated?: boolean; readonly overdue?: number | undefined }

interface ColumnsOptions {
  /** Ids of people with a change that only this device knows. */
  readonly waiting: ReadonlySet<number>
  /** Undefined hides the button that completes all tasks. */
  readonly onComplete?: ((user: ListedUser) => void) | undefined
}

function Actions({ user, onComplete }: { user: ListedUser } & Pick<ColumnsOptions, 'onComplete'>) {
  const [view, complete] = [`View ${user.name}`, `Complete all tasks of ${user.name}`]
  return (
    <span className={card.rowActions}>
      <Link
        to="/app/onboarding/$id"
        params={{ id: String(user.id) }}
        className={card.icon}
        aria-label={view}
        title={view}
      >
        <IconEye {...icon} />
      </Link>
      {onComplete && (
        <button
          type="button"
          className={card.icon}
          aria-label={complete}
          title={complete}
          onClick={() => onComplete(user)}
        >
          <IconChecks {...icon} />
        </button>
      )}
    </span>
  )
}

/** Returns the columns. Equal rows stay in the server's order, by name, in both sort directions. */
export const peopleColumns = ({ waiting, onComplete }: ColumnsOptions): readonly Column<ListedUser>[] => [
  {
    key: 'id',
    title: 'ID',
    width: '80px',
    phone: 'none',
    sort: (a, b) => a.id - b.id,
    cell: ({ id }) => id,
  },
  {
    key: 'name',
    title: 'Name',
    share: '30%',
    phone: 'head',
    sort: (a, b) => compareText(a.name, b.name),
    text: ({ name }) => name,
    cell: ({ id, name, isOffboarding, deactivated, overdue }) => (
      <span className={classes.person}>
        <span className={classes.name}>{name}</span>
        {isOffboarding && <OffboardingMark />}
        {overdue && <OverdueMark count={overdue} />}
        {deactivated && <span className={classes.deactivated}>Deactivated</span>}
        {waiting.has(id) && <WaitingMark />}
      </span>
    ),
  },
  {
    key: 'email',
    title: 'Email',
    sort: (a, b) => compareText(a.email, b.email),
    text: ({ email }) => email,
    cell: ({ id, email, empType }) => (
      <span className={classes.email}>
        <Identifier>{email}</Identifier>
        <OnPhone>
          {empType && `\u00A0· ${empType}`}
          {`\u00A0· ID\u00A0${id}`}
        </OnPhone>
      </span>
    ),
  },
  {
    key: 'empType',
    title: 'Department',
    share: '20%',
    phone: 'none',
    sort: (a, b) => compareText(a.empType, b.empType),
    cell: ({ empType }) => empType,
  },
  {
    key: 'actions',
    title: 'Actions',
    width: '112px',
    phone: 'aside',
    cell: (user) => <Actions user={user} onComplete={onComplete} />,
  },
]
