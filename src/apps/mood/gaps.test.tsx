/** A report that is begun and not finished: the person finds the gaps at once, and the week days later. */
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fill, network, openPage, withPortal } from '#tests/page.tsx'
import { keepReport } from './changes.ts'
import { bodyOfValues, EMPTY } from './report-values.ts'

const { portal } = withPortal()

const week = (_id: number, startDate: string, endDate: string) => ({
  _id,
  startDate,
  endDate,
  isEmployeeOfTheMonthReport: false,
})

beforeEach(() =>
  network.use(
    http.get('*/api/mood/incompletedates/', () =>
      HttpResponse.json([week(11, '2026-03-02', '2026-03-08'), week(12, '2026-03-09', '2026-03-15')]),
    ),
  ),
)

afterEach(() => vi.unstubAllGlobals())

const openMood = async (path: string) =>
  openPage(path, { portal: portal(), as: await portal().addUser({ flags: { access_mood: true } }) })
const question = (name: string) => screen.findByRole('group', { name })

test('marks each missing answer until it is given, and offers a button to the first', async () => {
  const { user } = await openMood('/app/mood-report?period=11')
  await user.click(within(await question('How was your morale?')).getByRole('radio', { name: 'Good' }))
  expect(screen.queryByText('Not answered yet.')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Submit' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Required fields missing: Stress, Workload, Weekly High, Weekly Low.',
  )
  expect(screen.getAllByText('Not answered yet.')).toHaveLength(4)
  expect(await question('How was your stress?')).toHaveAccessibleDescription('Not answered yet.')
  expect(await question('How was your morale?')).not.toHaveAccessibleDescription()
  const stress = within(await question('How was your stress?'))
  expect(screen.getByRole('button', { name: 'Go to the first missing field' })).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(stress.getByRole('radio', { name: 'Swamped' })).toHaveFocus()
  await user.click(stress.getByRole('radio', { name: 'Calm' }))
  expect(screen.getAllByText('Not answered yet.')).toHaveLength(3)
  await fill(user, screen.getByLabelText('What was your high?'), 'sun')
  expect(screen.getByLabelText('What was your high?')).not.toBeInvalid()
  expect(screen.getByLabelText('What was your low?')).toBeInvalid()
})

