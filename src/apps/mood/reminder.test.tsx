/** The reminder on the home page, on the last day of a week. */
import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { DateRange } from '#contract/apps/mood.ts'
import { queryClient } from '#src/api/query-client.ts'
import { openDb } from '#src/offline/db.ts'
import { network, offlineHandler, openPage, withPortal } from '#tests/page.tsx'
import { companyDay } from '#tests/portal.ts'
import { dismissedReminder, openPeriods } from './queries.ts'
import { shortOf } from './weeks.ts'

const { portal } = withPortal()

/** The weeks that are open on the server, until they are reported on. */
let open: DateRange[]
/** A week that ends in this many days. */
const week = (daysLeft: number, over: Partial<DateRange> = {}): DateRange => ({
  _id: 41,
  startDate: companyDay(daysLeft - 6),
  endDate: companyDay(daysLeft),
  isEmployeeOfTheMonthReport: false,
  ...over,
})
/** With plain spaces, as searches by text see them. */
const sentence = () => `How was ${shortOf(week(0)).replaceAll('\u00a0', ' ')}? Your report is due tonight.`

beforeEach(async () => {
  await openDb().outbox.clear()
  open = [week(0), week(-7, { _id: 40 })]
  network.use(http.get('*/api/mood/incompletedates/', () => HttpResponse.json(open)))
})

async function openHome(flags: { access_mood?: boolean } = { access_mood: true }) {
  const as = await portal().addUser({ flags })
  const page = await openPage('/', { portal: portal(), as })
  await screen.findByText('Our Apps')
  return page
}
/** Waits for all queries of the reminder, after which it would be there. */
const noReminder = async () => {
  const isHere = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    queryClient.getQueryState(queryKey)?.status === 'success'
  await waitFor(() => expect([openPeriods, dismissedReminder].every(isHere)).toBe(true))
  await act(async () => {})
  expect(screen.queryByRole('region', { name: 'Mood report' })).toBeNull()
}

test('leads to the form of the week', async () => {
  const { user, address } = await openHome()
  expect(await screen.findByText(sentence())).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Fill it in' }))
  await waitFor(() => expect(address()).toBe('/app/mood-report?period=41'))
  expect(await screen.findByRole('group', { name: /morale/i })).toBeVisible()
})

test('comes after the apps, which stay where they are', async () => {
  await openHome()
  const reminder = await screen.findByText(sentence())
  const apps = screen.getByRole('list')
  expect(apps.compareDocumentPosition(reminder) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

test('can be dismissed for this week, and stays dismissed after leaving the page', async () => {
  const { user, leave, router } = await openHome()
  await user.click(await screen.findByRole('button', { name: 'Not now' }))
  expect(screen.queryByText(sentence())).toBeNull()
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  await router.navigate({ to: '/profile' })
  await router.navigate({ to: '/' })
  await noReminder()
  leave()
})

test('appears again for the next week', async () => {
  const { user, router } = await openHome()
  await user.click(await screen.findByRole('button', { name: 'Not now' }))
  open = [week(0, { _id: 42 })]
  await router.navigate({ to: '/profile' })
  await router.navigate({ to: '/' })
  await router.invalidate()
  const { queryClient } = await import('#src/api/query-client.ts')
  await queryClient.invalidateQueries({ queryKey: ['mood'] })
  expect(await screen.findByText(sentence())).toBeVisible()
})

test('also appears offline, from cached data', async () => {
  const { router } = await openHome()
  await screen.findByText(sentence())
  network.use(offlineHandler)
  await router.navigate({ to: '/profile' })
  await router.navigate({ to: '/' })
  expect(await screen.findByText(sentence())).toBeVisible()
})

test.each<[string, () => void]>([
  ['once it is answered', () => open.shift()],
  ['before the last day', () => open.splice(0, 1, week(1))],
  ['once the week is over', () => open.splice(0, 1, week(-1))],
])('does not appear %s', async (_when, make) => {
  make()
  await openHome()
  await noReminder()
})

test('does not appear for people without mood reports, and sends no request', async () => {
  let asked = 0
  network.use(
    http.get('*/api/mood/incompletedates/', () => {
      asked++
      return HttpResponse.json(open)
    }),
  )
  await openHome({})
  await act(() => import('./Reminder.tsx'))
  expect(screen.queryByRole('region', { name: 'Mood report' })).toBeNull()
  expect(asked).toBe(0)
})
