/** What of the ETL viewer is in the URL: tab, search, order and what is looked into; it survives a reload and the back button. */
import type { Run } from '#contract/apps/etl.ts'
import { folded } from '#src/lib/folded.ts'
import type { Sort } from '#src/ui/DataTable.tsx'

const TABS = ['overview', 'drill-down', 'failed', 'keys'] as const
export type Tab = (typeof TABS)[number]

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
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

export function etlSearch(search: Record<string, unknown>): EtlSearch {
  const tab = TABS.find((each) => each !== 'overview' && each === search.tab) as EtlSearch['tab']
  const [q, sort] = [text(search.q), text(search.sort)]
  const source = Number(search.source)
  return {
    ...(tab ? { tab } : {}),
    ...(q ? { q } : {}),
    ...(String(search.all) === 'true' ? { all: true } : {}),
    ...(sort ? { sort } : {}),
    ...(sort && search.dir === 'desc' ? { dir: 'desc' } : {}),
    ...(Number.isSafeInteger(source) && source > 0 ? { source } : {}),
  }
}

/** As they come, the newest first, unless the URL says otherwise. */
export const sortOf = ({ sort, dir }: EtlSearch): Sort =>
  sort ? { key: sort, descending: dir === 'desc' } : { key: 'time', descending: true }

/** Each word of the search in source, table or task. */
export function matching({ q = '' }: EtlSearch): (run: Pick<Run, 'dataSource' | 'tableName' | 'taskName'>) => boolean {
  const words = folded(q).split(/\s+/).filter(Boolean)
  return ({ dataSource, tableName, taskName }) => {
    const said = folded(`${dataSource}\n${tableName}\n${taskName}`)
    return words.every((word) => said.includes(word))
  }
}
