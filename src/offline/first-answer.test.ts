import { afterEach, expect, test } from 'vitest'
import { KEPT_MS, queryClient } from '#src/api/query-client.ts'
import { farewell, welcome } from './device.ts'
import { firstAnswer } from './first-answer.ts'

const ADA = 1
const queryKey = ['board']

/** A call whose answer a test gives. */
function slowCall() {
  let answer: (data: string) => void = () => {}
  let fail: () => void = () => {}
  const said = new Promise<string>((resolve, reject) => {
    answer = resolve
    fail = () => reject(new Error('No line.'))
  })
  return { query: { queryKey, queryFn: () => said, retry: false, meta: { persist: true as const } }, answer, fail }
}

/** What has happened by the time that everything which could happen has. */
async function isSettled(promise: Promise<void>): Promise<boolean> {
  const settled = promise.then(() => true)
  return Promise.race([settled, new Promise<false>((resolve) => setTimeout(() => resolve(false), 20))])
}

afterEach(() => farewell(queryClient, ADA))

test('a device that has nothing waits for the answer', async () => {
  await welcome(queryClient, ADA, KEPT_MS)
  const { query, answer } = slowCall()
  const first = firstAnswer(query)
  expect(await isSettled(first)).toBe(false)
  answer('new')
  await first
  expect(queryClient.getQueryData(queryKey)).toBe('new')
})

test('a device that has it does not wait, and hears the answer all the same', async () => {
  await welcome(queryClient, ADA, KEPT_MS)
  queryClient.setQueryData(queryKey, 'kept', { updatedAt: 1 })
  const { query, answer } = slowCall()
  await firstAnswer(query)
  expect(queryClient.getQueryData(queryKey)).toBe('kept')
  answer('new')
  await expect.poll(() => queryClient.getQueryData(queryKey)).toBe('new')
})

test('a call that fails holds nothing up', async () => {
  await welcome(queryClient, ADA, KEPT_MS)
  const { query, fail } = slowCall()
  const first = firstAnswer(query)
  fail()
  await first
  expect(queryClient.getQueryData(queryKey)).toBeUndefined()
})
