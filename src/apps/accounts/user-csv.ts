/** The user list as a table for a spreadsheet. */
import type { UserListItem } from '#contract/apps/accounts.ts'
import type { Table } from '#src/lib/save-csv.ts'

const yesOrNo = (value: boolean | undefined) => (value ? 'yes' : 'no')

export const usersTable = (users: readonly UserListItem[]): Table => ({
  fields: ['ID', 'Name', 'Email', 'Admin', 'Deactivated'],
  data: users.map(({ _id, name, email, isAdmin, deactivated }) => [
    _id,
    name,
    email,
    yesOrNo(isAdmin),
    yesOrNo(deactivated),
  ]),
})
