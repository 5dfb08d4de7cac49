/** The list of people whose checklists are in progress, and of those whose checklists are done (spec §2 Onboarding). */
import { SegmentedControl } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useConnection } from '#src/api/connection.ts'
import { useCountAnnouncement } from '#src/lib/use-count-announcement.ts'
import { isPartlyDone } from '#src/offline/row.ts'
import { CANNOT_KEEP, useCanChange } from '#src/offline/use-my-changes.ts'
import { ConnectionNotice } from '#src/screen/ConnectionNotice.tsx'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { Drawn } from '#src/screen/Message.tsx'
import { Page } from '#src/screen/Page.tsx'
import { PartlyDoneChange, RefusedChange } from '#src/screen/RefusedChange.tsx'
import card from '#src/ui/Card.module.css'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { Loading } from '#src/ui/Loading.tsx'
import { DataTable, type Sort } from '#src/ui/table/DataTable.tsx'
import { SortBy } from '#src/ui/table/SortBy.tsx'
import { sortFrom, sortParams } from '#src/ui/table/sort-params.ts'
import { useDialogSubject } from '#src/ui/use-dialog-subject.ts'
import classes from './ChecklistsPage.module.css'
import { checklistSearch } from './checklist-search.ts'
import { type ListedUser, peopleColumns } from './people-columns.tsx'
import { COMPLETE_ALL } from './prompts.ts'
import { useCompleteAll } from './use-complete-all.ts'
import { usePeople } from './use-people.ts'

const route = getRouteApi('/_in/app/onboarding/')

const SHOWN = [
  { value: 'incomplete', label: 'Incomplete' },
  { value: 'done', label: 'Done' },
]

const OnboardingNav = () => (
  <nav className={classes.ways} aria-label="Onboarding">
    <Link to="/app/onboarding/new-user">New User</Link>
    <Link to="/app/onboarding/old-user">Old User</Link>
    <Link to="/app/onboarding/todos">Todos</Link>
    <Link to="/app/onboarding/departments">Departments</Link>
  </nav>
)

const Nothing = ({ isDone }: { isDone: boolean }) => (
  <div className={classes.nothing}>
    <Drawn drawing={isDone ? 'closed-door' : 'open-door'} />
    {isDone ? 'No checklist is done yet.' : 'Nothing is left to do: every checklist is done.'}
  </div>
)

function PeopleTable() {
  const canChange = useCanChange()
  const { incomplete, done, waiting, toBeRead, error } = usePeople()
  const search = route.useSearch({ select: checklistSearch, structuralSharing: true })
  const navigate = route.useNavigate()
  const { subject, isOpen, open, close } = useDialogSubject<ListedUser>()
  const { completeAll, failure } = useCompleteAll()
  const isDone = search.show === 'done' && done !== null
  const columns = useMemo(
    () => peopleColumns({ waiting, onComplete: isDone || !canChange ? undefined : open }),
    [waiting, isDone, canChange, open],
  )
  const sort = useMemo(() => sortFrom(search, null), [search])
  const rows: readonly ListedUser[] | null | undefined = isDone ? done : incomplete
  useCountAnnouncement(rows?.length, search.show, 'person', 'people')
  // The patch applies to the address at the time of the navigation, not to the search of this render.
  const change = (part: Record<string, unknown>) =>
    void navigate({ search: (before) => checklistSearch({ ...before, ...part }), replace: true, resetScroll: false })
  const onSort = (sort: Sort) => change(sortParams(sort))

  function complete(): void {
    close()
    if (subject) completeAll(subject)
  }

  return (
    <>
      <div className={card.above}>
        <ErrorAlert error={failure ?? (rows ? null : error)} />
      </div>
      {!canChange && <p className={card.interruption}>{CANNOT_KEEP}</p>}
      {toBeRead.map(({ row, owner }) => (
        <div key={row.seq} className={classes.refusal}>
          <strong>{owner.name}</strong>
          {isPartlyDone(row) ? (
            <PartlyDoneChange row={row} />
          ) : (
            <RefusedChange refused={row} onRepeat={() => completeAll(owner, row.key)} />
          )}
        </div>
      ))}
      <section className={card.list} aria-labelledby="people">
        <div className={card.head}>
          <h2 id="people" className={classes.title}>
            {isDone ? 'Done' : 'Incomplete Users'}
          </h2>
          {/* Other servers list only the people with open tasks, so there is nothing to switch to. */}
          {done !== null && (
            <SegmentedControl
              aria-label="Show"
              className={classes.shown}
              data={SHOWN}
              value={isDone ? 'done' : 'incomplete'}
              onChange={(show) => change({ show })}
            />
          )}
          <SortBy columns={columns} sort={sort} onSort={onSort} />
        </div>
        {rows ? (
          <DataTable
            label={isDone ? 'Done' : 'Incomplete Users'}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            sort={sort}
            onSort={onSort}
            empty={<Nothing isDone={isDone} />}
          />
        ) : (
          !error && <Loading />
        )}
      </section>
      <ConfirmDialog
        opened={isOpen}
        name={subject?.name ?? ''}
        prompt={COMPLETE_ALL}
        action="Complete"
        onConfirm={complete}
        onClose={close}
      />
    </>
  )
}

export function ChecklistsPage() {
  const { online, since } = useConnection()
  return (
    <Page title="Onboarding" aside={<OnboardingNav />}>
      {!online && (
        <ConnectionNotice since={since}>What you check is kept on this device and sent later.</ConnectionNotice>
      )}
      <PeopleTable />
    </Page>
  )
}
