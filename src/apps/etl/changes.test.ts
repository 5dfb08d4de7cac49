/** What an answer to a resolved error does to lists and counts that were fetched before it, or after. */
import { afterEach, expect, test } from 'vitest'
import { queryClient } from '#src/api/query-client.ts'
import { failedRun } from '#tests/etl.ts'
import { fixChange } from './changes.ts'
import { failedRuns, recentRuns, summary } from './queries.ts'

const [list, other, counts] = [failedRuns.query.queryKey, recentRuns.query.queryKey, summary.queryKey]
const ANSWERED = Date.now() - 60_000
const run = failedRun()

const hold = (runs: readonly (typeof run)[], updatedAt: number) =>
  queryClient.setQueryData(list, { runs, isWhole: true, askedAt: updatedAt }, { updatedAt })

/** The server has accepted the change to this run, a minute ago. */
const answer = () =>
  fixChange.onSettled({
    kind: 'etl.fix',
    entity: `etl:${run._id}`,
    params: { id: run._id },
    userId: 1,
    state: 'acked',
    answer: { ...run, isFixed: true },
    settledAt: ANSWERED,
  })
const heldRuns = () => queryClient.getQueryData(list)?.runs
const isAskedAgain = (key: readonly unknown[]) => queryClient.getQueryState(key)?.isInvalidated

afterEach(() => queryClient.clear())

test('changes the run in an older list', () => {
  hold([run], ANSWERED - 1_000)
  answer()
  expect(heldRuns()).toMatchObject([{ _id: run._id, isFixed: true }])
  expect(isAskedAgain(list)).toBe(false)
})

test('asks for a newer list that says otherwise, and for the counts: only the server knows which is right', () => {
  hold([run], ANSWERED + 1_000)
  queryClient.setQueryData(other, { runs: [], isWhole: true, askedAt: 0 })
  queryClient.setQueryData(counts, null)
  answer()
  expect(heldRuns()).toEqual([run])
  expect([list, counts, other].map(isAskedAgain)).toEqual([true, true, false])
})

test('leaves a newer list alone that says the same', () => {
  hold([{ ...run, isFixed: true }], ANSWERED + 1_000)
  queryClient.setQueryData(counts, null)
  answer()
  expect([list, counts].map(isAskedAgain)).toEqual([false, false])
})
