/** Reads an import file and finds every reason why a row cannot be added. Pure: sends nothing. */
import { parse } from 'papaparse'
import { registerOther, type UserListItem } from '#contract/apps/accounts.ts'
import type { Department } from '#contract/apps/checklist.ts'
import { recordOf } from '#contract/records.ts'
import { EVERYONE } from '#contract/values.ts'
import { fieldErrors } from '#src/forms/form-errors.ts'
import { countText } from '#src/lib/count-text.ts'
import { COLUMNS, fieldOf, IMPORT_FLAG_NAMES, type ImportField, type ImportFlag } from './import-columns.ts'

/** Most rows of a file: nobody has looked through a longer list. */
const MOST_ROWS = 2_000

export interface ImportRow {
  /** Row number as in a spreadsheet: the headings are row 1. */
  readonly row: number
  readonly name: string
  readonly email: string
  /** The department's name as the portal spells it, `''` for none. */
  readonly dept: string
  /** Email of an existing user or of another row; `''` for none. */
  readonly managerEmail: string
  readonly flags: Readonly<Record<ImportFlag, boolean>>
  /** Id of the user who has this email already; null if nobody has. */
  readonly existing: number | null
  /** Why this row cannot be added; empty if it can. */
  readonly problems: readonly string[]
}

export interface ImportFile {
  /** What is wrong with the file as a whole; if anything is, `rows` is empty. */
  readonly problems: readonly string[]
  readonly rows: readonly ImportRow[]
}

/** The users and departments that exist already. */
export interface ExistingRecords {
  readonly users: readonly UserListItem[]
  readonly departments: readonly Department[]
}

const YES = ['yes', 'y', 'true', '1', 'x']
const NO = ['', 'no', 'n', 'false', '0', '-']

/**
 * Joins the lines of a cell, since no field here has line breaks, and composes its characters (NFC): some systems write
 * “ü” as two.
 */
const oneLine = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim()
const lower = (text: string) => oneLine(text).toLowerCase()
const quoted = (texts: readonly string[]) => texts.map((text) => `“${text}”`).join(', ')

function headingProblems(headings: readonly string[], fields: readonly (ImportField | null)[]): string[] {
  const unknown = headings.filter((heading, place) => fields[place] === null && heading.trim() !== '')
  const doubled = fields.filter((field, place) => field !== null && fields.indexOf(field) !== place)
  const missing = (['name', 'email'] as const).filter((field) => !fields.includes(field))
  return [
    ...missing.map((field) => `The column “${COLUMNS[field]}” is missing.`),
    ...(unknown.length > 0 ? [`Unknown column: ${quoted(unknown)}. The template lists all columns.`] : []),
    ...doubled.map((field) => `The column “${field && COLUMNS[field]}” is there twice.`),
  ]
}

type Values = Readonly<Partial<Record<ImportField, string>>>

interface Line {
  readonly row: number
  readonly values: Values
  /** Whether there is a value without a heading above it. */
  readonly hasUnheaded: boolean
}

const DELIMITERS = [',', ';', '\t', '|']
const SEPARATOR = /^\ufeff?"?sep=([,;\t|])"?\r?\n/i

const isEmpty = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')

/** Splits the file's text into lines of values by field. Blank lines are skipped, but count for the row numbers. */
function linesOf(text: string): { problems: string[]; lines: Line[] } {
  // A first line `sep=;` tells a spreadsheet the delimiter. It is not shown there, so it does not count as a row.
  const [, declared] = SEPARATOR.exec(text) ?? []
  // Guesses without empty lines: each has one cell under any delimiter, which misleads the guess for a short file.
  const guessed = () =>
    parse(text.trimEnd(), { preview: 10, delimitersToGuess: DELIMITERS, skipEmptyLines: 'greedy' }).meta.delimiter
  const { data, errors } = parse<string[]>(text, { delimiter: declared ?? guessed() })
  const first = declared ? 1 : 0
  const above = Math.max(
    first,
    data.findIndex((cells, place) => place >= first && !isEmpty(cells)),
  )
  const [headings = [], ...rest] = data.slice(above)
  if (text.includes('\ufffd'))
    return { problems: ['The file is not UTF-8. Save it as “CSV UTF-8” and choose it again.'], lines: [] }
  if (errors.some(({ type }) => type === 'Quotes'))
    return { problems: ['The file is not valid CSV: a quotation mark is opened and never closed.'], lines: [] }
  const fields = headings.map(fieldOf)
  const lines = rest.flatMap((cells, place): Line[] => {
    if (isEmpty(cells)) return []
    const values = Object.fromEntries(fields.flatMap((field, at) => (field ? [[field, oneLine(cells[at] ?? '')]] : [])))
    const hasUnheaded = cells.some((cell, at) => (headings[at] ?? '').trim() === '' && cell.trim() !== '')
    return [{ row: place + above - first + 2, values, hasUnheaded }]
  })
  const size =
    lines.length === 0
      ? ['There are no people in this file.']
      : lines.length > MOST_ROWS
        ? [`There are ${countText(lines.length)} people in this file. Please import ${countText(MOST_ROWS)} at a time.`]
        : []
  return { problems: [...headingProblems(headings, fields), ...size], lines }
}

