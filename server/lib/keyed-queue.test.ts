import { expect, test } from 'vitest'
import { runSerially } from './keyed-queue.ts'

/** Creates work that ends when the test says so, and records what has begun. */
function works() {
  const begun: string[] = []
  const ends = new Map<string, { well: () => void; badly: () => void }>()
  const run = (name: string, what: string) =>
    runSerially(
      name,
      () =>
        new Promise<string>((resolve, reject) => {
          begun.push(what)
          ends.set(what, { well: () => resolve(what), badly: () => reject(new Error(what)) })
        }),
    )
  return { begun, run, end: (what: string, how: 'well' | 'badly' = 'well') => ends.get(what)?.[how]() }
}

test('runs work of one name in order, one at a time, without delaying other names', async () => {
  const { begun, run, end } = works()
  const [first, second, other] = [run('a', 'first'), run('a', 'second'), run('b', 'other')]
  await expect.poll(() => begun).toEqual(['first', 'other'])
  end('other')
  expect(await other).toBe('other')
  expect(begun).toEqual(['first', 'other'])
  end('first')
  expect(await first).toBe('first')
  await expect.poll(() => begun).toEqual(['first', 'other', 'second'])
  end('second')
  expect(await second).toBe('second')
})

test('rejects for the caller of failed work, and goes on with the next', async () => {
  const { begun, run, end } = works()
  const first = run('a', 'first')
  const second = run('a', 'second')
  await expect.poll(() => begun).toEqual(['first'])
  end('first', 'badly')
  await expect(first).rejects.toThrow('first')
  await expect.poll(() => begun).toEqual(['first', 'second'])
  end('second')
  expect(await second).toBe('second')
})

test('work queued after some has finished still waits for the one that runs', async () => {
  const { begun, run, end } = works()
  const first = run('a', 'first')
  const second = run('a', 'second')
  await expect.poll(() => begun).toEqual(['first'])
  end('first')
  await first
  await expect.poll(() => begun).toEqual(['first', 'second'])
  // Lets any cleanup after the first work run.
  await new Promise(setImmediate)
  const third = run('a', 'third')
  await new Promise(setImmediate)
  expect(begun).toEqual(['first', 'second'])
  end('second')
  await second
  await expect.poll(() => begun).toEqual(['first', 'second', 'third'])
  end('third')
  expect(await third).toBe('third')
})
