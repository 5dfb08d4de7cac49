/** The on-break board: who is away, live (spec §2 On Break board). */
import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { memo, startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { LiveMessage } from '#contract/live.ts'
import { useAwaitsFirstAnswer } from '#src/api/awaits-first-answer.ts'
import { useConnection } from '#src/api/connection.ts'
import { useLiveState } from '#src/api/live.ts'
import { useIsOther } from '#src/api/portal-config.ts'
import { useMe } from '#src/api/session.ts'
import { compareText } from '#src/lib/compare-text.ts'
import { useAnnouncement } from '#src/lib/use-announcement.ts'
import { useDebounced } from '#src/lib/use-debounced.ts'
import { useTimeWithDay } from '#src/lib/use-time-with-day.ts'
import { ConnectionNotice } from '#src/screen/ConnectionNotice.tsx'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { Page } from '#src/screen/Page.tsx'
import { useIsCurrentScreen } from '#src/screen/use-is-current-screen.ts'
import card from '#src/ui/Card.module.css'
import { Loading } from '#src/ui/Loading.tsx'
import { SearchField } from '#src/ui/SearchField.tsx'
import { DataTable, type Sort } from '#src/ui/table/DataTable.tsx'
import { SortBy } from '#src/ui/table/SortBy.tsx'
import { sortParams } from '#src/ui/table/sort-params.ts'
import classes from './BoardPage.module.css'
import { type BoardSearch, boardSearch, rowFilter, sortOf } from './board-search.ts'
import { columnsForAdmins, columnsForAll } from './columns.tsx'
import { OverdueCount } from './DueBack.tsx'
import { MyStatus } from './MyStatus.tsx'
import { board } from './queries.ts'
import { useLiveBoard } from './use-live-board.ts'
import { type BoardRow, useBoardRows } from './use-status.ts'

const route = getRouteApi('/_in/app/onbreak/')
const EVERYBODY = 'Everybody'
/** Longer lists render only rows in view: the board is searched and changes all day, and key presses must stay cheap. */
const MOST_WHOLE = 100
const rowKey = ({ userId }: BoardRow) => userId
/**
 * Debounce of the address: the rows follow each key press, but the address (and the whole router with it) changes only
 * once the person pauses or leaves the field.
 */
const PAUSE_MS = 250

/** Says so when the board on screen may be out of date. */
function BoardConnectionNotice({ asOf }: { asOf: number }) {
  const { online, since } = useConnection()
  const live = useLiveState()
  const isAwaited = useAwaitsFirstAnswer()
  const time = useTimeWithDay(asOf > 0 ? new Date(asOf).toISOString() : null)
  const shown = time && `You see the board as of ${time}.`
  if (!online) return <ConnectionNotice since={since}>{shown}</ConnectionNotice>
  if (isAwaited && shown) return <ConnectionNotice what="answer from the portal yet">{shown}</ConnectionNotice>
  if (live.open) return null
  // Only the socket is closed: the board is polled instead (use-live-board.ts).
  return (
    <ConnectionNotice what="live connection" since={live.since}>
      {shown}
    </ConnectionNotice>
  )
}

interface DepartmentFilterProps {
  readonly rows: readonly LiveMessage[]
  readonly dept: string
  readonly onDepartment: (dept: string) => void
}

/** Memoized, so that typing in the field beside it does not render it. */
const DepartmentFilter = memo(function DepartmentFilter({ rows, dept, onDepartment }: DepartmentFilterProps) {
  const names = useMemo(
    () => [...new Set(rows.map(({ empType }) => empType).filter(Boolean))].sort(compareText),
    [rows],
  )
  // A link may name a department that nobody on the board is in.
  const choices = dept && !names.includes(dept) ? [...names, dept] : names
  return (
    <NativeSelect
      aria-label="Department"
      value={dept}
      onChange={(event) => onDepartment(event.currentTarget.value)}
      data={[{ value: '', label: EVERYBODY }, ...choices]}
    />
  )
})

interface NobodyProps {
  readonly rows: readonly LiveMessage[]
  readonly dept: string | undefined
  readonly onEverybody: () => void
}

/** Says why no row is shown, also when the address names a department that may have been renamed since. */
function Nobody({ rows, dept, onEverybody }: NobodyProps) {
  if (rows.length === 0) return 'Nobody is on the board yet.'
  if (!dept || rows.some(({ empType }) => empType === dept)) return 'Nobody matches.'
  return (
    <>
      <p className={classes.none}>Nobody on the board is in “{dept}”. It may have another name by now.</p>
      <Button variant="default" onClick={onEverybody}>
        Show everybody
      </Button>
    </>
  )
}

function EmployeeList({ rows }: { rows: readonly BoardRow[] }) {
  const { permissions } = useMe()
  const isOther = useIsOther()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const isHere = useIsCurrentScreen()
  // Based on the search params at the time of the navigation, which may be newer than those of this render.
  const change = useCallback(
    (part: BoardSearch) =>
      navigate({ search: (before) => boardSearch({ ...before, ...part }), replace: true, resetScroll: false }),
    [navigate],
  )
  const onSort = useCallback((sort: Sort) => void change(sortParams(sort)), [change])
  const onDepartment = useCallback((dept: string) => void change({ dept }), [change])
  const [typed, setTyped] = useState<string | null>(null)
  const later = useDebounced(PAUSE_MS)
  const type = useCallback(
    (name: string) => {
      // The field keeps its own text; only the rows may lag.
      startTransition(() => setTyped(name))
      later.run(() => {
        // A person who is on the way to another screen must not be navigated back.
        if (!isHere()) return
        void change({ name }).then(() => setTyped((now) => (now === name ? null : now)))
      })
    },
    [change, later, isHere],
  )
  const wanted = typed ?? search.name
  const sort = useMemo(() => sortOf(search.sort, search.dir), [search.sort, search.dir])
  const isWanted = useMemo(() => rowFilter(search.dept, wanted), [search.dept, wanted])
  const shown = useMemo(() => rows.filter(isWanted), [rows, isWanted])
  const away = shown.filter(({ status }) => !status).length
  // Announced once per filter: people who come and go meanwhile are not announced.
  useAnnouncement(shown.length > 0 ? `${away} away, ${shown.length - away} here` : '', isWanted)
  const columns = permissions.onbreak_admin ? columnsForAdmins : columnsForAll
  const list = useRef<HTMLElement>(null)
  // Arriving with a name in the address (quick find, a link) scrolls past one's own status to the first row found.
  // biome-ignore lint/correctness/useExhaustiveDependencies: typing reaches the address later, and is no arrival
  useEffect(() => {
    if (!search.name || typed !== null) return
    const frame = requestAnimationFrame(() =>
      list.current?.querySelector('tbody tr')?.scrollIntoView({ block: 'nearest' }),
    )
    return () => cancelAnimationFrame(frame)
  }, [search.name])
  return (
    <section ref={list} className={card.list} aria-labelledby="employees">
      <div className={card.head}>
        <div>
          <div className={classes.title}>
            <h2 id="employees">Employee List</h2>
            {permissions.onbreak_admin && !isOther && (
              <>
                <Link to="/app/onbreak/types" className={classes.types}>
                  Break Types
                </Link>
                <Link to="/app/onbreak/displays" className={classes.types}>
                  Displays
                </Link>
              </>
            )}
          </div>
          <p className={classes.strip}>
            <strong>{away}</strong> away · <strong>{shown.length - away}</strong> here <OverdueCount rows={shown} />
          </p>
        </div>
        <div className={classes.filters}>
          <SearchField label="Name" value={search.name ?? ''} onSearch={type} onBlur={later.now} />
          <DepartmentFilter rows={rows} dept={search.dept ?? ''} onDepartment={onDepartment} />
          <SortBy columns={columns} sort={sort} onSort={onSort} />
        </div>
      </div>
      <DataTable
        label="Employee List"
        columns={columns}
        rows={rows}
        filter={isWanted}
        rowKey={rowKey}
        mostWhole={MOST_WHOLE}
        sort={sort}
        onSort={onSort}
        empty={<Nobody rows={rows} dept={search.dept} onEverybody={() => onDepartment('')} />}
      />
    </section>
  )
}

export function BoardPage() {
  useLiveBoard()
  const me = useMe()
  const { data, error, dataUpdatedAt } = useQuery(board)
  const rows = useBoardRows(data)
  const isParticipant = me.permissions.access_onbreak
  const isOther = useIsOther()
  const live = useLiveState()
  // Another server's board comes by the socket alone, which may still be opening.
  const isUnknown = error !== null && !data && !(isOther && live.open)
  return (
    <Page title="On Break">
      <BoardConnectionNotice asOf={dataUpdatedAt} />
      <div className={classes.board} data-alone={!isParticipant || undefined}>
        {isParticipant && (
          <section className={classes.mine} aria-labelledby="my-status">
            <h2 id="my-status">My Status</h2>
            <MyStatus live={data?.find(({ userId }) => userId === me._id)} isToldWhy={isUnknown} />
          </section>
        )}
        {rows ? <EmployeeList rows={rows} /> : isUnknown ? <ErrorAlert error={error} /> : <Loading />}
      </div>
    </Page>
  )
}
