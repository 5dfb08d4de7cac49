import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { queryClient } from '#src/api/query-client.ts'
import { myChanges } from '#src/offline/my-changes.ts'
import { failedRun, plainEtl } from '#tests/etl.ts'
import { network, openPage, withPortal } from '#tests/page.tsx'
import { fixChange } from './changes.ts'
import { failedRuns } from './queries.ts'

const { portal } = withPortal()
const MONTH_MS = 30 * 86_400_000

test('does not bring an error back from a list that was requested before it was resolved', async () => {
  const createdAt = new Date(Date.now() - MONTH_MS).toISOString()
  const held = { runs: [failedRun({ taskName: 'Load old', createdAt })] }
  network.use(...plainEtl(held))
  const as = await portal().addUser({ flags: { access_etl: true } })
  const { user } = await openPage('/app/etl?tab=failed', { portal: portal(), as })
  const button = await screen.findByRole('button', { name: 'Error Resolved' })

  let release = () => {}
  const late = new Promise<void>((resolve) => {
    release = resolve
  })
  let asked = 0
  let answered = 0
  network.use(
    http.get('*/api/etl/actionfail/', async () => {
      asked++
      const runs = [...held.runs]
      if (asked === 1) await late
      answered++
      return HttpResponse.json(runs)
    }),
  )
  act(() => void queryClient.refetchQueries({ queryKey: failedRuns.query.queryKey }))
  await waitFor(() => expect(asked).toBe(1))
  await user.click(button)
  await waitFor(() => expect(myChanges().rows).toMatchObject([{ state: 'acked' }]))
  // As Frame.tsx reports the answer.
  act(() => myChanges().rows.forEach(fixChange.onSettled))
  await screen.findByText('Nothing is broken: no errors to look into.')
  release()
  await waitFor(() => expect(answered).toBe(asked))
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(queryClient.getQueryData(failedRuns.query.queryKey)?.runs).toMatchObject([{ isFixed: true }])
  expect(screen.queryByRole('button', { name: 'Error Resolved' })).toBeNull()
})

test('does not bring an error back from a cached list that is older than its resolution', async () => {
  const run = failedRun({ taskName: 'Load once' })
  network.use(...plainEtl({ runs: [run] }))
  const as = await portal().addUser({ flags: { access_etl: true } })
  const { user } = await openPage('/app/etl?tab=failed', { portal: portal(), as })
  await user.click(await screen.findByRole('button', { name: 'Error Resolved' }))
  await waitFor(() => expect(myChanges().rows).toMatchObject([{ state: 'acked' }]))
  const isHeld = (askedAt: number) =>
    act(() => {
      queryClient.setQueryData(failedRuns.query.queryKey, { runs: [run], isWhole: true, askedAt })
    })
  isHeld(Date.now() - 60_000)
  expect(await screen.findByText('Nothing is broken: no errors to look into.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Error Resolved' })).toBeNull()
  // A list requested after the change shows that somebody else has reopened the run.
  isHeld(Date.now())
  expect(await screen.findByRole('button', { name: 'Error Resolved' })).toBeVisible()
})
