/** What a file of people says, and every reason why one of its rows cannot be added. Pure: nothing is sent. */
import { parse } from 'papaparse'
import { registerOther, type UserListItem } from '#contract/apps/accounts.ts'
import type { Department } from '#contract/apps/checklist.ts'
import { EVERYONE } from '#contract/values.ts'
import { fieldErrors } from '#src/forms/form-errors.ts'
import { countText } from '#src/lib/count-text.ts'
import { COLUMNS, fieldOf, IMPORT_FLAG_NAMES, type ImportField, type ImportFlag } from './import-columns.ts'

/** More is no list that somebody has looked through. */
const MOST_ROWS = 2_000

export interface ImportRow {
  /** As a spreadsheet counts: the headings are row 1. */
  readonly row: number
  readonly name: string
  readonly email: string
  /** As the department is called here, `''` for none. */
  readonly dept: string
  /** Somebody's here, or of another row; `''` for none. */
  readonly managerEmail: string
  readonly flags: Readonly<Record<ImportFlag, boolean>>
  /** Whoever has this address already; null for nobody. */
  readonly existing: number | null
  /** Why this row cannot be added; none: it can. */
  readonly problems: readonly string[]
}

export interface ImportFile {
  /** What is wrong with the file as a whole: then no row of it is added. */
  readonly problems: readonly string[]
  readonly rows: readonly ImportRow[]
}

/** What is here already. */
export interface Present {
  readonly users: readonly UserListItem[]
  readonly departments: readonly Department[]
}

const YES = ['yes', 'y', 'true', '1', 'x']
const NO = ['', 'no', 'n', 'false', '0', '-']

/** A cell may have line breaks, which no field here has. Some systems write “ü” as two characters: it reads as one. */
const oneLine = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim()
const lower = (text: string) => oneLine(text).toLowerCase()
const quoted = (texts: readonly string[]) => texts.map((text) => `“${text}”`).join(', ')

function headingProblems(headings: readonly string[], fields: readonly (ImportField | null)[]): string[] {
  const unknown = headings.filter((heading, place) => fields[place] === null && heading.trim() !== '')
  const doubled = fields.filter((field, place) => field !== null && fields.indexOf(field) !== place)
  const missing = (['name', 'email'] as const).filter((field) => !fields.includes(field))
  return [
    ...missing.map((field) => `The column “${COLUMNS[field]}” is missing.`),
    ...(unknown.length > 0 ? [`Unknown column: ${quoted(unknown)}. The template has all that there are.`] : []),
    ...doubled.map((field) => `The column “${field && COLUMNS[field]}” is there twice.`),
  ]
}

type Values = Readonly<Partial<Record<ImportField, string>>>

interface Line {
  readonly row: number
  readonly values: Values
  /** Cells that no heading stands above. */
  readonly more: boolean
}

const DELIMITERS = [',', ';', '\t', '|']
const SEPARATOR = /^\ufeff?"?sep=([,;\t|])"?\r?\n/i

const isEmpty = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')

/** The file's text as lines by column; blank lines are passed over, and counted. */
function linesOf(text: string): { problems: string[]; lines: Line[] } {
  // How a spreadsheet tells itself what stands between the cells; it shows no such line.
  const [, said] = SEPARATOR.exec(text) ?? []
  // An empty line has one cell whatever stands between them: of a short file it would be half of what is guessed by.
  const guessed = () =>
    parse(text.trimEnd(), { preview: 10, delimitersToGuess: DELIMITERS, skipEmptyLines: 'greedy' }).meta.delimiter
  const { data, errors } = parse<string[]>(text, { delimiter: said ?? guessed() })
  const first = said ? 1 : 0
  const above = Math.max(
    first,
    data.findIndex((cells, place) => place >= first && !isEmpty(cells)),
  )
  const [headings = [], ...rest] = data.slice(above)
  if (text.includes('\ufffd'))
    return { problems: ['The file is not UTF-8. Save it as “CSV UTF-8” and choose it again.'], lines: [] }
  if (errors.some(({ type }) => type === 'Quotes'))
    return { problems: ['The file is no CSV: a quotation mark is opened and never closed.'], lines: [] }
  const fields = headings.map(fieldOf)
  const lines = rest.flatMap((cells, place): Line[] => {
    if (isEmpty(cells)) return []
    const values = Object.fromEntries(fields.flatMap((field, at) => (field ? [[field, oneLine(cells[at] ?? '')]] : [])))
    const more = cells.some((cell, at) => (headings[at] ?? '').trim() === '' && cell.trim() !== '')
    return [{ row: place + above - first + 2, values, more }]
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
  /** Address → the rows that have it. */
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

function rowOf({ row, values, more }: Line, index: Index): ImportRow {
  const { name = '', dept = '' } = values
  const [email, managerEmail] = [lower(values.email ?? ''), lower(values.managerEmail ?? '')]
  const said = (flag: ImportFlag) => lower(values[flag] ?? '')
  const unclear = IMPORT_FLAG_NAMES.filter((flag) => ![...YES, ...NO].includes(said(flag)))
  const { password: _, ...errors } = fieldErrors(registerOther.body, { name, email, password: 'x'.repeat(8) })
  return {
    row,
    name,
    email,
    dept: index.departments.get(lower(dept)) ?? '',
    managerEmail,
    flags: Object.fromEntries(IMPORT_FLAG_NAMES.map((flag) => [flag, YES.includes(said(flag))])) as Record<
      ImportFlag,
      boolean
    >,
    existing: index.users.get(email)?._id ?? null,
    problems: [
      ...Object.values(errors),
      ...addressProblem(email, row, index),
      ...departmentProblem(dept, index),
      ...managerProblem(managerEmail, email, index),
      ...unclear.map((flag) => `“${values[flag]}” under ${COLUMNS[flag]} is neither yes nor no.`),
      ...(more ? ['There is a value without a heading above it.'] : []),
    ],
  }
}

/** Nobody can be led by whoever is not added: of a chain each row is left out after the one above it. */
function withoutLost(rows: readonly ImportRow[], index: Index): readonly ImportRow[] {
  const left = new Set(rows.filter(({ problems }) => problems.length > 0).map(({ row }) => row))
  const checked = rows.map((each): ImportRow => {
    const { managerEmail, problems } = each
    const managers = managerEmail === '' ? undefined : index.rows.get(managerEmail)
    if (problems.length > 0 || index.users.has(managerEmail) || !managers?.every((row) => left.has(row))) return each
    return { ...each, problems: [`The manager “${managerEmail}” (row ${managers.join(', ')}) is left out.`] }
  })
  return checked.every((each, place) => each === rows[place]) ? rows : withoutLost(checked, index)
}

/** Reads a file of people against what is here. */
export function checkImport(text: string, { users, departments }: Present): ImportFile {
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
  return { problems: [], rows: withoutLost(checked, index) }
}
