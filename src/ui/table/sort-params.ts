/** A table's order in the address; `dir` is left out if it is ascending. */
import type { Sort } from './DataTable.tsx'

interface SortParams {
  readonly sort?: string
  readonly dir?: 'asc' | 'desc'
}

export const sortFrom = <Default extends Sort | null>({ sort, dir }: SortParams, byDefault: Default): Sort | Default =>
  sort ? { key: sort, descending: dir === 'desc' } : byDefault

export const sortParams = ({ key, descending }: Sort) => ({
  sort: key,
  dir: descending ? ('desc' as const) : undefined,
})
