/** The trends beside the lists, and the download of all reports. */
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import type { MoodReport, MoodTrends } from '#contract/apps/mood.ts'
import { csvOf } from '#src/lib/save-csv.ts'
import { network, openPage, withPortal } from '#tests/page.tsx'
import { onPhone } from '#tests/phone.ts'
import { tableOf } from './csv.ts'

const { portal } = withPortal()

const period = (_id: number, startDate: string, endDate: string) => ({
  _id,
  startDate,
  endDate,
  isEmployeeOfTheMonthReport: false,
})
const OLD = period(1, '2024-02-26', '2024-03-03')
const NEW = period(2, '2024-03-04', '2024-03-10')

const TRENDS: MoodTrends = {
  weeks: [
    {
      period: OLD,
      sent: 4,
      expected: 5,
      averages: { morale: 3.75, stress: 2, workload: 3 },
      company: { morale: 3.5, stress: 3, workload: 3, sent: 40 },
    },
    { period: NEW, sent: 0, expected: 5, averages: null, company: null },
  ],
  lowStreaks: [
    { user: 7, name: 'Tia Tired', measure: 'stress', weeks: 4, startDate: '2024-02-05', endDate: '2024-03-03' },
  ],
}

const admin = () => portal().addUser({ flags: { access_mood: true, mood_admin: true } })
const manager = () => portal().addUser({ flags: { access_mood: true, isCepManager: true } })

function answer(trends: () => Response): string[] {
  const scopes: string[] = []
  network.use(
    http.get('*/api/mood/trends/', ({ request }) => {
      scopes.push(new URL(request.url).searchParams.get('scope') ?? '')
      return trends()
    }),
    http.get('*/api/mood/users/', () => HttpResponse.json([{ _id: 7, name: 'Tia Tired' }])),
  )
  return scopes
}

test('separates the thousands of large counts, as the list beside does', async () => {
  const [first, second] = TRENDS.weeks
  if (!first || !second) throw new Error('Two weeks are needed.')
  answer(() => HttpResponse.json({ ...TRENDS, weeks: [{ ...first, sent: 2_000, expected: 12_011 }, second] }))
  await openPage('/app/mood-report?view=my', { portal: portal(), as: await manager() })
  expect(await screen.findByText(/2,000 of 12,011 sent/)).toBeVisible()
})

test('on a phone, shows the figures without the chart and its legend', async () => {
  answer(() => HttpResponse.json(TRENDS))
  const as = await manager()
  const desk = await openPage('/app/mood-report?view=my', { portal: portal(), as })
  const lines = () => document.querySelectorAll('[stroke-dasharray]').length
  await screen.findByRole('region', { name: 'Trends' })
  expect(lines()).toBeGreaterThan(0)
  desk.leave()
  onPhone()
  const phone = await openPage('/app/mood-report?view=my', { portal: portal(), as })
  expect(within(await screen.findByRole('region', { name: 'Trends' })).getByText('3.8')).toBeVisible()
  expect(lines()).toBe(0)
  // Who has been low, as many as they may be, and the other weeks are one tap away.
  const low = screen.getByText('Tia Tired', { selector: 'a' })
  expect(low).not.toBeVisible()
  await phone.user.click(screen.getByText('Low for three weeks or more'))
  expect(low).toBeVisible()
  const weeks = screen.getByRole('table', { name: 'Averages of each week, 5 is best' })
  expect(weeks).not.toBeVisible()
  const opener = screen.getByText('Table')
  expect(opener).toHaveTextContent('Table: Averages of each week, 5 is best')
  await phone.user.click(opener)
  expect(within(weeks).getByRole('rowheader', { name: 'Mar\u00a04\u00a0–\u00a010' })).toBeVisible()
})

test('shows the latest week in figures, all weeks in a table, and who has been low for long', async () => {
  const scopes = answer(() => HttpResponse.json(TRENDS))
  const { user, address } = await openPage('/app/mood-report?view=my', { portal: portal(), as: await manager() })
  const trends = within(await screen.findByRole('region', { name: 'Trends' }))
  expect(scopes).toEqual(['normalManager'])
  expect(trends.getByText('Feb 26 – Mar 3: 4 of 5 sent')).toBeVisible()
  const rows = within(trends.getByRole('table')).getAllByRole('row').slice(1)
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([
    ['4 of 5', '3.8, company 3.5', '2.0, company 3.0', '3.0, company 3.0'],
    ['0 of 5', '–', '–', '–'],
  ])
  expect(trends.getByText('stress, 4 weeks')).toBeVisible()
  await user.click(trends.getByRole('link', { name: 'Tia Tired' }))
  await waitFor(() => expect(address()).toBe('/app/mood-report?view=my&user=7'))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Trends' })).toBeNull())
})

