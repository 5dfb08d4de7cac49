/** The user list as a table for a spreadsheet. What people call themselves must not run as a formula there. */
import { unparse } from 'papaparse'
import type { UserListItem } from '#contract/apps/accounts.ts'

const yesOrNo = (value: boolean | undefined) => (value ? 'yes' : 'no')

export const usersCsv = (users: readonly UserListItem[]): string =>
  unparse(
    {
      fields: ['ID', 'Name', 'Email', 'Admin', 'Deactivated'],
      data: users.map(({ _id, name, email, isAdmin, deactivated }) => [
        _id,
        name,
        email,
        yesOrNo(isAdmin),
        yesOrNo(deactivated),
      ]),
    },
    { escapeFormulae: true },
  )
