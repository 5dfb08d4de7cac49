import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import type { UserTask } from '#contract/apps/checklist.ts'
import { queryClient } from '#src/api/query-client.ts'
import { checkChange, completeChange } from './changes.ts'
import { checklists } from './queries.ts'

afterEach(() => queryClient.clear())

const HOUR_MS = 3_600_000
const OPEN: UserTask = {
  ...{ _id: 3, empType: '', customMessage: 'Badge', moreInfo: '', isOffboarding: false, weight: 0 },
  ...{ isChecked: false, checkedAt: null },
}
const DONE: UserTask = { ...OPEN, isChecked: true, checkedAt: '2026-03-02T10:00:00.000Z' }
const { queryKey } = checklists.tasks(7)
const change = { entity: 'checklist:7', userId: 1, state: 'acked', body: { isChecked: true }, about: '' } as const

test('ignores an answer replayed at launch if a list without revisions is newer', () => {
  queryClient.setQueryData(queryKey, [OPEN])
  const check = { ...change, kind: 'task.check', params: { id: 3 }, answer: DONE } as const
  checkChange.onSettled({ ...check, settledAt: Date.now() - HOUR_MS })
  expect(queryClient.getQueryData(queryKey)).toEqual([OPEN])
  queryClient.setQueryData(queryKey, [OPEN], { updatedAt: Date.now() - 2 * HOUR_MS })
  checkChange.onSettled({ ...check, settledAt: Date.now() - HOUR_MS })
  expect(queryClient.getQueryData(queryKey)).toEqual([DONE])
})

test('fetches a list again if its first request was in flight while all tasks were completed', async () => {
  const answers = [[{ ...OPEN, rev: 4 }], [{ ...DONE, rev: 9 }]]
  let come = () => {}
  const first = new Promise<void>((resolve) => {
    come = resolve
  })
  const queryFn = vi.fn(async () => {
    const answer = answers[queryFn.mock.calls.length - 1] ?? []
    if (answer === answers[0]) await first
    return answer
  })
  const leave = new QueryObserver(queryClient, { ...checklists.tasks(7), queryFn }).subscribe(() => {})
  const answer = [{ ...DONE, rev: 9, isChanged: true }]
  completeChange.onSettled({ ...change, kind: 'tasks.all', params: { id: 7 }, answer, settledAt: Date.now() })
  come()
  await vi.waitFor(() => expect(queryClient.getQueryData(queryKey)).toEqual(answers[1]), 10_000)
  leave()
})