test('does not compare all reports with the company', async () => {
  answer(() => HttpResponse.json(TRENDS))
  await openPage('/app/mood-report?view=all', { portal: portal(), as: await admin() })
  const trends = await screen.findByRole('region', { name: 'Trends' })
  expect(trends).toHaveTextContent('3.8')
  expect(trends).not.toHaveTextContent('company')
})

test('shows only the list if the server has no trends', async () => {
  answer(() => HttpResponse.json({ detail: 'Not found.' }, { status: 404 }) as Response)
  await openPage('/app/mood-report?view=all', { portal: portal(), as: await admin() })
  expect(await screen.findByRole('table', { name: 'Users' })).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Trends' })).toBeNull()
})

const report: MoodReport = {
  _id: 1,
  name: 'Zoe, the "Second"',
  createdAt: '2024-03-05T12:00:00.000Z',
  timePeriod: 2,
  moraleLevel: 4,
  moraleComment: '=HYPERLINK("http://evil.example")',
  stressLevel: 2,
  stressComment: '',
  workloadLevel: 3,
  workloadComment: '',
  highComment: 'two\nlines',
  lowComment: '@low',
  extraComment: '',
  nominatedEmployee: null,
  nominatedEmployeeName: '',
  nominatedText: '',
  manager: null,
}

test('the file has column names, quotes values where needed and neutralizes formulas', async () => {
  const [head, ...rest] = (await csvOf(tableOf([report], [OLD, NEW]))).split('\r\n')
  expect(head).toBe(
    'Date Range,Name,Date,Morale,Morale Comment,Stress,Stress Comment,Workload,Workload Comment,High Point,Low Point,Extra Comment,Nominated Employee,Nominee Comment',
  )
  expect(rest.join()).toBe(
    `2024-03-04 to 2024-03-10,"Zoe, the ""Second""",2024-03-05,4,"'=HYPERLINK(""http://evil.example"")",2,,3,,"two\nlines","'@low",,,`,
  )
})

test('downloads all reports for a mood admin, and reports a failure', async () => {
  answer(() => HttpResponse.json(TRENDS))
  network.use(
    http.get('*/api/mood/adminreports/', () => HttpResponse.json([report])),
    http.get('*/api/mood/alldates/', () => HttpResponse.json([NEW])),
  )
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob)
    return 'blob:x'
  })
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const { user } = await openPage('/app/mood-report?view=all', { portal: portal(), as: await admin() })
  const button = await screen.findByRole('button', { name: 'Download CSV' })
  await user.click(button)
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(await saved[0]?.text()).toContain('2024-03-04 to 2024-03-10')
  network.use(
    http.get('*/api/mood/adminreports/', () => HttpResponse.json({ detail: 'Not for you.' }, { status: 403 })),
  )
  await user.click(button)
  expect(await screen.findByText('Not for you.')).toBeVisible()
  click.mockRestore()
  vi.restoreAllMocks()
})

test('fetches many reports page by page, each of them once', async () => {
  answer(() => HttpResponse.json(TRENDS))
  const all = Array.from({ length: 2_500 }, (_, index) => ({
    ...report,
    _id: 2_500 - index,
    name: `N${2_500 - index}`,
  }))
  const asked: string[] = []
  network.use(
    http.get('*/api/mood/adminreports/', ({ request }) => {
      const { search, searchParams } = new URL(request.url)
      asked.push(search)
      const before = Number(searchParams.get('before') ?? 2_501)
      return HttpResponse.json(all.filter(({ _id }) => _id < before).slice(0, Number(searchParams.get('limit'))))
    }),
    http.get('*/api/mood/alldates/', () => HttpResponse.json([NEW])),
  )
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob)
    return 'blob:x'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const { user } = await openPage('/app/mood-report?view=all', { portal: portal(), as: await admin() })
  await user.click(await screen.findByRole('button', { name: 'Download CSV' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  vi.restoreAllMocks()
  const names = (await saved[0]?.text())?.match(/,N\d+,/g)
  expect(names).toEqual(all.map(({ name }) => `,${name},`))
  expect(asked).toEqual(['?limit=1000', '?limit=1000&before=1501', '?limit=1000&before=501'])
})

test('reports in place that the trends could not be loaded, and can retry', async () => {
  let isBroken = true
  answer(() =>
    isBroken
      ? (HttpResponse.json({ detail: 'Not just now.' }, { status: 500 }) as Response)
      : HttpResponse.json(TRENDS),
  )
  const { user } = await openPage('/app/mood-report?view=my', { portal: portal(), as: await manager() })
  expect(await screen.findByRole('table', { name: 'Users' })).toBeVisible()
  // The query fails only after three attempts with growing delays.
  const place = await screen.findByRole('region', { name: 'Trends' }, { timeout: 20_000 })
  expect(within(place).getByRole('alert')).toHaveTextContent('Not just now.')
  isBroken = false
  await user.click(within(place).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Feb 26 – Mar 3: 4 of 5 sent')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})
