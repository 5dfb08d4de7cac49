import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { parse } from 'papaparse'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getUser, listUsers, login, type User } from '#contract/apps/accounts.ts'
import { listUserTasks } from '#contract/apps/checklist.ts'
import { departments } from '#src/api/departments.ts'
import { queryClient } from '#src/api/query-client.ts'
import { session } from '#src/api/session.ts'
import { network, openPage, sessionOf, withPortal } from '#tests/page.tsx'
import type { TestUser } from '#tests/portal.ts'

const { portal, plugIn } = withPortal()
const PATH = '/frontend-admin/import'

let boss: TestUser
let saved: string[]
/**
 * Number of files given to the browser to save. It counts at once, while reading a file into `saved` takes a moment.
 */
let files = 0
let round = 0
beforeEach(async () => {
  round++
  saved = []
  files = 0
  boss = await portal().addUser({ isAdmin: true, dept: 'Sales', email: `boss${round}@import.example` })
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    files++
    void (blob as Blob).text().then((text) => saved.push(text.replace('\ufeff', '')))
    return 'blob:x'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
})
afterEach(() => vi.restoreAllMocks())

const email = (name: string) => `${name}${round}@import.example`
const fileOf = (...lines: string[]) =>
  new File(
    [['Name,Email,Department,Manager’s Email,Employee,Manager,Access ETL Viewer', ...lines].join('\n')],
    'people.csv',
  )

async function open(file: File) {
  const opened = await openPage(PATH, { portal: portal(), as: boss })
  const choose = await screen.findByRole('button', { name: 'Choose a CSV file' })
  choose.focus()
  await opened.user.upload(screen.getByLabelText('CSV file'), file)
  return opened
}

const people = async (): Promise<Map<string, number>> => {
  const { body } = await portal().call(listUsers, { as: boss.token })
  return new Map(body.map((user: { email: string; _id: number }) => [user.email, user._id]))
}
const personOf = async (name: string): Promise<User> =>
  (await portal().call(getUser, { as: boss.token, params: { id: (await people()).get(email(name)) ?? 0 } })).body
