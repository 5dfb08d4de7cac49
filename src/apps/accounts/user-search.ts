/** What of the user list is in the URL: name, who, order; it survives a reload and the back button. */
import type { UserListItem } from '#contract/apps/accounts.ts'
import { folded } from '#contract/folded.ts'
import { given, oneOf, ordered, someText } from '#src/lib/search-params.ts'
import type { Sort } from '#src/ui/DataTable.tsx'

const SORTS = ['_id', 'isAdmin', 'name', 'email'] as const
const SHOWN = ['active', 'deactivated'] as const

export interface UserSearch {
  readonly name?: string
  /** None: all. */
  readonly show?: (typeof SHOWN)[number]
  /** None: as the server has it, by name. */
  readonly sort?: (typeof SORTS)[number]
  readonly dir?: 'desc'
}

export const userSearch = (search: Record<string, unknown>): UserSearch => ({
  ...given({ name: someText(search.name), show: oneOf(SHOWN, search.show) }),
  ...ordered(oneOf(SORTS, search.sort), search.dir),
})

export const sortOf = ({ sort, dir }: UserSearch): Sort | null =>
  sort ? { key: sort, descending: dir === 'desc' } : null

/** After a press on a header: ascending, and descending where it was that already. */
export const sortedBy = (before: UserSearch, key: string) => ({
  ...before,
  sort: key,
  dir: before.sort === key && before.dir !== 'desc' ? 'desc' : undefined,
})

/** A user with the name as it is searched: made once for a list, not with each key. */
export interface Listed extends UserListItem {
  readonly found: string
}
export const searchable = (users: readonly UserListItem[]): readonly Listed[] =>
  users.map((user) => ({ ...user, found: folded(user.name) }))

/** Who is meant by the filters. */
export function matching({ name = '', show }: UserSearch): (user: Listed) => boolean {
  const wanted = folded(name.trim())
  return ({ found, deactivated = false }) =>
    (!show || deactivated === (show === 'deactivated')) && found.includes(wanted)
}
