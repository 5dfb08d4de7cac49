/** The board's search params in the URL (department, name, order): they survive a reload and the back button. */
import { foldForSearch } from '#contract/folded.ts'
import type { LiveMessage } from '#contract/live.ts'
import { oneOf, someText, withoutUndefined } from '#src/lib/search-params.ts'
import type { Sort } from '#src/ui/table/DataTable.tsx'

export interface BoardSearch {
  /** A department's name. Absent: everybody. */
  readonly dept?: string
  readonly name?: string
  readonly sort?: string
  readonly dir?: 'desc'
}

export const boardSearch = (search: Record<string, unknown>): BoardSearch =>
  withoutUndefined({
    dept: someText(search.dept),
    name: someText(search.name),
    sort: someText(search.sort),
    // Valid without `sort` too, for the default order.
    dir: oneOf(['desc'], search.dir),
  })

/** Returns the sort order: away people first unless the URL says otherwise. */
export const sortOf = (key = 'status', dir?: 'desc'): Sort => ({ key, descending: dir === 'desc' })

/** Folded names for searching, made once per row and not with each key press. */
const keys = new WeakMap<LiveMessage, string>()

function keyOf(row: LiveMessage): string {
  const known = keys.get(row)
  if (known !== undefined) return known
  const key = foldForSearch(row.userName)
  keys.set(row, key)
  return key
}

/** Returns whether a row matches the filters. */
export const rowFilter = (dept: string | undefined, name = '') => {
  const wanted = foldForSearch(name.trim())
  return (row: LiveMessage) => (!dept || row.empType === dept) && (wanted === '' || keyOf(row).includes(wanted))
}
