/** The failed runs that nobody has resolved yet (spec §2 ETL viewer, Failed Steps). */
import { Button, Checkbox, CloseButton, Switch } from '@mantine/core'
import { useDeferredValue, useMemo, useState } from 'react'
import { countText } from '#src/lib/count-text.ts'
import { useLastDefined } from '#src/lib/use-last-defined.ts'
import { useCanChange } from '#src/offline/use-my-changes.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { NotLoaded } from '#src/screen/NotLoaded.tsx'
import card from '#src/ui/Card.module.css'
import { SearchField } from '#src/ui/SearchField.tsx'
import { type Column, DataTable, type Sort, sorted } from '#src/ui/table/DataTable.tsx'
import { SortBy } from '#src/ui/table/SortBy.tsx'
import { sortParams } from '#src/ui/table/sort-params.ts'
import { type EtlSearch, isSearchedOrSorted, placeAndReason, rowFilter, sortOf } from './etl-search.ts'
import classes from './FailedSteps.module.css'
import { LateRuns } from './LateRuns.tsx'
import { OlderRuns } from './OlderRuns.tsx'
import { failedRuns } from './queries.ts'
import { RunDialog } from './RunDialog.tsx'
import list from './RunList.module.css'
import { useEtlSearch } from './use-etl-search.ts'
import { useFailedColumns } from './use-failed-columns.ts'
import { useNextRow } from './use-next-row.ts'
import { type Resolve, useResolve } from './use-resolve.ts'
import { type Runs, type SeenRun, useRuns } from './use-runs.ts'

const CANNOT_RESOLVE = 'This device can’t keep changes offline. Errors can be resolved once the portal is back.'

const errors = (count: number) => `${countText(count)} ${count === 1 ? 'error' : 'errors'}`

/** Returns the number of errors, marked as incomplete while older runs are not loaded. */
const errorsSoFar = (count: number, isWhole: boolean) =>
  isWhole ? errors(count) : count === 0 ? 'So far no errors' : `${countText(count)}+ errors`

/** Returns the text in place of rows. It says nothing about older runs that are not loaded. */
function emptyText({ runs = [], isWhole }: Runs, { q, all }: EtlSearch): string {
  if (!isWhole)
    return `${q ? 'No errors match' : 'None'} among the newest ${countText(runs.length)} failed runs. Older ones are not looked through yet.`
  if (q) return 'No errors match.'
  return all ? 'Nothing has failed.' : 'Nothing is broken: no errors to look into.'
}

/** Says what was just resolved, with a button to undo it. */
function Notice({ last, undo, dismiss, progress }: Resolve) {
  const [first] = last
  const isShown = first !== undefined || progress !== null || undefined
  return (
    <div className={classes.notice} data-shown={isShown} data-bottom-bar={isShown} role="status">
      {progress && (
        <span className={classes.progress} aria-hidden="true">
          {countText(progress.done)} of {errors(progress.total)}…
        </span>
      )}
      {first && (
        <>
          <span className={classes.said}>
            {errors(last.length)} {last.length === 1 ? 'is' : 'are'} marked as resolved.
          </span>
          <Button size="compact-sm" variant="subtle" onClick={undo}>
            Undo
          </Button>
          <CloseButton aria-label="Close" onClick={dismiss} />
        </>
      )}
    </div>
  )
}

interface SelectionProps {
  readonly chosen: readonly SeenRun[]
  readonly all: readonly SeenRun[]
  readonly onChoose: (runs: readonly SeenRun[]) => void
  readonly onResolve: (runs: readonly SeenRun[]) => void
  readonly hindrance: string | null
}

function Selection({ chosen, all, onChoose, onResolve, hindrance }: SelectionProps) {
  return (
    <div className={classes.selection}>
      <Checkbox
        aria-label="Select all"
        label={chosen.length === 0 && 'Select all'}
        checked={chosen.length > 0 && chosen.length === all.length}
        indeterminate={chosen.length > 0 && chosen.length < all.length}
        onChange={(event) => onChoose(event.currentTarget.checked ? all : [])}
      />
      {chosen.length > 0 && <span>{countText(chosen.length)} selected</span>}
      {chosen.length > 0 && (
        <Button
          size="compact-sm"
          disabled={hindrance !== null}
          title={hindrance ?? undefined}
          onClick={() => onResolve(chosen)}
        >
          Resolve {errors(chosen.length)}
        </Button>
      )}
    </div>
  )
}

/** Height of a row on a phone: two lines for what failed, two for when and where, one for why. */
const CARD_PX = 132
const BUTTON_PX = 34

/** Notice for a link to a run that is not listed. */
function NotListed({ list: { isWhole, isLoadingOlder } }: { list: Runs }) {
  return (
    <p className={classes.hindrance} role="status">
      {isWhole
        ? 'The run of this link is not among the failed ones.'
        : isLoadingOlder
          ? 'Looking for the run of this link…'
          : 'The run of this link is older than those listed. Load older runs at the end of the list.'}
    </p>
  )
}

interface FiltersProps {
  readonly search: EtlSearch
  readonly change: (part: Partial<EtlSearch>) => void
  readonly columns: readonly Column<SeenRun>[]
  readonly onSort: (sort: Sort) => void
}