const states = async () =>
  within(await screen.findByRole('table', { name: 'People of the file' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell').at(-1)?.textContent)

/** Saves the result file and returns its rows, as a spreadsheet reads them. */
async function result(user: { click: (element: Element) => Promise<void> }) {
  await user.click(await screen.findByRole('button', { name: 'Save the result' }))
  await waitFor(() => expect(saved.length).toBeGreaterThan(0))
  return parse<Record<string, string>>(saved.at(-1) ?? '', { header: true }).data
}

test('sends nothing before the preview, then adds everybody; only the result has the passwords', async () => {
  const before = (await people()).size
  const { user } = await open(
    fileOf(
      `Ann Import,${email('ann')},sales,${email('mia')},yes,,yes`,
      `Mia Import,${email('mia')},Sales,${boss.email},yes,yes,`,
      `Bad,nothing,Nowhere,,,,`,
    ),
  )
  expect(await states()).toEqual([
    'Can be added',
    'Can be added',
    'This is not an email address. There is no department “Nowhere”.',
  ])
  expect(screen.getByText('1 row is left out:')).toBeVisible()
  expect(screen.getByText(/^Row 4, Bad: This is not an email address\./)).toBeVisible()
  expect((await people()).size).toBe(before)

  await user.click(screen.getByRole('button', { name: 'Add 2 people' }))
  expect(await screen.findByText(/^All of them are done\./)).toBeVisible()
  expect(screen.getByText('2 of 2 people done')).toBeVisible()
  const [ann, mia] = [await personOf('ann'), await personOf('mia')]
  expect(ann.permissions).toMatchObject({
    empType: 'Sales',
    isCEP: true,
    access_etl: true,
    isCepManager: false,
    access_mood: false,
    myManager: mia._id,
    changed_password: false,
  })
  expect(mia.permissions).toMatchObject({ isCepManager: true, access_etl: false, myManager: boss.id })
  expect((await portal().call(listUserTasks, { as: boss.token, params: { id: ann._id } })).status).toBe(200)

  const lines = await result(user)
  expect(lines.map(({ Row, Name, Result }) => [Row, Name, Result])).toEqual([
    ['2', 'Ann Import', 'Added'],
    ['3', 'Mia Import', 'Added'],
    ['4', 'Bad', 'Left out: This is not an email address. There is no department “Nowhere”.'],
  ])
  const password = lines[0]?.['Temporary Password'] ?? ''
  expect((await portal().call(login, { body: { username: email('ann'), password } })).status).toBe(200)
  expect(document.body.textContent).not.toContain(password)
})

test('checks a file against the present departments, not the cached ones', async () => {
  queryClient.setQueryData(departments.queryKey, [{ _id: 1, empType: 'Long gone' }], { updatedAt: 1 })
  await open(fileOf(`Ada,${email('ada')},Sales,,,,`))
  await screen.findByRole('table', { name: 'People of the file' })
  expect(screen.queryByText(/no department/i)).toBeNull()
})

test('resumes after a lost connection without adding anybody twice', async () => {
  const { user } = await open(fileOf(`Ann,${email('ann')},,,,,yes`, `Bob,${email('bob')},,,,,yes`))
  let asked = 0
  network.use(
    // The account is made, but the response is lost.
    http.post('*/api/users/registerother/', async ({ request }) => {
      if (++asked > 1) return undefined
      const { headers, body } = { headers: Object.fromEntries(request.headers), body: await request.clone().text() }
      await portal().app.inject({ method: 'POST', url: '/api/users/registerother/', headers, payload: body })
      return HttpResponse.error()
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Add 2 people' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('The portal cannot be reached right now.')
  expect((await people()).has(email('ann'))).toBe(true)
  await waitFor(() => expect(screen.getByRole('button', { name: 'Go on' })).toBeEnabled())
  await user.click(screen.getByRole('button', { name: 'Go on' }))
  expect(await screen.findByText('2 of 2 people done')).toBeVisible()
  expect((await personOf('ann')).permissions.access_etl).toBe(true)
  const [ann] = await result(user)
  const body = { username: email('ann'), password: ann?.['Temporary Password'] }
  expect((await portal().call(login, { body })).status).toBe(200)
})

test('holds up only the reports of a refused person, who can be tried again', async () => {
  const [ann, bob] = [`Ann,${email('ann')},,,,,`, `Bob,${email('bob')},,${email('ann')},,,`]
  const { user } = await open(fileOf(ann, bob, `Cy,${email('cy')},,,,,`))
  network.use(
    http.post('*/api/users/registerother/', async ({ request }) =>
      (await request.clone().text()).includes('Ann')
        ? HttpResponse.json({ detail: 'This email address is taken.' }, { status: 400 })
        : undefined,
    ),
  )
  await user.click(await screen.findByRole('button', { name: 'Add 3 people' }))
  const left = `The account was created, then: The manager “${email('ann')}” was not added.`
  await waitFor(async () => expect(await states()).toEqual(['Refused: This email address is taken.', left, 'Added']))
  expect(screen.getByText('1 of 3 people done')).toBeVisible()
  // Bob has his account and permissions.
  expect(screen.getByRole('progressbar')).toHaveValue(1 + 2 / 3)
  plugIn()
  await user.click(screen.getByRole('button', { name: 'Go on' }))
  expect(await screen.findByText('3 of 3 people done')).toBeVisible()
})

test('finds a manager whom another window has added meanwhile', async () => {
  const { user } = await open(fileOf(`Ann,${email('ann')},,${email('mia')},,,`, `Mia,${email('mia')},,,,,`))
  const add = await screen.findByRole('button', { name: 'Add 2 people' })
  const mia = await portal().addUser({ email: email('mia') })
  await user.click(add)
  expect(await screen.findByText('1 of 2 people done')).toBeVisible()
  await waitFor(async () => expect(await states()).toEqual(['Added', 'Refused: This email address is taken.']))
  expect((await personOf('ann')).permissions.myManager).toBe(mia.id)
})

test('leaves out existing people unless asked to include them, and takes nothing from them', async () => {
  const old = await portal().addUser({
    name: 'Old Hand',
    email: email('old'),
    dept: 'Support',
    flags: { isCEP: true, access_mood: true },
  })
  const { user } = await open(fileOf(`Old Hand,${email('old')},,,,,yes`))
  expect(await states()).toEqual(['There is an account with this email already.'])
  expect(screen.getByRole('button', { name: 'Add 0 people' })).toBeDisabled()
  await user.click(screen.getByRole('checkbox', { name: /^Include the 1 person who already has an account/ }))
  await user.click(screen.getByRole('button', { name: 'Add 1 person' }))
  expect(await screen.findByText(/^All of them are done\./)).toBeVisible()
  const { permissions } = await personOf('old')
  expect(permissions).toMatchObject({ isCEP: true, access_mood: true, access_etl: true, empType: 'Support' })
  const [line] = await result(user)
  expect(line).toMatchObject({ 'Temporary Password': '', Result: 'Had an account: permissions and checklist added' })
  expect((await portal().call(login, { body: { username: old.email, password: old.password } })).status).toBe(200)
})

test('takes nothing from a person whose registration was begun by hand', async () => {
  const { id } = await portal().addUser({
    name: 'Half Made',
    email: email('half'),
    dept: 'Support',
    flags: { isCEP: true },
  })
  await portal().deps.db.updateTable('user').set({ has_permissions: 0 }).where('id', '=', id).execute()
  const { user } = await open(fileOf(`Half Made,${email('half')},,,,,yes`))
  await user.click(screen.getByRole('checkbox', { name: /^Include the 1 person who already has an account/ }))
  await user.click(screen.getByRole('button', { name: 'Add 1 person' }))
  expect(await screen.findByText(/^All of them are done\./)).toBeVisible()
  const { permissions } = await personOf('half')
  expect(permissions).toMatchObject({ isCEP: true, access_etl: true, empType: 'Support' })
})

test('says why a file cannot be imported, takes another one, and saves the template', async () => {
  const { user } = await open(new File(['Name,Nick\nAnn,x'], 'wrong.csv'))
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('wrong.csv cannot be imported.')
  expect(alert).toHaveTextContent('The column “Email” is missing.')
  // Empty, since a file input fires no event when the same (by now corrected) file is chosen again.
  expect(screen.getByLabelText<HTMLInputElement>('CSV file').files).toHaveLength(0)
  await user.click(screen.getByRole('button', { name: 'Save the template' }))
  await waitFor(() => expect(saved[0]).toMatch(/^Name,Email,Department,Manager’s Email,/))
  await user.upload(screen.getByLabelText('CSV file'), fileOf(`Ann,${email('ann')},,,,,`))
  expect(await screen.findByRole('button', { name: 'Add 1 person' })).toBeEnabled()
})

test('warns before leaving a run that would lose passwords', async () => {
  const { user } = await open(fileOf(`Ann,${email('ann')},,,,,`))
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  network.use(http.post('*/api/users/registerother/', () => held.then(() => undefined)))
  await user.click(await screen.findByRole('button', { name: 'Add 1 person' }))
  await user.click(screen.getByRole('link', { name: 'Users' }))
  const question = await screen.findByRole('dialog')
  expect(question).toHaveTextContent(/^.*People are still being added\. Those added so far keep their accounts/)
  await user.click(within(question).getByRole('button', { name: 'Stay' }))
  goOn()
  expect(await screen.findByText(/save it before you leave\.$/)).toBeVisible()
})

test('asks before leaving passwords that were not saved', async () => {
  const { user, address } = await open(fileOf(`Ann,${email('ann')},,,,,`))
  await user.click(await screen.findByRole('button', { name: 'Add 1 person' }))
  expect(await screen.findByText(/save it before you leave\.$/)).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Users' }))
  const question = await screen.findByRole('dialog')
  expect(question).toHaveTextContent('The temporary passwords are shown only here')
  await user.click(within(question).getByRole('button', { name: 'Stay' }))
  await result(user)
  expect(await screen.findByText(/check that your browser saved it as import-result\.csv/)).toBeVisible()
  await user.click(await screen.findByRole('link', { name: 'Users' }))
  await waitFor(() => expect(address()).toBe('/frontend-admin/userlist'))
})

/** Holds back the response to the call that makes the account `name`. Returns a function that releases it. */
function holdUp(name: string): () => void {
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  network.use(
    http.post('*/api/users/registerother/', async ({ request }) => {
      if ((await request.clone().text()).includes(name)) await held
    }),
  )
  return goOn
}

test('saves the passwords when the right is lost during the run, a pending one included', async () => {
  const { user, address } = await open(fileOf(`Ann,${email('ann')},,,,,`, `Bob,${email('bob')},,,,,`))
  const goOn = holdUp('Bob')
  await user.click(await screen.findByRole('button', { name: 'Add 2 people' }))
  await waitFor(async () => expect(await states()).toEqual(['Added', 'Not yet']))
  expect(saved).toEqual([])
  session.set({ ...(await sessionOf(portal(), boss)), isAdmin: false })
  await waitFor(() => expect(address()).toBe('/'))
  await waitFor(() => expect(saved).toHaveLength(1))
  goOn()
  await waitFor(() => expect(saved).toHaveLength(2))
  const [ann, bob] = parse<Record<string, string>>(saved.at(-1) ?? '', { header: true }).data
  expect(saved[0]).toContain(ann?.['Temporary Password'])
  for (const [name, line] of [
    ['ann', ann],
    ['bob', bob],
  ] as const) {
    const body = { username: email(name), password: line?.['Temporary Password'] }
    expect((await portal().call(login, { body })).status).toBe(200)
  }
})

test.each([
  ['gets them when the session ends', () => session.end(boss.token), 1],
  ['gets none after signing out deliberately, having been asked', () => session.set(null), 0],
] as const)('an admin who has not saved the passwords, %s', async (_, end, more) => {
  const { user } = await open(fileOf(`Ann,${email('ann')},,,,,`))
  await user.click(await screen.findByRole('button', { name: 'Add 1 person' }))
  await screen.findByText(/^All of them are done\./)
  end()
  await screen.findByRole('heading', { level: 1, name: 'Sign In' })
  expect(files).toBe(more)
})

test('saves no second file when the session ends after the first was saved', async () => {
  const { user } = await open(fileOf(`Ann,${email('ann')},,,,,`))
  await user.click(await screen.findByRole('button', { name: 'Add 1 person' }))
  await screen.findByText(/^All of them are done\./)
  await result(user)
  session.end(boss.token)
  await screen.findByRole('heading', { level: 1, name: 'Sign In' })
  expect(files).toBe(1)
})

test('moves the focus to the next action: for the file, then for its result, then to the title', async () => {
  const { user } = await open(fileOf(`Ann Focus,${email('ann')},,,,,`))
  const add = await screen.findByRole('button', { name: 'Add 1 person' })
  await waitFor(() => expect(add).toHaveFocus())
  await user.keyboard('{Enter}')
  const save = await screen.findByRole('button', { name: 'Save the result' })
  await waitFor(() => expect(save).toHaveFocus())
  await user.keyboard('{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Choose another file' }))
  const question = await screen.findByRole('dialog')
  expect(question).toHaveTextContent('Leave if you have that file.')
  await user.click(within(question).getByRole('button', { name: 'Leave' }))
  expect(await screen.findByRole('heading', { level: 1 })).toHaveFocus()
})
