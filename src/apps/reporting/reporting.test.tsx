import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import type { Report } from '#contract/apps/reporting.ts'
import { getAnalytics, setAnalytics } from '#contract/apps/reporting.ts'
import { queryClient } from '#src/api/query-client.ts'
import { countText } from '#src/lib/count-text.ts'
import { dayInZone } from '#src/lib/day-in-zone.ts'
import type { Table } from '#src/lib/save-csv.ts'
import { dayWriter } from '#src/lib/time.ts'
import { announced, fill, network, offlineHandler, openPage, withPortal } from '#tests/page.tsx'
import { COMPANY_ZONE } from '#tests/portal.ts'
import { spoken, TABLES } from './figures.ts'
import { analytics } from './queries.ts'
import { daysOf, reportingSearch } from './reporting-search.ts'

const { portal } = withPortal()

const section = (name: string) => screen.findByRole('region', { name })

async function addBreak(department: string, out: string, back: string) {
  await portal()
    .deps.db.insertInto('break_log')
    .values({
      user_id: 1,
      user_name: 'Somebody',
      department,
      break_type: 'Lunch',
      custom_message: '',
      clock_out_time: out,
      clock_in_time: back,
      changed_by: null,
      rev: 1,
    })
    .execute()
}

test('embeds the analytics of another server in a sandbox; a refused address stays in the field', async () => {
  const boss = await portal().addUser({ name: 'Boss Reader', isAdmin: true, flags: { access_reporting: true } })
  const { user } = await openPage('/app/reporting', { portal: portal(), as: boss })
  const field = await screen.findByLabelText('Address of the analytics')
  await fill(user, field, 'http://bi.example')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('The address must begin with https://.')).toBeVisible()
  expect(field).toBeInvalid()
  expect(field).toHaveValue('http://bi.example')
  await fill(user, field, 'https://ann:pw@bi.example')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('The address must have no user name and no password in it.')).toBeVisible()
  await fill(user, field, 'http://bi.example')
  await user.click(screen.getByRole('link', { name: 'Foyer' }))
  const question = within(await screen.findByRole('dialog', { name: 'Unsaved changes' }))
  await user.click(question.getByRole('button', { name: 'Stay' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(field).toHaveValue('http://bi.example')
  await fill(user, field, 'https://bi.example/board')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const frame = await screen.findByTitle('Analytics')
  expect(frame).toHaveAttribute('src', 'https://bi.example/board')
  expect(frame.getAttribute('sandbox')).not.toContain('top-navigation')
  expect((await portal().call(getAnalytics, { as: boss.token })).body).toEqual({ url: 'https://bi.example/board' })
  expect(await screen.findByText('Saved.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus()
})

test('shows an address that a colleague saves, but keeps what is being typed', async () => {
  const boss = await portal().addUser({ isAdmin: true, flags: { access_reporting: true } })
  const save = async (url: string) => {
    await portal().call(setAnalytics, { as: boss.token, body: { url } })
    await queryClient.refetchQueries({ queryKey: analytics.queryKey })
  }
  const { user } = await openPage('/app/reporting', { portal: portal(), as: boss })
  const field = await screen.findByLabelText('Address of the analytics')
  await save('https://bi.example/theirs')
  await waitFor(() => expect(field).toHaveValue('https://bi.example/theirs'))
  await fill(user, field, 'https://bi.example/mine')
  await save('https://bi.example/other')
  expect(await screen.findByTitle('Analytics')).toHaveAttribute('src', 'https://bi.example/other')
  expect(field).toHaveValue('https://bi.example/mine')
  expect(field).toHaveFocus()
})

test('groups the digits of large numbers in the chart and its table', async () => {
  await addBreak('Depot', '2026-02-02T01:00:00.000Z', '2026-02-02T21:34:00.000Z')
  const ann = await portal().addUser({ flags: { access_reporting: true } })
  await openPage('/app/reporting?from=2026-02-02&to=2026-02-03', { portal: portal(), as: ann })
  const away = within(await section('Time away by department and hour'))
  expect(away.getByTitle('20 h 34 min')).toHaveTextContent(countText(1_234))
  expect(countText(1_234)).not.toBe('1234')
  expect(away.getByRole('row', { name: /^Depot 2 1 /, hidden: true })).toHaveTextContent(countText(1_234))
})

test('names minutes as the unit', async () => {
  await addBreak('Depot', '2026-02-02T11:00:00.000Z', '2026-02-02T12:05:00.000Z')
  const ann = await portal().addUser({ flags: { access_reporting: true } })
  await openPage('/app/reporting?from=2026-02-02&to=2026-02-03', { portal: portal(), as: ann })
  const away = within(await section('Time away by department and hour'))
  expect(away.getByText('Minutes, by the hour in which a break began')).toBeVisible()
  expect(within(await section('Breaks by type')).getByText('Minutes', { selector: 'span' })).toBeVisible()
})

test('ignores invalid days, and defaults to the last 30', async () => {
  const as = await portal().addUser({ flags: { access_reporting: true } })
  await openPage('/app/reporting?from=yesterday&to=2026-02-30x', { portal: portal(), as })
  const { from, to } = daysOf({}, dayInZone(Date.now(), COMPANY_ZONE))
  await waitFor(() => expect(screen.getByLabelText('To')).toHaveValue(to))
  expect(screen.getByLabelText('From')).toHaveValue(from)
  expect(reportingSearch({ from: 'yesterday', to: '2026-02-30x' })).toEqual({})
  expect(daysOf({}, '2026-03-31')).toEqual({ from: '2026-03-02', to: '2026-03-31' })
  expect(daysOf({ to: '2026-01-10' }, '2026-03-31')).toEqual({ from: '2025-12-12', to: '2026-01-10' })
})

const typed = (field: HTMLElement, days: readonly string[]) => {
  for (const value of days) {
    fireEvent.change(field, { target: { value } })
    expect(field).toHaveValue(value)
  }
}
/** The values a browser reports while 2025 is typed over a day: an empty one, then a day after each digit. */
const DIGITS = ['', '0002-02-02', '0020-02-02', '0202-02-02', '2025-02-02']

async function openFebruary() {
  await addBreak('Depot', '2026-02-02T11:00:00.000Z', '2026-02-02T12:05:00.000Z')
  const as = await portal().addUser({ flags: { access_reporting: true } })
  const page = await openPage('/app/reporting?from=2026-02-02&to=2026-02-20', { portal: portal(), as })
  const away = () => screen.queryByRole('region', { name: 'Time away by department and hour' })
  await waitFor(() => expect(away()).toHaveTextContent('Depot'))
  return { ...page, away, from: screen.getByLabelText('From'), to: screen.getByLabelText('To') }
}

test('applies a day once typing pauses: partial years neither change the range nor remove the figures', async () => {
  const { router, address, from, away } = await openFebruary()
  const ranges: string[] = []
  router.history.subscribe(({ location }) => ranges.push(location.href))
  typed(from, DIGITS)
  expect(ranges).toEqual([])
  expect(away()).toHaveTextContent('Depot')
  await waitFor(() => expect(address()).toBe('/app/reporting?from=2025-02-02&to=2026-02-20'))
  expect(ranges).toEqual(['/app/reporting?from=2025-02-02&to=2026-02-20'])
  expect(screen.queryByRole('alert')).toBeNull()
  const [first, last] = ['2025-02-02', '2026-02-20'].map(dayWriter({ dateStyle: 'medium' }))
  await waitFor(() => expect(announced()).toBe(`Figures from ${first} to ${last}.`))
})

test('dims the figures while the chosen days are refused', async () => {
  const { away, from } = await openFebruary()
  expect(away()?.closest('[data-old]')).toBeNull()
  typed(from, ['2020-01-01'])
  await waitFor(() => expect(from).toHaveAccessibleDescription('A report covers two years at most.'))
  expect(away()?.closest('[data-old]')).toBeInTheDocument()
})

test('applies a day at once on Enter or blur, and restores a partly typed one', async () => {
  const { router, address, from, to } = await openFebruary()
  const ranges: string[] = []
  router.history.subscribe(({ location }) => ranges.push(location.href))
  // A new day replaces one that still waits for a pause.
  typed(from, DIGITS)
  fireEvent.keyDown(from, { key: 'Enter' })
  typed(from, ['2024-02-02'])
  await waitFor(() => expect(ranges).toContainEqual(expect.stringContaining('from=2025-02-02')))
  typed(to, ['2026-02-19'])
  fireEvent.blur(to)
  typed(to, ['2026-02-18'])
  await waitFor(() => expect(ranges).toContainEqual(expect.stringContaining('to=2026-02-19')))
  await waitFor(() => expect(address()).toBe('/app/reporting?from=2024-02-02&to=2026-02-18'))
  typed(from, [''])
  fireEvent.blur(from)
  expect(from).toHaveValue('2024-02-02')
})

test.each([
  ['From', '1899-12-31', 'A report covers days between 1900 and 2199.'],
  ['To', '2200-01-01', 'A report covers days between 1900 and 2199.'],
  ['From', '2026-02-21', 'The first day must not be after the last.'],
])('shows what is wrong with %s %s at the field, and keeps the figures', async (label, day, sentence) => {
  const { away, from, to } = await openFebruary()
  const field = label === 'From' ? from : to
  typed(field, [day])
  fireEvent.blur(field)
  await waitFor(() => expect(field).toHaveAccessibleDescription(sentence))
  expect(field).toBeInvalid()
  expect(field).toHaveValue(day)
  expect(away()).toHaveTextContent('Depot')
  expect(screen.queryByRole('alert')).toBeNull()
  await waitFor(() => expect(announced()).toBe(sentence))
  // A day that is being typed has not been checked yet, so the message is hidden, whichever of the two fields it is.
  for (const other of [to, from]) {
    typed(other, [''])
    expect(screen.queryByText(sentence, { ignore: '[aria-live]' })).toBeNull()
    fireEvent.blur(other)
    expect(field).toHaveAccessibleDescription(sentence)
  }
  typed(field, ['2026-02-10'])
  fireEvent.blur(field)
  await waitFor(() => expect(field).toBeValid())
  expect(screen.queryByText(sentence, { ignore: '[aria-live]' })).toBeNull()
})

test('formats times and rates', () => {
  expect([spoken(0), spoken(59), spoken(65)]).toEqual(['0 min', '59 min', '1 h 05 min'])
  const rate = (successful: number, failed: number) =>
    TABLES.runs({ runs: [{ week: '2026-03-02', successful, failed, amended: 0 }] } as unknown as Report).data[0]?.at(-1)
  expect([rate(2_499, 1), rate(1, 29), rate(0, 0)]).toEqual([99.9, 3.33, ''])
})

test('each figure of checklists and moods is below its title', () => {
  const averages = { morale: 4.1, stress: 2.2, workload: 3.3 }
  const report = {
    checklists: [{ department: '', finished: 2, days: 3.5 }],
    mood: [
      { startDate: '2026-03-02', endDate: '2026-03-08', sent: 6, averages },
      { startDate: '2026-03-09', endDate: '2026-03-15', sent: null, averages: null },
    ],
  } as unknown as Report
  const rowsOf = ({ fields, data }: Table) =>
    data.map((row) => Object.fromEntries(row.map((cell, at) => [fields[at], cell])))
  expect(rowsOf(TABLES.checklists(report))).toEqual([
    { Department: 'No department', Finished: 2, 'Days on average': 3.5 },
  ])
  expect(rowsOf(TABLES.mood(report))).toEqual([
    { 'Week of': '2026-03-02', Reports: 6, Morale: 4.1, Stress: 2.2, Workload: 3.3 },
    { 'Week of': '2026-03-09', Reports: 'fewer than 5', Morale: '', Stress: '', Workload: '' },
  ])
})

test('shows the figures of the days in the address, and keeps them readable offline', async () => {
  await addBreak('=Sales', '2026-03-02T11:00:00.000Z', '2026-03-02T12:05:00.000Z')
  const ann = await portal().addUser({ name: 'Ann Reader', flags: { access_reporting: true } })
  const { user, address, router } = await openPage('/app/reporting?from=2026-03-01&to=2026-03-03', {
    portal: portal(),
    as: ann,
  })
  const away = await section('Time away by department and hour')
  expect(within(away).getByTitle('1 h 05 min')).toHaveTextContent('65')
  expect(await section('Breaks by type')).toHaveTextContent('Lunch')
  expect(await section('Onboarding lead time')).toHaveTextContent('No onboarding checklist was finished on these days.')

  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  await user.click(screen.getByRole('button', { name: 'Download CSV: Time away by department and hour' }))
  await waitFor(() => expect(saved).toHaveBeenCalledOnce())
  const text = await new Response(saved.mock.calls[0]?.[0] as Blob).text()
  // A value that looks like a formula is saved as text.
  expect(text).toContain(`"'=Sales",12,1,65`)

  network.use(offlineHandler)
  await router.navigate({ to: '/' })
  await router.history.back()
  await waitFor(() => expect(address()).toContain('from=2026-03-01'))
  expect(await section('Time away by department and hour')).toHaveTextContent('65')
  // A refetch fails: the shown figures state their own time, and no alert appears.
  await act(() => queryClient.invalidateQueries())
  expect(screen.getByText(/^As of/)).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  saved.mockRestore()
})

test('reports in place that the analytics could not be loaded, and can retry', async () => {
  const ann = await portal().addUser({ name: 'Ann Twice', isAdmin: true, flags: { access_reporting: true } })
  await portal().call(setAnalytics, { as: ann.token, body: { url: 'https://bi.example/again' } })
  let isBroken = true
  const refuse = () => (isBroken ? HttpResponse.json({ detail: 'Not just now.' }, { status: 500 }) : undefined)
  network.use(http.get('*/api/reporting/analytics/', refuse))
  const { user } = await openPage('/app/reporting', { portal: portal(), as: ann })
  // The query fails only after three attempts with growing delays.
  const place = await screen.findByRole('region', { name: 'Analytics' }, { timeout: 20_000 })
  expect(within(place).getByRole('alert')).toHaveTextContent('Not just now.')
  isBroken = false
  await user.click(within(place).getByRole('button', { name: 'Try again' }))
  expect(await within(place).findByTitle('Analytics')).toHaveAttribute('src', 'https://bi.example/again')
})

test('says that nothing happened, without charts or downloads of zeros', async () => {
  const ann = await portal().addUser({ name: 'Ann Early', flags: { access_reporting: true } })
  await openPage('/app/reporting?from=2025-03-03&to=2025-03-16', { portal: portal(), as: ann })
  const runs = await section('ETL runs by week')
  expect(runs).toHaveTextContent('Nothing ran on these days.')
  expect(within(runs).queryByRole('button')).toBeNull()
  expect(within(runs).queryByText('Table')).toBeNull()
  expect(screen.queryByRole('button', { name: /^Download CSV/ })).toBeNull()
})
