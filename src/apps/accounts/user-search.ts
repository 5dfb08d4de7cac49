/** The user list's search params in the URL (name, filter, order): they survive a reload and the back button. */
import type { UserListItem } from '#contract/apps/accounts.ts'
import { foldForSearch } from '#contract/folded.ts'
import { oneOf, ordered, someText, withoutUndefined } from '#src/lib/search-params.ts'

const SORTS = ['_id', 'isAdmin', 'name', 'email'] as const
const SHOWN = ['active', 'deactivated'] as const

export interface UserSearch {
  readonly name?: string
  /** Absent: all users. */
  readonly show?: (typeof SHOWN)[number]
  /** Absent: the server's order, by name. */
  readonly sort?: (typeof SORTS)[number]
  readonly dir?: 'desc'
}

export const userSearch = (search: Record<string, unknown>): UserSearch => ({
  ...withoutUndefined({ name: someText(search.name), show: oneOf(SHOWN, search.show) }),
  ...ordered(oneOf(SORTS, search.sort), search.dir),
})

/** Returns the params after a press on a column header: ascending, or descending if it was ascending already. */
export const sortedBy = (before: UserSearch, key: string) => ({
  ...before,
  sort: key,
  dir: before.sort === key && before.dir !== 'desc' ? 'desc' : undefined,
})

/** A user with the folded name for searching, made once per list and not with each key press. */
export interface SearchableUser extends UserListItem {
  readonly foldedName: string
}
export const searchable = (users: readonly UserListItem[]): readonly SearchableUser[] =>
  users.map((user) => ({ ...user, foldedName: foldForSearch(user.name) }))

/** Returns whether a user matches the filters. */
export function rowFilter({ name = '', show }: UserSearch): (user: SearchableUser) => boolean {
  const wanted = foldForSearch(name.trim())
  return ({ foldedName, deactivated = false }) =>
    (!show || deactivated === (show === 'deactivated')) && foldedName.includes(wanted)
}
