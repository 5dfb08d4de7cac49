/**
 * What of the ETL viewer is in the URL: tab, search, order and what is looked into. It survives a reload and the back
 * button, and a colleague who is sent it sees the same.
 */
import type { Run } from '#contract/apps/etl.ts'
import { folded } from '#contract/folded.ts'
import { given, oneOf, ordered, positive, someText } from '#src/lib/search-params.ts'
import type { Sort } from '#src/ui/DataTable.tsx'

const OTHER_TABS = ['drill-down', 'failed', 'keys'] as const
export type Tab = 'overview' | (typeof OTHER_TABS)[number]

export interface EtlSearch {
  /** None: the overview. */
  readonly tab?: Exclude<Tab, 'overview'>
  /** Of source, table or task. */
  readonly q?: string
  /** Amended errors too. */
  readonly all?: true
  readonly sort?: string
  readonly dir?: 'desc'
  /** The data source that is looked into. */
  readonly source?: number
  /** The failed run whose reason is read. */
  readonly run?: number
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** A source or a run was opened over its list here: a step back closes it. */
    readonly isLook?: boolean
  }
}

export const etlSearch = (search: Record<string, unknown>): EtlSearch => ({
  ...given({
    tab: oneOf(OTHER_TABS, search.tab),
    q: someText(search.q),
    all: String(search.all) === 'true' ? (true as const) : undefined,
  }),
  ...ordered(someText(search.sort), search.dir),
  ...given({ source: positive(search.source), run: positive(search.run) }),
})

/** As they come, the newest first, unless the URL says otherwise. */
export const sortOf = ({ sort, dir }: EtlSearch): Sort =>
  sort ? { key: sort, descending: dir === 'desc' } : { key: 'time', descending: true }

/** Sought or sorted: an older run may be among the first. */
export const isArranged = ({ q, sort }: EtlSearch): boolean => q !== undefined || sort !== undefined

type Searched = Pick<Run, 'dataSource' | 'tableName' | 'taskName' | 'message'>

const place = ({ dataSource, tableName, taskName }: Searched) => `${dataSource}\n${tableName}\n${taskName}`
/** What failed together mostly failed for one reason. */
export const placeAndReason = (run: Searched) => `${place(run)}\n${run.message ?? ''}`

/** Each word of the search in source, table or task; or in what else is given. */
export function matching({ q = '' }: EtlSearch, textOf = place): (run: Searched) => boolean {
  const words = folded(q).split(/\s+/).filter(Boolean)
  return (run) => {
    if (words.length === 0) return true
    const said = folded(textOf(run))
    return words.every((word) => said.includes(word))
  }
}
