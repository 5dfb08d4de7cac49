/** What of the user list is in the URL: name, who, order; it survives a reload and the back button. */
import type { UserListItem } from '#contract/apps/accounts.ts'
import { folded } from '#src/lib/folded.ts'
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

const oneOf = <const T extends string>(values: readonly T[], value: unknown) => values.find((each) => each === value)

export function userSearch(search: Record<string, unknown>): UserSearch {
  const [show, sort] = [oneOf(SHOWN, search.show), oneOf(SORTS, search.sort)]
  return {
    ...(typeof search.name === 'string' && search.name !== '' ? { name: search.name } : {}),
    ...(show ? { show } : {}),
    ...(sort ? { sort } : {}),
    ...(sort && search.dir === 'desc' ? { dir: 'desc' } : {}),
  }
}

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
