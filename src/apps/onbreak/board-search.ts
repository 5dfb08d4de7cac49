/** What of the board is in the URL: department, name, order; it survives a reload and the back button. */

import { folded } from '#contract/folded.ts'
import type { LiveMessage } from '#contract/live.ts'
import { given, oneOf, someText } from '#src/lib/search-params.ts'
import type { Sort } from '#src/ui/DataTable.tsx'

export interface BoardSearch {
  /** A department's name; none: Everybody. */
  readonly dept?: string
  readonly name?: string
  readonly sort?: string
  readonly dir?: 'desc'
}

export const boardSearch = (search: Record<string, unknown>): BoardSearch =>
  given({
    dept: someText(search.dept),
    name: someText(search.name),
    sort: someText(search.sort),
    // Also of the order that is there without one.
    dir: oneOf(['desc'], search.dir),
  })

/** The away ones first unless the URL says otherwise. */
export const sortOf = (key = 'status', dir?: 'desc'): Sort => ({ key, descending: dir === 'desc' })

/** As names are searched: made once a row, and not with each key. */
const keys = new WeakMap<LiveMessage, string>()

function keyOf(row: LiveMessage): string {
  const known = keys.get(row)
  if (known !== undefined) return known
  const key = folded(row.userName)
  keys.set(row, key)
  return key
}

/** Who is meant by the filters. */
export const matching = (dept: string | undefined, name = '') => {
  const wanted = folded(name.trim())
  return (row: LiveMessage) => (!dept || row.empType === dept) && (wanted === '' || keyOf(row).includes(wanted))
}
