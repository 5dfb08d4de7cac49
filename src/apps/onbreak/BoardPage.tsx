/** The on-break board: who is away, live (spec §2 On Break board). */
import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { memo, startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { LiveMessage } from '#contract/live.ts'
import { useIsAwaited } from '#src/api/awaited.ts'
import { useConnection } from '#src/api/connection.ts'
import { useLiveState } from '#src/api/live.ts'
import { useIsOther } from '#src/api/portal-config.ts'
import { useMe } from '#src/api/session.ts'
import { compareText } from '#src/lib/compare-text.ts'
import { timeWithDay } from '#src/lib/time-with-day.ts'
import { useLater } from '#src/lib/use-later.ts'
import { useSaid } from '#src/lib/use-said.ts'
import { ErrorAlert } from '#src/shell/ErrorAlert.tsx'
import { Interruption } from '#src/shell/Interruption.tsx'
import { Page } from '#src/shell/Page.tsx'
import { useIsHere } from '#src/shell/use-is-here.ts'
import card from '#src/ui/Card.module.css'
import { DataTable, type Sort } from '#src/ui/DataTable.tsx'
import { Loading } from '#src/ui/Loading.tsx'
import { SearchField } from '#src/ui/SearchField.tsx'
import { SortBy } from '#src/ui/SortBy.tsx'
import classes from './BoardPage.module.css'
import { type BoardSearch, boardSearch, matching, sortOf } from './board-search.ts'
import { columnsForAdmins, columnsForAll } from './columns.tsx'
import { OverdueCount } from './DueBack.tsx'
import { MyStatus } from './MyStatus.tsx'
import { board } from './queries.ts'
import { useLiveBoard } from './use-live-board.ts'
import { type BoardRow, useBoardRows } from './use-status.ts'

const route = getRouteApi('/_in/app/onbreak/')
const EVERYBODY = 'Everybody'
/** It is searched and changes all day: a key that leaves a hundred rows must not draw them all. */
const MOST_WHOLE = 100
const rowKey = ({ userId }: BoardRow) => userId
/** The rows follow each key; the address, and the whole router with it, once the person pauses or goes elsewhere. */
const PAUSE_MS = 250

/** Says when what is shown may be old. */
function BoardInterruption({ asOf }: { asOf: number }) {
  const { online, since } = useConnection()
  const live = useLiveState()
  const isAwaited = useIsAwaited()
  const shown = asOf > 0 && `You see the board as of ${timeWithDay(new Date(asOf).toISOString())}.`
  if (!online) return <Interruption since={since}>{shown}</Interruption>
  if (isAwaited && shown) return <Interruption what="answer from the portal yet">{shown}</Interruption>
  if (live.open) return null
  // The socket alone is shut: the board is asked for now and then instead (use-live-board.ts).
  return (
    <Interruption what="live connection" since={live.since}>
      {shown}
    </Interruption>
  )
}

interface DepartmentFilterProps {
  readonly rows: readonly LiveMessage[]
  readonly dept: string
  readonly onDepartment: (dept: string) => void
}

/** Left alone by the keys in the field beside it. */
const DepartmentFilter = memo(function DepartmentFilter({ rows, dept, onDepartment }: DepartmentFilterProps) {
  const names = useMemo(
    () => [...new Set(rows.map(({ empType }) => empType).filter(Boolean))].sort(compareText),
    [rows],
  )
  // Somebody's link may name a department that nobody here is in.
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

/** Why no row is shown: that a department has another name than in the address of last week, too. */
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
  const isHere = useIsHere()
  // Over what the address will be by then, not over what this render knows of it.
  const change = useCallback(
    (part: BoardSearch) =>
      navigate({ search: (before) => boardSearch({ ...before, ...part }), replace: true, resetScroll: false }),
    [navigate],
  )
  const onSort = useCallback(
    ({ key, descending }: Sort) => void change({ sort: key, dir: descending ? 'desc' : undefined }),
    [change],
  )
  const onDepartment = useCallback((dept: string) => void change({ dept }), [change])
  const [typed, setTyped] = useState<string | null>(null)
  const later = useLater(PAUSE_MS)
  const type = useCallback(
    (name: string) => {
      // The field keeps its own text: only the rows wait.
      startTransition(() => setTyped(name))
      later.run(() => {
        // Whoever is on their way to another screen is not called back.
        if (!isHere()) return
        void change({ name }).then(() => setTyped((now) => (now === name ? null : now)))
      })
    },
    [change, later, isHere],
  )
  const wanted = typed ?? search.name
  const sort = useMemo(() => sortOf(search.sort, search.dir), [search.sort, search.dir])
  const isWanted = useMemo(() => matching(search.dept, wanted), [search.dept, wanted])
  const shown = useMemo(() => rows.filter(isWanted), [rows, isWanted])
  const away = shown.filter(({ status }) => !status).length
  // Who comes and goes meanwhile is not called out.
  useSaid(shown.length > 0 ? `${away} away, ${shown.length - away} here` : '', isWanted)
  const columns = permissions.onbreak_admin ? columnsForAdmins : columnsForAll
  const list = useRef<HTMLElement>(null)
  // Whoever comes for somebody, from quick find or by a link, reads of them, and not of their own status above the list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed here is in the address later, and no arrival
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
                  Break types
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
  const isUnknown = error !== null && !data
  return (
    <Page title="On Break">
      <BoardInterruption asOf={dataUpdatedAt} />
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
