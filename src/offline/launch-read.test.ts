import { expect, test } from 'vitest'
import { requestDone } from './idb.ts'
import { type KeptQuery, keptStore } from './kept-queries.ts'
import { beginReading, readOnce } from './launch-read.ts'

const kept = (userId: number, data: unknown): KeptQuery => ({ userId, hash: 'h', key: ['k'], data, at: 1, buster: 1 })
const keep = async (row: KeptQuery) => requestDone((await keptStore('readwrite')).put(row))
const dataOf = async (userId: number) => (await readOnce('queries', userId)).map(({ data }) => data)

test('returns the read that the shell started once, and then reads the disk anew', async () => {
  await keep(kept(7, 'old'))
  beginReading(7)
  await readOnce('changes', 7)
  await keep(kept(7, 'new'))
  expect(await dataOf(7)).toEqual(['old'])
  expect(await dataOf(7)).toEqual(['new'])
})

test('does not return a read that was started for another person', async () => {
  await keep(kept(8, 'hers'))
  await keep(kept(9, 'his'))
  beginReading(8)
  expect(await dataOf(9)).toEqual(['his'])
})
