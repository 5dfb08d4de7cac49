import { expect, test } from 'vitest'
import { makeQueryClient } from './query-client.ts'

async function asked(updatedAt: number): Promise<boolean> {
  const client = makeQueryClient()
  client.setQueryData(['fruit'], 'pear', { updatedAt })
  const fruit = await client.fetchQuery({ queryKey: ['fruit'], queryFn: () => Promise.resolve('apple') })
  return fruit === 'apple'
}

test('what this page has just been told is not asked for again', async () => {
  expect(await asked(Date.now())).toBe(false)
})

test('what an earlier page was told is asked for again, however lately it was', async () => {
  expect(await asked(performance.timeOrigin - 1)).toBe(true)
})