interface Index {
  readonly users: ReadonlyMap<string, UserListItem>
  readonly departments: ReadonlyMap<string, string>
  /** Email → numbers of the rows that have it. */
  readonly rows: ReadonlyMap<string, readonly number[]>
}

function departmentProblem(dept: string, { departments }: Index): string[] {
  if (dept === '' || departments.has(lower(dept))) return []
  if (lower(dept) === lower(EVERYONE)) return [`“${EVERYONE}” is no department to be in.`]
  return [`There is no department “${dept}”.`]
}

function managerProblem(manager: string, email: string, { users, rows }: Index): string[] {
  if (manager === '') return []
  if (manager === email) return ['Nobody is their own manager.']
  const user = users.get(manager)
  if (user?.deactivated) return [`The manager “${manager}” is deactivated.`]
  return user || rows.has(manager) ? [] : [`There is no manager “${manager}”, neither here nor in this file.`]
}

function addressProblem(email: string, row: number, { users, rows }: Index): string[] {
  const others = (rows.get(email) ?? []).filter((each) => each !== row)
  const user = users.get(email)
  return [
    ...(email !== '' && others.length > 0 ? [`This email is also in row ${others.join(', ')}.`] : []),
    ...(user?.deactivated ? [`${user.name} has this email, and is deactivated.`] : []),
  ]
}

function rowOf({ row, values, hasUnheaded }: Line, index: Index): ImportRow {
  const { name = '', dept = '' } = values
  const [email, managerEmail] = [lower(values.email ?? ''), lower(values.managerEmail ?? '')]
  const answer = (flag: ImportFlag) => lower(values[flag] ?? '')
  const unclear = IMPORT_FLAG_NAMES.filter((flag) => ![...YES, ...NO].includes(answer(flag)))
  const { password: _, ...errors } = fieldErrors(registerOther.body, { name, email, password: 'x'.repeat(8) })
  return {
    row,
    name,
    email,
    dept: index.departments.get(lower(dept)) ?? '',
    managerEmail,
    flags: recordOf(IMPORT_FLAG_NAMES, (flag) => YES.includes(answer(flag))),
    existing: index.users.get(email)?._id ?? null,
    problems: [
      ...Object.values(errors),
      ...addressProblem(email, row, index),
      ...departmentProblem(dept, index),
      ...managerProblem(managerEmail, email, index),
      ...unclear.map((flag) => `“${values[flag]}” under ${COLUMNS[flag]} is neither yes nor no.`),
      ...(hasUnheaded ? ['There is a value without a heading above it.'] : []),
    ],
  }
}

/**
 * Marks rows whose manager is in a row that is left out as left out too. Repeats until nothing changes, since managers
 * can form a chain.
 */
function withoutOrphans(rows: readonly ImportRow[], index: Index): readonly ImportRow[] {
  const left = new Set(rows.filter(({ problems }) => problems.length > 0).map(({ row }) => row))
  const checked = rows.map((each): ImportRow => {
    const { managerEmail, problems } = each
    const managers = managerEmail === '' ? undefined : index.rows.get(managerEmail)
    if (problems.length > 0 || index.users.has(managerEmail) || !managers?.every((row) => left.has(row))) return each
    return { ...each, problems: [`The manager “${managerEmail}” (row ${managers.join(', ')}) is left out.`] }
  })
  return checked.every((each, place) => each === rows[place]) ? rows : withoutOrphans(checked, index)
}

/** Reads the text of an import file and checks it against the existing users and departments. */
export function checkImport(text: string, { users, departments }: ExistingRecords): ImportFile {
  const { problems, lines } = linesOf(text)
  if (problems.length > 0) return { problems, rows: [] }
  const rows = new Map<string, number[]>()
  for (const { row, values } of lines) {
    const email = lower(values.email ?? '')
    rows.set(email, [...(rows.get(email) ?? []), row])
  }
  const names = departments.map(({ empType }) => empType).filter((name) => name !== EVERYONE)
  const index: Index = {
    users: new Map(users.map((user) => [lower(user.email), user])),
    departments: new Map(names.map((name) => [lower(name), name])),
    rows,
  }
  const checked = lines.map((line) => rowOf(line, index))
  return { problems: [], rows: withoutOrphans(checked, index) }
}
