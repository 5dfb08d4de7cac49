/** Home of the mood report, for a person who fills in reports. */
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { DateRange, MoodReport } from '#contract/apps/mood.ts'
import { session } from '#src/api/session.ts'
import { openDb } from '#src/offline/db.ts'
import { fill, network, offlineHandler, openPage, withPortal } from '#tests/page.tsx'
import type { TestUser } from '#tests/portal.ts'

const { portal, plugIn } = withPortal()

const WEEK: DateRange = {
  _id: 11,
  startDate: '2026-03-02',
  endDate: '2026-03-08',
  isEmployeeOfTheMonthReport: false,
}
const MONTH: DateRange = {
  ...WEEK,
  _id: 12,
  startDate: '2026-03-23',
  endDate: '2026-03-29',
  isEmployeeOfTheMonthReport: true,
}
const LABEL = '2026-03-02 to 2026-03-08'
const SECRET = 'a very private week'
/** State of the simulated server. */
let open: DateRange[] = []
let sent: Record<string, unknown>[] = []
let refusal: { status: number; detail: string } | null = null

function plugInMood(): void {
  plugIn()
  network.use(
    http.get('*/api/mood/incompletedates/', () => HttpResponse.json(open)),
    http.get('*/api/users/cepusers/', () =>
      HttpResponse.json([
        { _id: 901, name: 'Grace Hopper' },
        { _id: 902, name: 'Ada Lovelace' },
      ]),
    ),
    http.post('*/api/mood/moodreport/', async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>
      if (refusal) return HttpResponse.json({ detail: refusal.detail }, { status: refusal.status })
      sent.push({ ...body, key: request.headers.get('idempotency-key') })
      open = open.filter(({ _id }) => _id !== body.timePeriod)
      const report = {
        ...body,
        _id: sent.length,
        name: 'Ann',
        createdAt: '2026-03-08T10:00:00.000Z',
        nominatedEmployeeName: '',
        manager: null,
      } as unknown as MoodReport
      return HttpResponse.json(report, { status: 201 })
    }),
  )
}

beforeEach(async () => {
  await openDb().outbox.clear()
  open = [MONTH, WEEK]
  sent = []
  refusal = null
  plugInMood()
})

const person = (name = 'Ann Other') => portal().addUser({ name, flags: { access_mood: true } })
const openMood = async (as: TestUser, path = '/app/mood-report') => openPage(path, { portal: portal(), as })
const kept = async () => JSON.stringify([await openDb().outbox.toArray(), { ...localStorage }])

async function choose(user: UserEvent, label: string): Promise<void> {
  await user.click(await screen.findByRole('combobox', { name: 'Date Range' }))
  await user.click(await screen.findByRole('option', { name: label }))
}
const rate = async (user: UserEvent, question: string, word: string) =>
  user.click(within(await screen.findByRole('group', { name: question })).getByRole('radio', { name: word }))

async function fillIn(user: UserEvent): Promise<void> {
  await rate(user, 'How was your morale?', 'Good')
  await rate(user, 'How was your stress?', 'Relaxed')
  await rate(user, 'How was your workload?', 'Fair')
  await fill(user, screen.getByLabelText('What was your high?'), SECRET)
  await fill(user, screen.getByLabelText('What was your low?'), 'the rain')
}
const submit = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Submit' }))

// The form is rendered anew while the page navigates to it.
const signedOut = () => waitFor(() => expect(screen.getByRole('heading', { name: 'Sign In' })).toBeVisible())

test('says in the spec’s words that no week is open', async () => {
  open = []
  await openMood(await person())
  expect(await screen.findByRole('heading', { name: 'Welcome Back Ann Other.' })).toBeVisible()
  expect(screen.getByText("You're all set, thanks for keeping your leaders updated on how you feel.")).toBeVisible()
})

