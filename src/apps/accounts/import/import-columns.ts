/** The columns of an import file, named as in the user form, and the template file. */
import { unparse } from 'papaparse'
import { keysOf } from '#contract/records.ts'
import { FLAG_NAMES, FLAGS, type FlagName } from '#contract/who.ts'
import { csvStyle } from '#src/lib/save-csv.ts'

export type ImportFlag = FlagName | 'isAdmin'
export type ImportField = 'name' | 'email' | 'dept' | 'managerEmail' | ImportFlag

export const IMPORT_FLAGS: Readonly<Record<ImportFlag, string>> = { ...FLAGS, isAdmin: 'Admin' }
export const IMPORT_FLAG_NAMES: readonly ImportFlag[] = [...FLAG_NAMES, 'isAdmin']

export const COLUMNS: Readonly<Record<ImportField, string>> = {
  name: 'Name',
  email: 'Email',
  dept: 'Department',
  managerEmail: 'Manager’s Email',
  ...IMPORT_FLAGS,
}
const FIELDS = keysOf(COLUMNS)

/** Normalizes a heading for comparison: ignores case, hyphens, underscores, apostrophes and double blanks. */
const plain = (heading: string) =>
  heading
    .normalize('NFC')
    .toLowerCase()
    .replace(/[’']/g, '')
    .replace(/[\s_-]+/g, ' ')
    .trim()

const OTHER_NAMES = new Map<string, ImportField>([
  ['e mail', 'email'],
  ['email address', 'email'],
  ['manager email', 'managerEmail'],
  ['is admin', 'isAdmin'],
  // Its label in the form for a new user.
  ['company employee', 'isCEP'],
])

/** Returns the field of a heading; null if there is no such column. */
export const fieldOf = (heading: string): ImportField | null =>
  FIELDS.find((field) => plain(COLUMNS[field]) === plain(heading)) ?? OTHER_NAMES.get(plain(heading)) ?? null

/** Returns a CSV file to fill in: the headings and one example line. */
export function templateCsv(): string {
  const example = FIELDS.map((field) => {
    if (field === 'name') return 'Ada Example'
    if (field === 'email') return 'ada@example.com'
    return ['isCEP', 'access_onbreak', 'access_mood'].includes(field) ? 'yes' : field in IMPORT_FLAGS ? 'no' : ''
  })
  return unparse({ fields: FIELDS.map((field) => COLUMNS[field]), data: [example] }, csvStyle())
}
