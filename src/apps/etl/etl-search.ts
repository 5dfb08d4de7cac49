/**
 * The URL's search parameters of the ETL viewer: tab, search text, order, and the open source or run. They survive a
 * reload and the back button, and a shared link shows the same.
 */
import type { Run } from '#contract/apps/etl.ts'
import { foldForSearch } from '#contract/folded.ts'
import { oneOf, ordered, positive, someText, withoutUndefined } from '#src/lib/search-params.ts'
import type { Sort } from '#src/ui/table/DataTable.tsx'
import { sortFrom } from '#src/ui/table/sort-params.ts'

const OTHER_TABS = ['drill-down', 'failed', 'keys'] as const
export type Tab = 'overview' | (typeof OTHER_TABS)[number]

export interface EtlSearch {
  /** Absent: the overview. */
  readonly tab?: Exclude<Tab, 'overview'>
  /** Search text for source, table or task. */
  readonly q?: string
  /** Includes amended errors. */
  readonly all?: true
  readonly sort?: string
  readonly dir?: 'desc'
  /** The open data source. */
  readonly source?: number
  /** The failed run that is open in the dialog. */
  readonly run?: number
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The entry was made by opening a source or a run over its list: going back closes it. */
    readonly isLook?: boolean
  }
}

export const etlSearch = (search: Record<string, unknown>): EtlSearch => ({
  ...withoutUndefined({
    tab: oneOf(OTHER_TABS, search.tab),
    q: someText(search.q),
    all: String(search.all) === 'true' ? (true as const) : undefined,
  }),
  ...ordered(someText(search.sort), search.dir),
  ...withoutUndefined({ source: positive(search.source), run: positive(search.run) }),
})

/** Returns the order in the URL, by default the newest first. */
export const sortOf = (search: EtlSearch): Sort => sortFrom(search, { key: 'time', descending: true })

/** Whether the list is searched or sorted, in which case an older run may belong among the first. */
export const isSearchedOrSorted = ({ q, sort }: EtlSearch): boolean => q !== undefined || sort !== undefined

type SearchedFields = Pick<Run, 'dataSource' | 'tableName' | 'taskName' | 'message'>

const place = ({ dataSource, tableName, taskName }: SearchedFields) => `${dataSource}\n${tableName}\n${taskName}`
/** Returns the text to search with the reason included: runs that failed together mostly failed for the same reason. */
export const placeAndReason = (run: SearchedFields) => `${place(run)}\n${run.message ?? ''}`

/**
 * Returns a filter that requires every word of the search in source, table or task, or in the text that `textOf`
 * returns.
 */
export function rowFilter({ q = '' }: EtlSearch, textOf = place): (run: SearchedFields) => boolean {
  const words = foldForSearch(q).split(/\s+/).filter(Boolean)
  return (run) => {
    if (words.length === 0) return true
    const text = foldForSearch(textOf(run))
    return words.every((word) => text.includes(word))
  }
}
