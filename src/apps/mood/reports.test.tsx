/** The report views, as managers and mood admins see them. */
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { MoodReport } from '#contract/apps/mood.ts'
import type { FlagName } from '#contract/who.ts'
import { report, week } from '#tests/mood.ts'
import { network, openPage, withPortal } from '#tests/page.tsx'
import { keepReport } from './changes.ts'
import { bodyOfValues, EMPTY } from './report-values.ts'

const { portal, plugIn } = withPortal()

const WEEKS = [
  week(21, '2024-02-19', '2024-02-25', true),
  week(22, '2024-02-26', '2024-03-03'),
  week(23, '2024-03-04', '2024-03-10'),
]

let reports: MoodReport[] = []
let scopes: string[] = []

function plugInMood(): void {
  plugIn()
  network.use(
    http.get('*/api/mood/incompletedates/', () => HttpResponse.json([])),
    http.get('*/api/mood/alldates/', () => HttpResponse.json(WEEKS)),
    http.get('*/api/mood/users/', ({ request }) => {
      scopes.push(new URL(request.url).searchParams.get('scope') ?? '')
      return HttpResponse.json([
        { _id: 101, name: 'Zoe Adams' },
        { _id: 102, name: 'Bob Young' },
      ])
    }),
    http.get('*/api/mood/moodreport/user/:id/', ({ params }) =>
      HttpResponse.json(reports.filter(({ user }) => user === Number(params.id))),
    ),
    http.get('*/api/mood/moodreport/date/:id/', ({ params }) =>
      HttpResponse.json(reports.filter(({ timePeriod }) => timePeriod === Number(params.id))),
    ),
  )
}

beforeEach(() => {
  vi.setSystemTime(new Date('2024-03-06T10:00:00'))
  reports = []
  scopes = []
  plugInMood()
})
afterEach(() => {
  vi.useRealTimers()
})

const PATH = '/app/mood-report'
const somebody = (...flags: FlagName[]) =>
  portal().addUser({
    name: 'Max Manager',
    dept: 'Sales',
    flags: { access_mood: true, ...Object.fromEntries(flags.map((flag) => [flag, true])) },
  })
const open = async (path: string, ...flags: FlagName[]) => {
  const me = await somebody(...flags)
  return { me, ...(await openPage(PATH + path, { portal: portal(), as: me })) }
}
const namesIn = async (table: string) =>
  within(await screen.findByRole('table', { name: table }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent)

describe('the menu', () => {
  const items = async () => {
    await screen.findByRole('heading', { level: 2 })
    const menu = screen.queryByRole('navigation', { name: 'Mood Report' })
    return (
      menu &&
      within(menu)
        .getAllByRole('link')
        .map(({ textContent }) => textContent)
    )
  }
  test.each([
    [[], null],
    [['isCepManager'], ['Home', 'My Reports']],
    [['isCepDeptManager'], ['Home', 'My Reports']],
    [['mood_admin'], ['Home', 'All Reports']],
    [
      ['isCepManager', 'mood_admin'],
      ['Home', 'My Reports', 'All Reports'],
    ],
  ] as const)('for %s has %s', async (flags, expected) => {
    await open('', ...flags)
    expect(await items()).toEqual(expected)
  })

  test('shows Home for a view the person does not have', async () => {
    await open('?view=all', 'isCepManager')
    expect(await screen.findByRole('heading', { name: 'Welcome Back Max Manager.' })).toBeVisible()
  })
})

test('by user: lists people by name, opens reports and a single report, and goes back level by level', async () => {
  const { me, user, address, router } = await open('', 'isCepManager')
  const mine = { user: me.id, empType: 'Sales' }
  reports = [
    report({
      _id: 1,
      manager: mine,
      moraleComment: 'fine',
      nominatedEmployee: 9,
      nominatedEmployeeName: 'Ada Day',
      nominatedText: 'so kind',
      extraComment: 'more',
    }),
    report({ _id: 2, manager: { user: 999, empType: 'Sales' }, createdAt: '2024-02-20T12:00:00.000Z' }),
  ]
  await user.click(await screen.findByRole('link', { name: 'My Reports' }))
  expect(await namesIn('Users')).toEqual(['Bob Young', 'Zoe Adams'])
  expect(scopes).toEqual(['normalManager'])
  await user.click(screen.getByRole('button', { name: 'View reports of Zoe Adams' }))
  const table = await screen.findByRole('table', { name: 'Reports' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Name',
    'Date',
    'Morale',
    'Stress',
    'Workload',
    'Morale Comment',
    'Stress Comment',
    'Workload Comment',
    'Extra Comment',
  ])
  const rows = within(table).getAllByRole('row')
  expect(rows).toHaveLength(2)
  expect(
    within(rows[1] as HTMLElement)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['Zoe Adams', 'Mar 5, 2024', '4', '2', '3', 'Yes', 'No', 'No', 'Yes'])
  expect(address()).toBe(`${PATH}?view=my&user=101`)

  await user.click(within(table).getByRole('link', { name: 'Zoe Adams, Mar 5, 2024' }))
  const article = within(await screen.findByRole('article', { name: 'Zoe Adams' }))
  for (const words of [
    'Mar 5, 2024',
    'High Point',
    'the launch',
    'Low Point',
    'the rain',
    'fine',
    'more',
    'Ada Day',
    'so kind',
  ])
    expect(article.getByText(words)).toBeVisible()
  expect(article.getByText('Tense')).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Go Back' }))
  await screen.findByRole('table', { name: 'Reports' })
  await user.click(screen.getByRole('button', { name: 'Go Back' }))
  expect(await screen.findByRole('table', { name: 'Users' })).toBeVisible()
  expect(address()).toBe(`${PATH}?view=my`)
  expect(screen.queryByRole('button', { name: 'Go Back' })).toBeNull()
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())

  router.history.back()
  expect(await screen.findByRole('table', { name: 'Reports' })).toBeVisible()
})

