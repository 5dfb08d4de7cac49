/** The past week in figures, and its runs as they come in (spec §2 ETL viewer, Overview). */
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { useConnection } from '#src/api/connection.ts'
import { countText } from '#src/lib/count-text.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import card from '#src/ui/Card.module.css'
import { Loading } from '#src/ui/Loading.tsx'
import { RunTextures } from '#src/ui/RunLegend.tsx'
import { SearchField } from '#src/ui/SearchField.tsx'
import { StatusMark } from '#src/ui/StatusMark.tsx'
import { DataTable, type Sort } from '#src/ui/table/DataTable.tsx'
import { SortBy } from '#src/ui/table/SortBy.tsx'
import { sortParams } from '#src/ui/table/sort-params.ts'
import { recentColumns } from './columns.tsx'
import { isSearchedOrSorted, rowFilter, sortOf } from './etl-search.ts'
import { OlderRuns } from './OlderRuns.tsx'
import classes from './Overview.module.css'
import { recentRuns, summary } from './queries.ts'
import { RunDays } from './RunDays.tsx'
import list from './RunList.module.css'
import type { RunSummary } from './run-list.ts'
import { SuccessRing } from './SuccessRing.tsx'
import { useEtlSearch } from './use-etl-search.ts'
import { type Runs, useRuns, useSummary } from './use-runs.ts'

const NO_COUNTS: RunSummary = { since: '', total: 0, successful: 0, failed: 0, amended: 0, days: [] }

/** Without counts it is as high as with them, and empty: the runs below it stay where they are once they come. */
function Figures({ counts = NO_COUNTS, isAwaited = false }: { counts?: RunSummary; isAwaited?: boolean }) {
  return (
    <section
      className={isAwaited ? `${classes.figures} ${classes.awaited}` : classes.figures}
      aria-label="Past week"
      aria-hidden={isAwaited || undefined}
      inert={isAwaited}
    >
      <RunTextures />
      <SuccessRing summary={counts} />
      <div className={classes.numbers}>
        <dl className={classes.counts}>
          <div>
            <dt>Total</dt>
            <dd>{countText(counts.total)}</dd>
          </div>
          <div>
            <dt>
              <StatusMark status="success" word="Successful" />
            </dt>
            <dd>{countText(counts.successful)}</dd>
          </div>
          <div>
            <dt>
              <StatusMark status="failed" />
            </dt>
            <dd>{countText(counts.failed)}</dd>
          </div>
          <div>
            <dt>
              <StatusMark status="amended" />
            </dt>
            <dd>{countText(counts.amended)}</dd>
          </div>
        </dl>
        <RunDays days={counts.days} />
      </div>
    </section>
  )
}

/** Returns how many runs are shown out of how many. Of older runs that are not loaded, it is unknown how many match. */
function countOf(shown: number, { runs, isWhole }: Runs, total: number | undefined): string {
  if (!isWhole && runs && shown < runs.length) return `${countText(shown)} of the newest ${countText(runs.length)} runs`
  const all = isWhole ? (runs?.length ?? 0) : Math.max(total ?? 0, runs?.length ?? 0)
  const noun = all === 1 ? 'run' : 'runs'
  return shown === all ? `${countText(all)} ${noun}` : `${countText(shown)} of ${countText(all)} ${noun}`
}

/** Height of a row on a phone: two lines for what ran, two for when and where. */
const CARD_PX = 100

interface RecentRunsProps {
  readonly recent: Runs
  readonly total: number | undefined
  readonly isCountedHere: boolean
}

function RecentRuns({ recent, total, isCountedHere }: RecentRunsProps) {
  const { search, change } = useEtlSearch()
  const wanted = useDeferredValue(search)
  const { runs } = recent
  const shown = useMemo(() => runs?.filter(rowFilter(wanted)) ?? [], [runs, wanted])
  const sort = useMemo(() => sortOf(wanted), [wanted])
  const onSort = (sort: Sort) => change(sortParams(sort))
  return (
    <section className={card.list} aria-labelledby="recent-runs">
      <div className={card.head}>
        <div>
          <h2 id="recent-runs">Recent Runs</h2>
          <p className={list.count} role="status">
            {countOf(shown.length, recent, total)}
          </p>
        </div>
        <SearchField
          label="Source, table or task"
          className={list.search}
          value={search.q ?? ''}
          onSearch={(q) => change({ q })}
        />
        <SortBy columns={recentColumns} sort={sortOf(search)} onSort={onSort} />
      </div>
      <DataTable
        label="Recent Runs"
        columns={recentColumns}
        rows={shown}
        rowKey={({ _id }) => _id}
        sort={sort}
        onSort={onSort}
        empty={runs?.length === 0 ? 'Nothing has run in the past week.' : 'No runs match.'}
        isOpenEnded={!recent.isWhole}
        cardPx={CARD_PX}
        onEnd={recent.isWhole || recent.olderError ? undefined : recent.loadOlder}
      />
      <OlderRuns list={recent} shown={isSearchedOrSorted(wanted) ? 0 : shown.length} isCountedHere={isCountedHere} />
    </section>
  )
}

/** `isCounted`: whether the server counts the runs itself, undefined until that is known. */
export function Overview({ isCounted }: { isCounted: boolean | undefined }) {
  const recent = useRuns(recentRuns, isCounted === false)
  const counts = useSummary(recent.runs)
  const { error, data } = useQuery({ ...summary, enabled: false })
  const { online } = useConnection()
  const isAwaited = recent.runs !== undefined && data === undefined && !error && online
  return (
    <>
      {counts && <Figures counts={counts} />}
      {isAwaited && (
        <div className={classes.place}>
          <Figures isAwaited />
          <Loading />
        </div>
      )}
      {/* Both queries are sent together and mostly fail for the same reason, so one alert serves both. */}
      <ErrorAlert error={(recent.runs ? null : recent.error) ?? (counts || data !== undefined ? null : error)} />
      {recent.runs ? (
        <RecentRuns recent={recent} total={counts?.total} isCountedHere={isCounted === false} />
      ) : (
        !recent.error && <Loading />
      )}
    </>
  )
}
