import { expect, test } from 'vitest'
import { oneByOne } from './one-by-one.ts'

/** Work whose end a test decides, and what has begun of it. */
function works() {
  const begun: string[] = []
  const ends = new Map<string, { well: () => void; badly: () => void }>()
  const run = (name: string, what: string) =>
    oneByOne(
      name,
      () =>
        new Promise<string>((resolve, reject) => {
          begun.push(what)
          ends.set(what, { well: () => resolve(what), badly: () => reject(new Error(what)) })
        }),
    )
  return { begun, run, end: (what: string, how: 'well' | 'badly' = 'well') => ends.get(what)?.[how]() }
}

test('of one name one is at work, in the order they came; of another name nobody waits', async () => {
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

test('what fails is told to who asked for it, and keeps nobody else from their turn', async () => {
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

test('who comes after one is through still waits for the one at work', async () => {
  const { begun, run, end } = works()
  const first = run('a', 'first')
  const second = run('a', 'second')
  await expect.poll(() => begun).toEqual(['first'])
  end('first')
  await first
  await expect.poll(() => begun).toEqual(['first', 'second'])
  // Whatever is tidied up after the first one is by now.
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