test.each([
  ['?view=my', ['isCepDeptManager'], 'deptManager'],
  ['?view=my', ['isCepManager', 'mood_admin'], 'normalManager'],
  ['?view=all', ['isCepManager', 'mood_admin'], 'moodAdmin'],
] as const)('%s of %s requests the scope %s', async (path, flags, scope) => {
  await open(path, ...flags)
  await namesIn('Users')
  expect(scopes).toEqual([scope])
})

test('by report: lists weeks from the newest, the current and previous in bold italics, with the level in the address', async () => {
  const { user, address } = await open('?view=all', 'mood_admin')
  await user.click(await screen.findByRole('radio', { name: 'By Report' }))
  const labels = await namesIn('Date ranges')
  expect(labels).toEqual([
    '2024-03-04 to 2024-03-10This week',
    '2024-02-26 to 2024-03-03Last week',
    '2024-02-19 to 2024-02-25',
  ])
  const weekOf = (label: string) => screen.getByRole('cell', { name: new RegExp(`^${label}`) })
  expect(weekOf('2024-02-26 to 2024-03-03').querySelector('strong em')).toHaveTextContent('2024-02-26 to 2024-03-03')
  expect(weekOf('2024-02-19 to 2024-02-25').querySelector('strong, em')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'View reports of 2024-02-19 to 2024-02-25' }))
  expect(await screen.findByRole('heading', { name: /^2024-02-19 to 2024-02-25/ })).toBeVisible()
  expect(address()).toBe(`${PATH}?view=all&by=report&period=21`)
})

test('sorts by a header, and reverses on the second click', async () => {
  reports = [
    report({ _id: 1, name: 'Amy', moraleLevel: 5, moraleComment: 'b' }),
    report({ _id: 2, name: 'Ben', moraleLevel: 1, moraleComment: 'a' }),
    report({ _id: 3, name: 'Cem', moraleLevel: 3, moraleComment: '' }),
  ]
  const { user, address } = await open('?view=all&by=report&period=21', 'mood_admin')
  expect(await namesIn('Reports')).toEqual(['Amy', 'Ben', 'Cem'])
  const press = async (name: string) => user.click(screen.getByRole('button', { name }))
  await press('Name')
  await waitFor(async () => expect(await namesIn('Reports')).toEqual(['Cem', 'Ben', 'Amy']))
  await press('Morale')
  await waitFor(async () => expect(await namesIn('Reports')).toEqual(['Ben', 'Cem', 'Amy']))
  await press('Morale')
  await waitFor(async () => expect(await namesIn('Reports')).toEqual(['Amy', 'Cem', 'Ben']))
  await press('Morale Comment')
  await waitFor(async () => expect(await namesIn('Reports')).toEqual(['Cem', 'Ben', 'Amy']))
  expect(address()).toBe(`${PATH}?view=all&by=report&period=21&sort=moraleComment&dir=asc`)
  expect(screen.queryByRole('button', { name: 'Stress Comment' })).toBeNull()
})

