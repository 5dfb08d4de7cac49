/** The columns of the user list (spec §2). */
import { Loader } from '@mantine/core'
import { IconChecklist, IconPencil, IconShieldCheck, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { UserListItem } from '#contract/apps/accounts.ts'
import { compareText } from '#src/lib/compare-text.ts'
import card from '#src/ui/Card.module.css'
import { Identifier } from '#src/ui/Identifier.tsx'
import { OnPhone } from '#src/ui/OnPhone.tsx'
import type { Column } from '#src/ui/table/DataTable.tsx'
import { DeactivatedMark } from './DeactivatedMark.tsx'
import classes from './UserListPage.module.css'
import type { UserSearch } from './user-search.ts'

const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const

/** What the row actions need. Rows that sort equal stay in the server's order, by name, in either direction. */
interface Actions {
  /** The list's search params, for the way back. */
  readonly search: UserSearch
  readonly onDelete: (user: UserListItem) => void
  /** Why deleting is not possible now; null if it is. */
  readonly obstacle: string | null
  /** Ids of the users whose deletion is under way. */
  readonly going: ReadonlySet<number>
}

const AdminMark = () => (
  <span className={classes.admin}>
    <IconShieldCheck size={16} stroke={1.75} aria-hidden />
    Admin
  </span>
)

function RowActions({ user, search, onDelete, obstacle, going }: Actions & { user: UserListItem }) {
  const [edit, remove, onboarding] = ['Edit', 'Delete', 'Onboarding'].map((verb) => `${verb} ${user.name}`)
  const params = { id: String(user._id) }
  const isGoing = going.has(user._id)
  return (
    <span className={card.rowActions}>
      <Link
        to="/frontend-admin/user/$id/edit"
        params={params}
        state={{ userList: search }}
        className={card.icon}
        aria-label={edit}
        title={edit}
      >
        <IconPencil {...icon} />
      </Link>
      <button
        type="button"
        className={`${card.icon} ${card.danger}`}
        aria-label={remove}
        title={obstacle ?? remove}
        disabled={obstacle !== null}
        // `disabled` would lose the focus, and nothing would restore it if the deletion is refused.
        aria-disabled={isGoing || undefined}
        onClick={() => isGoing || onDelete(user)}
      >
        {isGoing ? <Loader size={16} color="currentColor" aria-hidden /> : <IconTrash {...icon} />}
      </button>
      <Link to="/app/onboarding/$id" params={params} className={card.icon} aria-label={onboarding} title={onboarding}>
        <IconChecklist {...icon} />
      </Link>
    </span>
  )
}

export const userColumns = (actions: Actions): readonly Column<UserListItem>[] => [
  {
    key: '_id',
    title: 'ID',
    width: '80px',
    phone: 'none',
    sort: (a, b) => a._id - b._id,
    cell: ({ _id }) => _id,
  },
  {
    key: 'isAdmin',
    title: 'ADMIN',
    word: 'Admin',
    width: '112px',
    phone: 'none',
    sort: (a, b) => Number(a.isAdmin) - Number(b.isAdmin),
    cell: ({ isAdmin }) => (isAdmin ? <AdminMark /> : <span className="quiet">–</span>),
  },
  {
    key: 'name',
    title: 'NAME',
    word: 'Name',
    share: '30%',
    phone: 'head',
    sort: (a, b) => compareText(a.name, b.name),
    text: ({ name }) => name,
    cell: ({ name, deactivated }) => (
      <span className={classes.person}>
        <span className={classes.name}>{name}</span>
        {deactivated && (
          <span className={classes.onDesk}>
            <DeactivatedMark />
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'email',
    title: 'EMAIL',
    word: 'Email',
    sort: (a, b) => compareText(a.email, b.email),
    text: ({ email }) => email,
    cell: ({ _id, email, isAdmin, deactivated }) => (
      <span className={classes.email}>
        {(isAdmin || deactivated) && (
          <OnPhone>
            <span className={classes.marks}>
              {isAdmin && <AdminMark />}
              {deactivated && <DeactivatedMark />}
            </span>
          </OnPhone>
        )}
        <span className={classes.address}>
          <Identifier>{email}</Identifier>
        </span>
        <OnPhone>
          <span className={classes.marks}>· ID {_id}</span>
        </OnPhone>
      </span>
    ),
  },
  {
    key: 'actions',
    title: 'ACTIONS',
    width: '148px',
    phone: 'aside',
    cell: (user) => <RowActions user={user} {...actions} />,
  },
]
