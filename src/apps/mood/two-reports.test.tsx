import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { listOpenPeriods } from '#contract/apps/mood.ts'
import { Unreachable } from '#src/api/problem.ts'
import { saveDraft } from '#src/offline/drafts.ts'
import { network, openPage, withPortal } from '#tests/page.tsx'
import { entityOf } from './entity.ts'
import { EMPTY } from './report-values.ts'

/** A device that cannot keep changes waits for the portal's answer to each: the test gives them. */
const answers: { kept: (how: 'sent') => void; failed: (error: unknown) => void }[] = []
vi.mock('#src/offline/keep-change.ts', async (original) => ({
  ...(await original<object>()),
  keepChange: () => new Promise((kept, failed) => answers.push({ kept, failed })),
}))

const { portal } = withPortal()

const WEEKS = [
  { _id: 11, startDate: '2026-03-02', endDate: '2026-03-08', isEmployeeOfTheMonthReport: false },
  { _id: 12, startDate: '2026-03-09', endDate: '2026-03-15', isEmployeeOfTheMonthReport: false },
]

test('a report that failed stays reported as such while an earlier one is sent', async () => {
  const ann = await portal().addUser({ flags: { access_mood: true } })
  network.use(http.get(`*${listOpenPeriods.path}`, () => HttpResponse.json(WEEKS)))
  const { user, router } = await openPage('/app/mood-report', { portal: portal(), as: ann })
  await screen.findByRole('heading', { name: 'Which week is it about?' })
  const levels = { moraleLevel: 4, stressLevel: 4, workloadLevel: 4 }
  for (const { _id } of WEEKS) {
    saveDraft(ann.id, entityOf(_id), { ...EMPTY, ...levels, highComment: 'sun', lowComment: 'rain' })
    await router.navigate({ to: '/app/mood-report', search: { period: _id } })
    await screen.findByLabelText('What was your high?')
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    await screen.findByText(/^Thanks for the feedback/)
  }
  await waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.failed(new Unreachable())
  expect(await screen.findByText(/cannot be reached/)).toBeVisible()
  answers[0]?.kept('sent')
  await router.navigate({ to: '/app/mood-report', search: { sent: 11 } })
  expect(await screen.findByText(/^Sent/)).toBeVisible()
  await router.navigate({ to: '/app/mood-report', search: { sent: 12 } })
  expect(await screen.findByText(/cannot be reached/)).toBeVisible()
})
