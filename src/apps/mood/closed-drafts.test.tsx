/** Drafts of a week that was reported from another device, or is over. */
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { DateRange } from '#contract/apps/mood.ts'
import { queryClient } from '#src/api/query-client.ts'
import { KEPT_HEADER } from '#src/lib/page-and-worker.ts'
import { openDb } from '#src/offline/db.ts'
import { draftOf, hasDrafts, saveDraft } from '#src/offline/drafts.ts'
import { myChanges } from '#src/offline/my-changes.ts'
import { week } from '#tests/mood.ts'
import { fill, network, offlineHandler, openPage, withPortal } from '#tests/page.tsx'
import { entityOf } from './entity.ts'
import { openPeriods } from './queries.ts'
import { EMPTY } from './report-values.ts'

const { portal } = withPortal()

const FIRST = week(11, '2026-03-02', '2026-03-08')
const SECOND = week(12, '2026-03-09', '2026-03-15')
/** The weeks that are open on the server. */
let open: DateRange[]

beforeEach(async () => {
  localStorage.clear()
  await openDb().outbox.clear()
  open = [SECOND]
  network.use(
    http.get('*/api/mood/incompletedates/', () => HttpResponse.json(open)),
    http.get('*/api/users/cepusers/', () => HttpResponse.json([])),
  )
})

/** Adds a person who has drafts of these weeks that are an hour old. */
async function begun(...weeks: DateRange[]) {
  const ann = await portal().addUser({ flags: { access_mood: true } })
  vi.useFakeTimers({ now: Date.now() - 3_600_000, toFake: ['Date'] })
  for (const { _id } of weeks) saveDraft(ann.id, entityOf(_id), { ...EMPTY, highComment: 'sun' })
  vi.useRealTimers()
  return ann
}
const openMood = (as: Awaited<ReturnType<typeof begun>>) => openPage('/app/mood-report', { portal: portal(), as })
const dates = () => screen.findByRole('combobox', { name: 'Date Range' })

test('drops the draft of a closed week, so that sign-out does not warn about it', async () => {
  const { user } = await openMood(await begun(FIRST))
  await dates()
  await user.click(screen.getByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Sign In' })).toBeVisible())
})

test('drops no drafts of open weeks, of other people, or begun since the request', async () => {
  const ann = await begun(FIRST, SECOND)
  saveDraft(ann.id + 1, entityOf(11), { ...EMPTY, highComment: 'theirs' })
  // Begun in another window, for a week that has opened since this window's request.
  network.use(
    http.get('*/api/mood/incompletedates/', () => {
      saveDraft(ann.id, entityOf(13), { ...EMPTY, highComment: 'rain' })
      return HttpResponse.json(open)
    }),
  )
  await openMood(ann)
  await dates()
  await waitFor(() => expect(draftOf(ann.id, entityOf(11))).toBeNull())
  expect(screen.getByText(/^You have begun 2026-03-09 to 2026-03-15\./)).toBeVisible()
  expect(draftOf(ann.id, entityOf(12))).not.toBeNull()
  expect(draftOf(ann.id, entityOf(13))).not.toBeNull()
  expect(hasDrafts(ann.id + 1)).toBe(true)
})

test('keeps the draft if the device cannot tell which reports were refused, since one may lead back to it', async () => {
  const ann = await begun(FIRST)
  const store = vi.spyOn(IDBTransaction.prototype, 'objectStore').mockImplementation(() => {
    throw new DOMException('', 'UnknownError')
  })
  onTestFinished(() => store.mockRestore())
  await openMood(ann)
  await dates()
  await waitFor(() => expect(myChanges().status).toBe('broken'))
  await act(async () => {})
  expect(draftOf(ann.id, entityOf(11))).not.toBeNull()
})

test('keeps the draft if the worker answers with a copy', async () => {
  const ann = await begun(FIRST)
  const headers = { [KEPT_HEADER]: new Date().toISOString() }
  network.use(http.get('*/api/mood/incompletedates/', () => HttpResponse.json(open, { headers })))
  await openMood(ann)
  await dates()
  expect(hasDrafts(ann.id)).toBe(true)
})

test('keeps the draft if there is only the cached list', async () => {
  const ann = await begun(FIRST)
  network.use(offlineHandler)
  queryClient.setQueryData(openPeriods.queryKey, open)
  await openMood(ann)
  await dates()
  await act(() => queryClient.refetchQueries({ queryKey: openPeriods.queryKey }))
  expect(hasDrafts(ann.id)).toBe(true)
})

test('keeps the draft that a refused report leads back to', async () => {
  open = [FIRST, SECOND]
  network.use(http.post('*/api/mood/moodreport/', () => HttpResponse.json({ detail: 'Not now.' }, { status: 400 })))
  const ann = await begun()
  const { user } = await openMood(ann)
  await user.click(await dates())
  await user.click(await screen.findByRole('option', { name: /03-08$/ }))
  for (const [of, name] of Object.entries({ morale: 'Good', stress: 'Relaxed', workload: 'Fair' }))
    await user.click(
      within(await screen.findByRole('group', { name: `How was your ${of}?` })).getByRole('radio', { name }),
    )
  await fill(user, screen.getByLabelText('What was your high?'), 'sun')
  await fill(user, screen.getByLabelText('What was your low?'), 'rain')
  await user.click(screen.getByRole('button', { name: 'Submit' }))
  await user.click(await screen.findByRole('button', { name: 'Back to what you wrote' }))
  await fill(user, await screen.findByLabelText('What was your high?'), 'sun, and snow')
  open = [SECOND]
  await act(() => queryClient.refetchQueries({ queryKey: openPeriods.queryKey }))
  expect(draftOf(ann.id, entityOf(11))).toMatchObject({ highComment: 'sun, and snow' })
})