test('offers the weeks oldest first, and sends a report once', async () => {
  const { user, address } = await openMood(await person())
  await user.click(await screen.findByRole('combobox', { name: 'Date Range' }))
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    LABEL,
    '2026-03-23 to 2026-03-29',
  ])
  await user.click(screen.getByRole('option', { name: LABEL }))
  expect(await screen.findByRole('heading', { name: 'Welcome Back, Ann Other.' })).toBeVisible()
  const lead = "Let your leader know where you're winning and struggling in less than 10 minutes."
  expect(screen.getByText(lead)).toBeVisible()
  expect(screen.queryByLabelText(/core values/)).toBeNull()
  expect(screen.queryByLabelText('Morale comment')).toBeNull()
  const words = screen.getAllByLabelText(/^What was your (?:high|low)\?$/)
  for (const needed of [...screen.getAllByRole('radio'), ...words]) expect(needed).toBeRequired()
  await fillIn(user)
  await fill(user, screen.getByLabelText('Morale comment'), 'new desk')
  expect(screen.getByRole('img', { name: '5 of 5 answered' })).toBeVisible()
  await submit(user)
  expect(await screen.findByRole('heading', { name: 'Thanks for the feedback, Ann Other.' })).toBeVisible()
  expect(screen.getByText('We appreciate the time you take to let us know how you are feeling.')).toBeVisible()
  expect(await screen.findByText(/^Sent/)).toHaveTextContent(/^Sent \d\d:\d\d/)
  expect(sent).toEqual([
    {
      timePeriod: 11,
      moraleLevel: 4,
      moraleComment: 'new desk',
      stressLevel: 5,
      stressComment: '',
      workloadLevel: 3,
      workloadComment: '',
      highComment: SECRET,
      lowComment: 'the rain',
      extraComment: '',
      nominatedEmployee: null,
      nominatedText: '',
      key: expect.any(String),
    },
  ])
  expect(await kept()).not.toContain(SECRET)
  await user.click(screen.getByRole('button', { name: 'Back to Dates' }))
  await waitFor(() => expect(screen.getByRole('heading', { name: /^Which week/ })).toHaveFocus())
  await user.click(await screen.findByRole('combobox', { name: 'Date Range' }))
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    '2026-03-23 to 2026-03-29',
  ])
  expect(address()).toBe('/app/mood-report')
})

test('selects faces with the arrow keys', async () => {
  const { user } = await openMood(await person(), '/app/mood-report?period=11')
  await rate(user, 'How was your stress?', 'Okay')
  await user.keyboard('{ArrowRight}')
  expect(within(screen.getByRole('group', { name: 'How was your stress?' })).getAllByRole('radio')).toHaveLength(5)
  expect(screen.getByRole('radio', { name: 'Calm' })).toBeChecked()
})

test('lists the missing fields in one sentence, and counts a blank text as missing', async () => {
  const { user } = await openMood(await person(), '/app/mood-report?period=11')
  await rate(user, 'How was your stress?', 'Tense')
  await user.type(screen.getByLabelText('What was your low?'), '   ')
  await submit(user)
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Required fields missing: Morale, Workload, Weekly High, Weekly Low.',
  )
  expect(sent).toEqual([])
})

test('refuses a vote for oneself in the same message, after the missing fields', async () => {
  const ann = await person()
  network.use(
    http.get('*/api/users/cepusers/', () =>
      HttpResponse.json([
        { _id: ann.id, name: 'Ann Other' },
        { _id: 902, name: 'Ada Lovelace' },
      ]),
    ),
  )
  const { user } = await openMood(ann, '/app/mood-report?period=12')
  await fillIn(user)
  await user.clear(screen.getByLabelText('What was your high?'))
  const nominee = screen.getByRole('combobox', {
    name: "Who has been the best representation of the company's core values?",
  })
  expect(nominee).toHaveAttribute('placeholder', 'Select...')
  await user.type(nominee, 'nobody here')
  expect(await screen.findByText('No options')).toBeVisible()
  await user.clear(nominee)
  await user.type(nominee, 'ann')
  await user.click(await screen.findByRole('option', { name: 'Ann Other' }))
  await fill(user, screen.getByLabelText('Why did you select this person?'), 'why not')
  await submit(user)
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Required fields missing: Weekly High. Spread the love, vote for someone else.',
  )
  await fill(user, screen.getByLabelText('What was your high?'), 'sun')
  await submit(user)
  expect((await screen.findByRole('alert')).textContent).toBe(' Spread the love, vote for someone else.')
  await user.click(nominee)
  await user.clear(nominee)
  await user.click(await screen.findByRole('option', { name: 'Ada Lovelace' }))
  await submit(user)
  await screen.findByText(/^Sent/)
  expect(sent).toMatchObject([{ nominatedEmployee: 902, nominatedText: 'why not' }])
})

