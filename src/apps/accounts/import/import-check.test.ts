import { describe, expect, test } from 'vitest'
import { checkImport, type ExistingRecords } from './import-check.ts'
import { COLUMNS, templateCsv } from './import-columns.ts'
import { temporaryPassword } from './import-run.ts'

const PRESENT: ExistingRecords = {
  users: [
    { _id: 1, name: 'Bo', email: 'bo@example.com', isAdmin: true, deactivated: false },
    { _id: 2, name: 'Gone', email: 'gone@example.com', isAdmin: false, deactivated: true },
  ],
  departments: [
    { _id: 1, empType: 'Everyone' },
    { _id: 2, empType: 'Sales' },
  ],
}
const check = (...lines: string[]) => checkImport(lines.join('\r\n'), PRESENT)
/** Returns each row's number with its problems. */
const said = (...lines: string[]) => check(...lines).rows.map(({ row, problems }) => [row, ...problems])

test('accepts its own template', () => {
  const { problems, rows } = checkImport(templateCsv(), PRESENT)
  expect(problems).toEqual([])
  expect(rows).toMatchObject([
    { row: 2, name: 'Ada Example', email: 'ada@example.com', problems: [], flags: { isCEP: true, isAdmin: false } },
  ])
})

test.each([
  ['two columns apart by semicolons', ['Name;Email', 'Änne;aenne@example.com', ''], 2],
  ['by tabs', ['Name\tEmail', 'Änne\taenne@example.com', '', ''], 2],
  // Spreadsheets neither show nor count that line.
  ['a line that says what stands between', ['sep=;', 'Name;Email', 'Änne;aenne@example.com', ''], 2],
  ['an empty line below the headings', ['Name;Email', '', 'Änne;aenne@example.com'], 3],
  ['empty lines above the headings', ['', ';', 'Name;Email', 'Änne;aenne@example.com'], 4],
])('reads a short file: %s', (_what, lines, row) => {
  const { problems, rows } = check(...lines)
  expect(problems).toEqual([])
  expect(rows).toMatchObject([{ row, name: 'Änne', email: 'aenne@example.com', problems: [] }])
})

test('reads what spreadsheets write: semicolons, quotes, line ends, a byte order mark, blank lines, other spellings', () => {
  const { rows } = check(
    '\ufeffE-Mail;name;DEPARTMENT;Managers email;access on break;Is Admin;Company Employee',
    'Eve@Example.com ;"Zoë ""Z"" O;Neil";sales;BO@example.com;X;no;yes',
    '',
    ' ; ;;;;',
    'ann@example.com;Ann;;eve@example.com;;TRUE',
  )
  expect(rows).toMatchObject([
    {
      row: 2,
      name: 'Zoë "Z" O;Neil',
      email: 'eve@example.com',
      dept: 'Sales',
      managerEmail: 'bo@example.com',
      flags: { access_onbreak: true, isAdmin: false, isCEP: true },
      problems: [],
    },
    {
      row: 5,
      name: 'Ann',
      managerEmail: 'eve@example.com',
      flags: { access_onbreak: false, isAdmin: true },
      problems: [],
    },
  ])
})

test('reads a line break within a cell as a blank', () => {
  const { rows } = check('Name,Email,Department', '"Quoted\nNewline  Ann",ann@example.com,"Sales\n"')
  expect(rows).toMatchObject([{ name: 'Quoted Newline Ann', dept: 'Sales', problems: [] }])
})

test('reads decomposed letters as composed ones', () => {
  const [one, two] = ['Vertrieb Süd', 'Vertrieb Süd'.normalize('NFD')]
  const present = { ...PRESENT, departments: [{ _id: 2, empType: one }] }
  const { rows } = checkImport(`Name,Email,Department\nJörg,joerg@example.com,${two}`.normalize('NFD'), present)
  expect(rows).toMatchObject([{ name: 'Jörg', dept: one, problems: [] }])
  expect(said('Name,Email', 'A,jörg@example.com', `B,${'jörg@example.com'.normalize('NFD')}`)).toEqual([
    [2, 'This email is also in row 3.'],
    [3, 'This email is also in row 2.'],
  ])
})

