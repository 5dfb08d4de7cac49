/** The list of everybody who has an account, for admins (spec §2 User list). */
import { Button, SegmentedControl } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useDeferredValue, useMemo, useRef } from 'react'
import type { UserListItem } from '#contract/apps/accounts.ts'
import { useConnection } from '#src/api/connection.ts'
import { asButton } from '#src/lib/as-button.ts'
import { countText } from '#src/lib/count-text.ts'
import { focusAfter } from '#src/lib/focus-after.ts'
import { useSaveCsv } from '#src/lib/use-save-csv.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { NotLoaded } from '#src/screen/NotLoaded.tsx'
import { Page } from '#src/screen/Page.tsx'
import { useSaved } from '#src/screen/use-saved.ts'
import card from '#src/ui/Card.module.css'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { CsvButton } from '#src/ui/CsvButton.tsx'
import { SearchField } from '#src/ui/SearchField.tsx'
import { type Column, DataTable, sorted } from '#src/ui/table/DataTable.tsx'
import { SortBy } from '#src/ui/table/SortBy.tsx'
import { sortFrom, sortParams } from '#src/ui/table/sort-params.ts'
import { useDialogSubject } from '#src/ui/use-dialog-subject.ts'
import { users } from './queries.ts'
import classes from './UserListPage.module.css'
import { useDeleteUser } from './use-delete-user.ts'
import { userColumns } from './user-columns.tsx'
import { usersTable } from './user-csv.ts'
import { rowFilter, searchable, sortedBy, type UserSearch, userSearch } from './user-search.ts'

const route = getRouteApi('/_in/frontend-admin/userlist')

/** Wording prescribed by spec §5, the double space included. */
const DELETE_PROMPT =
  "Are you sure you want to delete this user?  If you want deactivate the user please navigate to the 'Edit User' page."
const NEEDS_NETWORK = 'The user list needs the network. It is not kept on this device.'
const NO_DELETION = 'You are offline. Users can be deleted once the portal is back.'

const SHOWN = [
  { value: 'all', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'deactivated', label: 'Deactivated' },
]

interface FiltersProps {
  readonly search: UserSearch
  readonly columns: readonly Column<UserListItem>[]
  readonly onSearch: (part: Record<string, unknown>) => void
}

function Filters({ search, columns, onSearch }: FiltersProps) {
  return (
    <div className={classes.filters}>
      <SearchField
        label="Search by name"
        className={classes.search}
        value={search.name ?? ''}
        onSearch={(name) => onSearch({ name })}
      />
      <SegmentedControl
        aria-label="Show"
        data={SHOWN}
        value={search.show ?? 'all'}
        onChange={(show) => onSearch({ show })}
      />
      <SortBy columns={columns} sort={sortFrom(search, null)} onSort={(sort) => onSearch(sortParams(sort))} />
    </div>
  )
}

/** Returns the number of users, with “of” the total when some are filtered out. */
const count = (shown: number, all: number) =>
  shown === all ? `${countText(all)} ${all === 1 ? 'user' : 'users'}` : `${countText(shown)} of ${countText(all)} users`

function UserTable({ list }: { list: readonly UserListItem[] }) {
  const { online } = useConnection()
  // Without `select` the router also passes on unknown params of the URL.
  const search = route.useSearch({ select: userSearch, structuralSharing: true })
  const navigate = route.useNavigate()
  const { remove, going, forgetGone, error, gone } = useDeleteUser()
  // Said together with the new count: the list is rendered a moment later.
  const isGone = gone !== undefined && list.every(({ _id }) => _id !== gone)
  const saved = useSaved()
  const { subject, isOpen, open, close } = useDialogSubject<UserListItem>()
  const summary = useRef<HTMLParagraphElement>(null)
  // Based on the search params at the time of the navigation, which may be newer than those of this render.
  function change(next: (before: UserSearch) => Record<string, unknown>): void {
    forgetGone()
    void navigate({ search: (before) => userSearch(next(before)), replace: true, resetScroll: false })
  }
  const wanted = useDeferredValue(search)
  const all = useMemo(() => searchable(list), [list])
  const shown = useMemo(() => all.filter(rowFilter(wanted)), [all, wanted])
  const sort = useMemo(() => sortFrom(wanted, null), [wanted])
  const columns = useMemo(
    () => userColumns({ search: wanted, onDelete: open, obstacle: online ? null : NO_DELETION, going }),
    [wanted, online, open, going],
  )

  const csv = useSaveCsv()
  /** Returns the list as shown, filters and order included. */
  const table = () => usersTable(sorted(shown, columns, sort))

  async function confirm(): Promise<void> {
    const focus = focusAfter()
    close()
    // The row that had the focus is gone: the count takes it.
    if (subject && (await remove(subject))) focus(() => summary.current?.focus())
  }

  return (
    <>
      <div className={card.above}>
        <ErrorAlert error={error ?? csv.error} />
      </div>
      <section className={card.list} aria-label="Users">
        <div className={classes.head}>
          <Filters
            search={search}
            columns={columns}
            onSearch={(part) => change((before) => ({ ...before, ...part }))}
          />
          <p ref={summary} tabIndex={-1} className={classes.count} role="status">
            {isGone ? 'The user was deleted. ' : saved.sentence && `${saved.sentence} `}
            {count(shown.length, all.length)}
          </p>
          <CsvButton
            busy={csv.busy}
            disabled={shown.length === 0}
            title="Download this list as a spreadsheet file (CSV)"
            onClick={() => void csv.save('users.csv', table)}
          />
        </div>
        <DataTable
          label="Users"
          columns={columns}
          rows={shown}
          rowKey={({ _id }) => _id}
          marked={saved.id}
          sort={sort}
          onSort={({ key }) => change((before) => sortedBy(before, key))}
          empty="No users match."
        />
      </section>
      <ConfirmDialog
        opened={isOpen}
        name={subject?.name ?? ''}
        prompt={DELETE_PROMPT}
        action="Delete"
        isDestructive
        onConfirm={() => void confirm()}
        onClose={close}
      />
    </>
  )
}

export function UserListPage() {
  const { data, error } = useQuery(users.list)
  return (
    <Page
      title="Users"
      aside={
        <div className={classes.ways}>
          <Button component={Link} to="/frontend-admin/import" variant="default">
            Import People
          </Button>
          <Button
            component={Link}
            to="/app/onboarding/new-user"
            {...asButton}
            leftSection={<IconUserPlus size={18} stroke={1.5} aria-hidden />}
          >
            New User
          </Button>
        </div>
      }
    >
      {data ? <UserTable list={data} /> : <NotLoaded error={error} needsNetwork={NEEDS_NETWORK} />}
    </Page>
  )
}