test('shows in the dropdown that the people are loading', async () => {
  network.use(http.get('*/api/users/cepusers/', () => new Promise<never>(() => {})))
  const { user } = await openMood(await person(), '/app/mood-report?period=12')
  await user.click(await screen.findByRole('combobox', { name: /core values/ }))
  expect(await screen.findByText('Loading...')).toBeVisible()
})

test('reports a text that is too long under its field, and sends nothing', async () => {
  const { user } = await openMood(await person(), '/app/mood-report?period=11')
  await fillIn(user)
  const extra = screen.getByLabelText('Anything Else?')
  await user.click(extra)
  await user.paste('x'.repeat(5_001))
  await submit(user)
  expect(await screen.findByText('Anything else can have at most 5,000 characters.')).toBeVisible()
  expect(extra).toHaveFocus()
  expect(sent).toEqual([])
})

test('restores a draft after a reload; Back to Dates resets it, which can be undone', async () => {
  const ann = await person()
  const first = await openMood(ann)
  await choose(first.user, LABEL)
  await fillIn(first.user)
  expect(first.address()).toBe('/app/mood-report?period=11')
  const { user } = await reopened(ann, '/app/mood-report?period=11', first.leave)
  expect(await screen.findByLabelText('What was your high?')).toHaveValue(SECRET)
  expect(screen.getByRole('radio', { name: 'Relaxed' })).toBeChecked()
  await user.click(screen.getByRole('link', { name: 'Back to Dates' }))
  await waitFor(() => expect(screen.getByRole('heading', { name: /^Which week/ })).toHaveFocus())
  expect(await kept()).not.toContain(SECRET)
  await user.click(screen.getByRole('button', { name: 'Bring back what I wrote' }))
  expect(await screen.findByLabelText('What was your high?')).toHaveValue(SECRET)
  await user.click(screen.getByRole('link', { name: 'Back to Dates' }))
  await choose(user, LABEL)
  expect(await screen.findByLabelText('What was your high?')).toHaveValue('')
  expect(screen.getByRole('radio', { name: 'Relaxed' })).not.toBeChecked()
})

/** Opens the page for the same person after a reload, with the contents of the device's storage kept. */
async function reopened(as: TestUser, path: string, leave: () => void) {
  const held = { ...localStorage }
  leave()
  for (const [key, value] of Object.entries(held)) localStorage.setItem(key, value)
  return openMood(as, path)
}

test('keeps a report on the device while offline, and sends it later', async () => {
  const ann = await person()
  const first = await openMood(ann, '/app/mood-report?period=11')
  await screen.findByLabelText('What was your high?')
  network.use(offlineHandler)
  await fillIn(first.user)
  await submit(first.user)
  expect(await screen.findByText('Saved on this device')).toBeVisible()
  const [row] = await openDb().outbox.where('userId').equals(ann.id).toArray()
  expect(row).toMatchObject({ isPrivate: true, state: 'pending', entity: 'mood:11' })
  expect(JSON.stringify({ ...localStorage })).not.toContain(SECRET)
  await first.user.click(screen.getByRole('button', { name: 'Back to Dates' }))
  expect(within(await screen.findByRole('list', { name: 'Not sent yet' })).getByText(LABEL)).toBeVisible()
  await first.user.click(await screen.findByRole('button', { name: /1 waiting$/ }))
  const tray = within(await screen.findByRole('dialog', { name: 'Your changes' }))
  expect(tray.getByText(`Mood report, ${LABEL}`)).toBeVisible()
  expect(tray.queryByText(SECRET)).toBeNull()
  plugInMood()
  await waitFor(() => expect(sent).toHaveLength(1), { timeout: 20_000 })
  await waitFor(async () => expect(await kept()).not.toContain(SECRET))
})

