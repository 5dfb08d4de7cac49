/** The audit log's fields and values in the words of the screens that change them. */
import type { AuditChange } from '#contract/apps/audit.ts'
import { FLAGS } from '#contract/who.ts'

const FIELDS: Readonly<Record<string, string>> = {
  ...FLAGS,
  name: 'Name',
  email: 'Email',
  isAdmin: 'Admin',
  deactivated: 'Deactivated',
  cepManager: 'Manager',
  dept: 'Department',
  urlslug: 'URL Slug',
  image: 'Image',
  category: 'Category',
  description: 'Description',
  breakType: 'Break type',
  plannedMinutes: 'Planned minutes',
}
const VALUES: Readonly<Record<string, string>> = { true: 'yes', false: 'no', '': '–' }

interface ChangeInWords {
  readonly field: string
  readonly from: string
  readonly to: string
}

export const changeInWords = ({ field, from, to }: AuditChange): ChangeInWords => ({
  field: FIELDS[field] ?? field,
  from: VALUES[from] ?? from,
  to: VALUES[to] ?? to,
})