test('lists votes by number, then name; a name shows the reasons, but not the voters', async () => {
  const vote = (_id: number, name: string, nominatedEmployee: number, nominatedText: string) =>
    report({ _id, name: `Voter ${_id}`, nominatedEmployee, nominatedEmployeeName: name, nominatedText })
  reports = [
    vote(1, 'Yan', 7, 'always there'),
    vote(2, 'Ada', 8, ''),
    vote(3, 'Zoe', 9, 'x'),
    vote(4, 'Zoe', 9, 'calm'),
  ]
  const { user } = await open('?view=all&by=report&period=21', 'mood_admin')
  expect(await namesIn('Employee of the month votes')).toEqual(['Zoe', 'Ada', 'Yan'])
  const table = within(screen.getByRole('table', { name: 'Employee of the month votes' }))
  expect(table.getAllByRole('row')[1]).toHaveTextContent('Zoe2')
  await user.click(table.getByRole('link', { name: 'Yan' }))
  const said = (await screen.findByRole('heading', { name: 'About Yan' })).parentElement as HTMLElement
  expect(said).toHaveTextContent('always there')
  expect(said).not.toHaveTextContent('Voter')
  await user.click(table.getByRole('link', { name: 'Ada' }))
  expect(await screen.findByText('Nobody wrote why.')).toBeVisible()
})

test('says that there are no reports yet, no such week, or none that the person may read', async () => {
  reports = []
  const first = await open('?view=all&by=report&period=21', 'mood_admin')
  expect(await screen.findByText('There are no reports here yet.')).toBeVisible()
  first.leave()
  const second = await open('?view=all&by=report&period=999', 'mood_admin')
  expect(await screen.findByText('There is no such week.')).toBeVisible()
  second.leave()
  await open('?view=my&by=report&period=21', 'isCepManager')
  expect(await screen.findByText('There are no reports here that you may read.')).toBeVisible()
})

test('shows a report on the week that was sent after the week was read', async () => {
  const { router } = await open('?view=all&by=report&period=23', 'mood_admin')
  expect(await screen.findByText('There are no reports here yet.')).toBeVisible()
  network.use(
    http.post('*/api/mood/moodreport/', () => {
      reports = [report({ name: 'Max Manager', timePeriod: 23 })]
      return HttpResponse.json(reports[0], { status: 201 })
    }),
  )
  await router.navigate({ to: PATH })
  const values = { ...EMPTY, moraleLevel: 4, stressLevel: 4, workloadLevel: 4, highComment: 'a', lowComment: 'b' }
  await act(
    async () =>
      void (await keepReport({ period: week(23, '2024-03-04', '2024-03-10'), body: bodyOfValues(values, 23, false) })),
  )
  await waitFor(() => expect(reports).toHaveLength(1))
  await router.navigate({ to: PATH, search: { view: 'all', by: 'report', period: 23 } })
  expect(await screen.findByText('Max Manager')).toBeVisible()
})

test('lists all colleagues if another server has no list of authors', async () => {
  network.use(
    http.get('*/api/mood/users/', () => HttpResponse.json({ detail: 'Not found.' }, { status: 404 })),
    http.get('*/api/users/cepusers/', () => HttpResponse.json([{ _id: 5, name: 'Carl Cep' }])),
  )
  await open('?view=all', 'mood_admin')
  expect(await namesIn('Users')).toEqual(['Carl Cep'])
})

test('shows the server’s message, and says offline that reports need the network', async () => {
  network.use(
    http.get('*/api/mood/moodreport/date/:id/', () => HttpResponse.json({ detail: 'Not today.' }, { status: 403 })),
  )
  const first = await open('?view=all&by=report&period=21', 'mood_admin')
  expect(await screen.findByRole('alert')).toHaveTextContent('Not today.')
  first.leave()
  network.use(http.get('*/api/mood/*', () => HttpResponse.error()))
  await open('?view=all&by=report&period=21', 'mood_admin')
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The reports need the network. They are not kept on this device.',
  )
})

test('does not show a report by its address if it is not in the view', async () => {
  reports = [report({ _id: 5, manager: { user: 999, empType: 'Depot' } })]
  await open('?view=my&user=101&report=5', 'isCepManager', 'mood_admin')
  expect(await screen.findByRole('alert')).toHaveTextContent('This report does not exist, or you may not read it.')
  expect(screen.queryByText('the launch')).toBeNull()
})

test('reports that the kind of a week could not be loaded, and shows its votes after a retry', async () => {
  reports = [report({ timePeriod: 21, nominatedEmployee: 102, nominatedEmployeeName: 'Bob Young' })]
  let isBroken = true
  const refuse = () => (isBroken ? HttpResponse.json({ detail: 'Not just now.' }, { status: 500 }) : undefined)
  network.use(http.get('*/api/mood/alldates/', refuse))
  const { user } = await open('?view=all&by=report&period=21', 'mood_admin')
  expect(await screen.findByRole('table', { name: 'Reports' })).toBeVisible()
  // The query fails only after three attempts with growing delays.
  expect(await screen.findByRole('alert', {}, { timeout: 20_000 })).toHaveTextContent('Not just now.')
  isBroken = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await namesIn('Employee of the month votes')).toEqual(['Bob Young'])
  expect(screen.queryByRole('alert')).toBeNull()
})