describe('problems of a row', () => {
  test.each([
    [',ann@example.com,,', 'Name is required.'],
    ['Ann,,,', 'Email is required.'],
    ['Ann,not an address,,', 'This is not an email address.'],
    ['Ann,gone@example.com,,', 'Gone has this email, and is deactivated.'],
    ['Ann,ann@example.com,Nowhere,', 'There is no department “Nowhere”.'],
    ['Ann,ann@example.com,everyone,', '“Everyone” is no department to be in.'],
    ['Ann,ann@example.com,,who@example.com', 'There is no manager “who@example.com”, neither here nor in this file.'],
    ['Ann,ann@example.com,,gone@example.com', 'The manager “gone@example.com” is deactivated.'],
    ['Ann,ann@example.com,,Ann@example.com', 'Nobody is their own manager.'],
    ['Ann,ann@example.com,,,maybe', '“maybe” under Employee is neither yes nor no.'],
    ['Ann,ann@example.com,,,yes,more', 'There is a value without a heading above it.'],
  ])('%s', (line, problem) => {
    expect(said('Name,Email,Department,Manager’s Email,Employee', line)).toEqual([[2, problem]])
  })

  test('reports a value in a column without a heading', () => {
    expect(said('Name,Email, ,', 'Ann,ann@example.com,Sales,', 'Bob,bob@example.com,,')).toEqual([
      [2, 'There is a value without a heading above it.'],
      [3],
    ])
  })

  test('reports several problems at once', () => {
    expect(said('Name,Email,Department', ',x,Nowhere')).toEqual([
      [2, 'Name is required.', 'This is not an email address.', 'There is no department “Nowhere”.'],
    ])
  })

  test('reports a duplicate address in both rows, in any case', () => {
    expect(said('Name,Email', 'Ann,ann@example.com', 'Bob,bob@example.com', 'Anna,ANN@example.com')).toEqual([
      [2, 'This email is also in row 4.'],
      [3],
      [4, 'This email is also in row 2.'],
    ])
  })

  test('leaves out the reports of a row that is left out, transitively, but not those of an existing user', () => {
    expect(
      said(
        'Name,Email,Manager’s Email,Department',
        'Dan,dan@example.com,cem@example.com,',
        'Cem,cem@example.com,ann@example.com,',
        'Ann,ann@example.com,,Nowhere',
        'Eve,eve@example.com,bo@example.com,',
        'Bo,bo@example.com,,Nowhere',
        'Fay,fay@example.com,gus@example.com,',
        'Gus,gus@example.com,fay@example.com,',
        'Hal,,,',
        'Ida,ida@example.com,,',
      ),
    ).toEqual([
      [2, 'The manager “cem@example.com” (row 3) is left out.'],
      [3, 'The manager “ann@example.com” (row 4) is left out.'],
      [4, 'There is no department “Nowhere”.'],
      [5],
      [6, 'There is no department “Nowhere”.'],
      [7],
      [8],
      [9, 'Email is required.'],
      [10],
    ])
  })

  test('recognizes existing users by their address', () => {
    expect(check('Name,Email', 'Bo,BO@example.com').rows).toMatchObject([{ existing: 1, problems: [] }])
  })
})

test.each([
  ['', 'The column “Name” is missing.'],
  ['Name,Department\nAnn,Sales', 'The column “Email” is missing.'],
  [
    // “Constructor” is also a property that every JavaScript object has.
    'Name,Email,Nick,Constructor\nAnn,ann@example.com,x,7',
    'Unknown column: “Nick”, “Constructor”. The template lists all columns.',
  ],
  ['Name,Email,E-mail\nAnn,a@example.com,b@example.com', 'The column “Email” is there twice.'],
  ['Name,Email\n', 'There are no people in this file.'],
  ['Name,Email\n"Ann,ann@example.com', 'The file is not valid CSV: a quotation mark is opened and never closed.'],
  ['Name,Email\nZo\ufffd,zoe@example.com', 'The file is not UTF-8. Save it as “CSV UTF-8” and choose it again.'],
  [
    `Name,Email\n${Array.from({ length: 2_001 }, (_, index) => `P,p${index}@example.com`).join('\n')}`,
    'There are 2,001 people in this file. Please import 2,000 at a time.',
  ],
])('refuses an invalid file as a whole', (text, problem) => {
  const { problems, rows } = checkImport(text, PRESENT)
  expect(problems).toContain(problem)
  expect(rows).toEqual([])
})

test('gives every column a name of its own', () => {
  expect(new Set(Object.values(COLUMNS)).size).toBe(Object.keys(COLUMNS).length)
})

test('makes temporary passwords that are long, plain and unique', () => {
  const made = Array.from({ length: 500 }, temporaryPassword)
  expect(made.every((password) => /^[a-km-np-z2-9]{4}(-[a-km-np-z2-9]{4}){3}$/.test(password))).toBe(true)
  expect(new Set(made).size).toBe(500)
  expect(new Set(made.join('').replaceAll('-', '')).size).toBe(32)
})