function Filters({ search, change, columns, onSort }: FiltersProps) {
  return (
    <div className={list.filters}>
      <Switch
        label="Show All (include amended errors)"
        checked={search.all === true}
        onChange={(event) => change({ all: event.currentTarget.checked || undefined })}
      />
      <SearchField
        label="Source, table, task or reason"
        className={list.search}
        value={search.q ?? ''}
        onSearch={(q) => change({ q })}
      />
      <SortBy columns={columns} sort={sortOf(search)} onSort={onSort} />
    </div>
  )
}

/** Adds to `useResolve` what the list does: the selection, and where the focus goes. `closeDetails` closes the dialog. */
function useResolveFromList(shown: readonly SeenRun[], closeDetails: () => void) {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const resolving = useResolve()
  const nextRow = useNextRow(shown)

  function resolve(gone: readonly SeenRun[]): void {
    nextRow.afterThese(gone)
    closeDetails()
    const ids = new Set(gone.map(({ _id }) => _id))
    setSelected((before) => new Set([...before].filter((id) => !ids.has(id))))
    resolving.resolve(gone)
  }

  function undo(): void {
    nextRow.to(resolving.last[0])
    resolving.undo()
  }

  function dismiss(): void {
    resolving.dismiss()
    nextRow.count.current?.focus({ preventScroll: true })
  }

  return { ...resolving, resolve, undo, dismiss, nextRow, selected, setSelected }
}

function FailedRuns({ failed, hindrance }: { failed: Runs; hindrance: string | null }) {
  const { search, change, openDetails, closeDetails } = useEtlSearch()
  const wanted = useDeferredValue(search)
  const showsAll = wanted.all === true
  const { runs } = failed
  const shown = useMemo(() => {
    const isMeant = rowFilter(wanted, placeAndReason)
    return runs?.filter((run) => (showsAll || !run.isFixed) && isMeant(run)) ?? []
  }, [runs, wanted, showsAll])
  const sort = useMemo(() => sortOf(wanted), [wanted])
  const onSort = (sort: Sort) => change(sortParams(sort))
  const opened = runs?.find(({ _id }) => _id === search.run)
  /** A link may lead to a run that is not listed yet. */
  const isNotListed = search.run !== undefined && !opened
  /** The run that the dialog still shows while it closes. */
  const shownRun = useLastDefined(opened)
  const resolving = useResolveFromList(shown, () => search.run !== undefined && closeDetails())
  const { resolve, nextRow, selected, setSelected } = resolving
  const { columns, drawn, isTablet } = useFailedColumns({
    showsAll,
    selected,
    onSelected: setSelected,
    onOpen: ({ _id }) => openDetails({ run: _id }),
    onResolve: (run) => resolve([run]),
    hindrance,
  })
  // The address may sort by a column that a tablet does not show, so the table could not sort by it.
  const rows = useMemo(() => (isTablet ? sorted(shown, columns, sort) : shown), [isTablet, shown, columns, sort])

  return (
    <>
      <ErrorAlert error={resolving.error} />
      {hindrance && <p className={classes.hindrance}>{hindrance}</p>}
      {isNotListed && <NotListed list={failed} />}
      <section ref={nextRow.section} className={`${card.list} ${classes.steps}`} aria-labelledby="failed-steps">
        <div className={card.head}>
          <div>
            <h2 id="failed-steps">Failed Steps</h2>
            <p ref={nextRow.count} tabIndex={-1} className={list.count} role="status">
              {errorsSoFar(shown.length, failed.isWhole)}
              {showsAll ? ', amended ones included' : ' to look into'}
            </p>
          </div>
          <Filters search={search} change={change} columns={columns} onSort={onSort} />
        </div>
        {!showsAll && shown.length > 1 && (
          <Selection
            chosen={shown.filter(({ _id }) => selected.has(_id))}
            all={shown}
            onChoose={(chosen) => setSelected(new Set(chosen.map(({ _id }) => _id)))}
            onResolve={resolve}
            hindrance={hindrance}
          />
        )}
        {/* Before the rows in the document, so that the Tab key reaches Undo without passing through all of them. */}
        <Notice {...resolving} />
        <DataTable
          label="Failed Steps"
          columns={drawn}
          rows={rows}
          rowKey={({ _id }) => _id}
          sort={sort}
          onSort={onSort}
          empty={emptyText(failed, wanted)}
          cardPx={showsAll ? CARD_PX : CARD_PX + BUTTON_PX}
          isOpenEnded={!failed.isWhole}
          onEnd={failed.isWhole || failed.olderError ? undefined : failed.loadOlder}
        />
        <OlderRuns list={failed} shown={isNotListed || isSearchedOrSorted(search) ? 0 : shown.length} />
      </section>
      {shownRun && (
        <RunDialog
          run={shownRun}
          opened={opened !== undefined}
          hindrance={hindrance}
          onResolve={(run) => resolve([run])}
          onClose={closeDetails}
          onClosed={nextRow.focusNext}
        />
      )}
    </>
  )
}

export function FailedSteps() {
  const failed = useRuns(failedRuns, false)
  const hindrance = useCanChange() ? null : CANNOT_RESOLVE
  return (
    <>
      <LateRuns />
      {failed.runs ? <FailedRuns failed={failed} hindrance={hindrance} /> : <NotLoaded error={failed.error} />}
    </>
  )
}
