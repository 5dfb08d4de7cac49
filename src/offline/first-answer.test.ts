import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { KEPT_MS, queryClient, refetchEarlierPageData } from '#src/api/query-client.ts'
import { forgetDevice, restoreDevice } from './device.ts'
import { firstAnswer } from './first-answer.ts'

const ADA = 1
const queryKey = ['board']

/** A call whose answer the test gives. */
function slowCall() {
  let answer: (data: string) => void = () => {}
  let fail: () => void = () => {}
  const said = new Promise<string>((resolve, reject) => {
    answer = resolve
    fail = () => reject(new Error('No line.'))
  })
  return { query: { queryKey, queryFn: () => said, retry: false, meta: { persist: true as const } }, answer, fail }
}

afterEach(() => forgetDevice(queryClient, ADA))

test('waits for the answer if the device has nothing', async () => {
  await restoreDevice(queryClient, ADA, KEPT_MS)
  const { query, answer } = slowCall()
  const drawn = firstAnswer(query).then(() => queryClient.getQueryData(queryKey))
  // A route that did not wait would have drawn nothing by now.
  await vi.waitFor(() => expect(queryClient.isFetching(query)).toBe(1), { timeout: 10_000, interval: 5 })
  answer('new')
  expect(await drawn).toBe('new')
})

test('does not wait if the device has data, which is fetched anew once the first screen stands', async () => {
  await restoreDevice(queryClient, ADA, KEPT_MS)
  queryClient.setQueryData(queryKey, 'kept', { updatedAt: 1 })
  const { query, answer } = slowCall()
  await firstAnswer(query)
  expect(queryClient.getQueryData(queryKey)).toBe('kept')
  const leave = new QueryObserver(queryClient, query).subscribe(() => {})
  refetchEarlierPageData(queryClient)
  answer('new')
  await expect.poll(() => queryClient.getQueryData(queryKey)).toBe('new')
  leave()
})

test('does not wait on for an answer that takes long', async () => {
  await restoreDevice(queryClient, ADA, KEPT_MS)
  const { query, answer } = slowCall()
  await firstAnswer(query)
  expect(queryClient.getQueryData(queryKey)).toBeUndefined()
  answer('late')
  await expect.poll(() => queryClient.getQueryData(queryKey)).toBe('late')
})

test('does not wait on after a call that fails', async () => {
  await restoreDevice(queryClient, ADA, KEPT_MS)
  const { query, fail } = slowCall()
  const first = firstAnswer(query)
  fail()
  await first
  expect(queryClient.getQueryData(queryKey)).toBeUndefined()
})