test('marks a vote for oneself at its field until it is changed', async () => {
  const ann = await portal().addUser({ name: 'Ann Other', flags: { access_mood: true } })
  network.use(
    http.get('*/api/mood/incompletedates/', () =>
      HttpResponse.json([{ ...week(13, '2026-03-23', '2026-03-29'), isEmployeeOfTheMonthReport: true }]),
    ),
    http.get('*/api/users/cepusers/', () =>
      HttpResponse.json([
        { _id: ann.id, name: 'Ann Other' },
        { _id: 902, name: 'Ada Lovelace' },
      ]),
    ),
  )
  const { user } = await openPage('/app/mood-report?period=13', { portal: portal(), as: ann })
  const nominee = await screen.findByRole('combobox', { name: /core values/ })
  await user.click(nominee)
  await user.click(await screen.findByRole('option', { name: 'Ann Other' }))
  expect(nominee).not.toBeInvalid()
  await user.click(screen.getByRole('button', { name: 'Submit' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(/Spread the love, vote for someone else\.$/)
  expect(nominee).toBeInvalid()
  expect(nominee).toHaveAccessibleDescription(/Spread the love, vote for someone else\.$/)
  await user.click(nominee)
  await user.clear(nominee)
  await user.click(await screen.findByRole('option', { name: 'Ada Lovelace' }))
  expect(nominee).not.toBeInvalid()
})

test('shows why a report was refused for its nominee in the form, and marks the field', async () => {
  const reason = 'This person cannot be nominated: choose a company employee.'
  const period = { ...week(13, '2026-03-23', '2026-03-29'), isEmployeeOfTheMonthReport: true }
  network.use(
    http.get('*/api/mood/incompletedates/', () => HttpResponse.json([period])),
    http.get('*/api/users/cepusers/', () => HttpResponse.json([{ _id: 902, name: 'Ada Lovelace' }])),
    http.post('*/api/mood/moodreport/', () => HttpResponse.json({ detail: reason }, { status: 400 })),
  )
  const { user } = await openMood('/app/mood-report')
  await screen.findByRole('combobox', { name: 'Date Range' })
  const written = { ...EMPTY, moraleLevel: 4, stressLevel: 4, workloadLevel: 4, highComment: 'sun', lowComment: 'rain' }
  await act(async () => {
    await keepReport({ period, body: bodyOfValues({ ...written, nominatedEmployee: '901' }, 13, true) })
  })
  await user.click(await screen.findByRole('button', { name: 'Back to what you wrote' }))
  expect(await screen.findByLabelText('What was your high?')).toHaveValue('sun')
  expect(screen.getByRole('alert')).toHaveTextContent(reason)
  const nominee = screen.getByRole('combobox', { name: /core values/ })
  await waitFor(() => expect(nominee).toHaveAccessibleDescription('Please choose somebody else, or nobody.'))
  await user.clear(nominee)
  expect(nominee).not.toBeInvalid()
})

test('opens the week again when a refused report is discarded: there is nothing to thank for', async () => {
  network.use(http.post('*/api/mood/moodreport/', () => HttpResponse.json({ detail: 'Not now.' }, { status: 400 })))
  const { user, router } = await openMood('/app/mood-report?period=11')
  for (const [of, name] of Object.entries({ morale: 'Good', stress: 'Relaxed', workload: 'Fair' }))
    await user.click(within(await question(`How was your ${of}?`)).getByRole('radio', { name }))
  await fill(user, screen.getByLabelText('What was your high?'), 'sun')
  await fill(user, screen.getByLabelText('What was your low?'), 'rain')
  await user.click(screen.getByRole('button', { name: 'Submit' }))
  // Not within a status, which would read it a second time.
  expect((await screen.findByRole('alert')).closest('[role=status]')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByText('Not now.')).toBeNull())
  expect(await screen.findByRole('heading', { name: 'Which week is it about?' })).toBeVisible()
  expect(screen.queryByText(/^Thanks for the feedback/)).toBeNull()
  expect(router.state.location.href).toBe('/app/mood-report')
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
})

test('lists a week with a draft among the dates and reopens the draft', async () => {
  const { user, router } = await openMood('/app/mood-report')
  await screen.findByRole('combobox', { name: 'Date Range' })
  expect(screen.queryByText(/^You have begun/)).toBeNull()
  await router.navigate({ to: '/app/mood-report', search: { period: 12 } })
  await user.type(await screen.findByLabelText('What was your high?'), 'sun')
  await router.navigate({ to: '/app/mood-report', search: {} })
  expect(await screen.findByText(/^You have begun 2026-03-09 to 2026-03-15\./)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Go on with 2026-03-09 to 2026-03-15' }))
  expect(await screen.findByLabelText('What was your high?')).toHaveValue('sun')
})

test('keeps what is written here when another window sends a report, and says so', async () => {
  const { user } = await openMood('/app/mood-report?period=11')
  await user.type(await screen.findByLabelText('What was your low?'), 'something else')
  await act(async () => {
    const period = week(11, '2026-03-02', '2026-03-08')
    await keepReport({
      period,
      body: bodyOfValues({ ...EMPTY, moraleLevel: 4, stressLevel: 4, workloadLevel: 4 }, 11, false),
    })
  })
  expect(await screen.findByText(/^Your report for this week was sent from another window/)).toBeVisible()
  expect(screen.getByLabelText('What was your low?')).toHaveValue('something else')
  await user.click(screen.getByText('Back to Dates'))
  expect(await screen.findByRole('heading', { name: /^Which week/ })).toBeVisible()
})

test('asks before leaving for the other reports if the device cannot store the draft', async () => {
  const boss = await portal().addUser({ isAdmin: true, flags: { access_mood: true, mood_admin: true } })
  const { user, address } = await openPage('/app/mood-report?period=11', { portal: portal(), as: boss })
  const high = await screen.findByLabelText('What was your high?')
  const real = localStorage
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => real.getItem(key),
    removeItem: (key: string) => real.removeItem(key),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  await fill(user, high, 'sun')
  expect(await screen.findByText(/^This device cannot keep what you write\./)).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'All Reports' }))
  const asked = within(await screen.findByRole('dialog', { name: 'Unsaved changes' }))
  await user.click(asked.getByRole('button', { name: 'Stay' }))
  expect(address()).toBe('/app/mood-report?period=11')
  expect(high).toHaveValue('sun')
})