test('shows a refusal in the server’s words, with a way back to the text', async () => {
  refusal = { status: 400, detail: 'This week is not open to you.' }
  const { user, address } = await openMood(await person(), '/app/mood-report?period=11')
  await fillIn(user)
  await submit(user)
  expect(await screen.findByText('This week is not open to you.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Back to what you wrote' }))
  expect(await screen.findByLabelText('What was your high?')).toHaveValue(SECRET)
  expect(screen.getByRole('radio', { name: 'Relaxed' })).toBeChecked()
  expect(address()).toBe('/app/mood-report?period=11')
  refusal = null
  await submit(user)
  await screen.findByText(/^Sent/)
  expect(sent).toMatchObject([{ highComment: SECRET }])
  expect(await kept()).not.toContain(SECRET)
})

test('keeps a refused report in view after a reload until it is discarded', async () => {
  refusal = { status: 409, detail: 'You have already sent a report for this week.' }
  const ann = await person()
  const first = await openMood(ann, '/app/mood-report?period=11')
  await fillIn(first.user)
  await submit(first.user)
  await screen.findByText(refusal.detail)
  open = []
  const { user } = await reopened(ann, '/app/mood-report', first.leave)
  expect(await screen.findByText(refusal.detail)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  const question = within(await screen.findByRole('dialog'))
  expect(question.getByText('This report has not been sent. Discard it?')).toBeVisible()
  await user.click(question.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByText(refusal?.detail ?? '')).toBeNull())
  expect(await kept()).not.toContain(SECRET)
})

test('still opens the text of a week that is no longer open', async () => {
  refusal = { status: 409, detail: 'You have already sent a report for this week.' }
  const { user } = await openMood(await person(), '/app/mood-report?period=11')
  await fillIn(user)
  open = []
  await submit(user)
  await screen.findByText(refusal.detail)
  await user.click(screen.getByRole('button', { name: 'Back to what you wrote' }))
  expect(await screen.findByLabelText('What was your high?')).toHaveValue(SECRET)
  expect(screen.getByText(LABEL)).toBeVisible()
})

test('leaves no draft behind on sign-out', async () => {
  const { user } = await openMood(await person(), '/app/mood-report?period=11')
  await user.type(await screen.findByLabelText('What was your high?'), SECRET)
  expect(await kept()).toContain(SECRET)
  await user.click(screen.getByRole('button', { name: 'Sign out' }))
  const question = await screen.findByRole('dialog', { name: 'Sign out' })
  expect(question).toHaveTextContent('What you began to write has not been sent and would be lost. Sign out anyway?')
  expect(await kept()).toContain(SECRET)
  await user.click(within(question).getByRole('button', { name: 'Sign out' }))
  await signedOut()
  expect(await kept()).not.toContain(SECRET)
})

test('keeps the draft if the session ended by itself', async () => {
  const ann = await person()
  const { user } = await openMood(ann, '/app/mood-report?period=11')
  await user.type(await screen.findByLabelText('What was your high?'), SECRET)
  act(() => session.end(ann.token))
  await signedOut()
  expect(await kept()).toContain(SECRET)
})

test('does not show a draft to another person on the same device', async () => {
  const first = await openMood(await person('Ann First'), '/app/mood-report?period=11')
  await first.user.type(await screen.findByLabelText('What was your high?'), SECRET)
  await reopened(await person('Bob Second'), '/app/mood-report?period=11', first.leave)
  expect(await screen.findByLabelText('What was your high?')).toHaveValue('')
})
