import { expect, test } from 'vitest'
import { requestDone } from './idb.ts'
import { type KeptQuery, keptStore } from './kept-queries.ts'
import { beginReading, readOnce } from './launch-read.ts'

const kept = (userId: number, data: unknown): KeptQuery => ({ userId, hash: 'h', key: ['k'], data, at: 1, buster: 1 })
const keep = async (row: KeptQuery) => requestDone((await keptStore('readwrite')).put(row))
const dataOf = async (userId: number) => (await readOnce('queries', userId)).map(({ data }) => data)

test('what the shell began to read is taken once; after that the disk is read anew', async () => {
  await keep(kept(7, 'old'))
  beginReading(7)
  await readOnce('changes', 7)
  await keep(kept(7, 'new'))
  expect(await dataOf(7)).toEqual(['old'])
  expect(await dataOf(7)).toEqual(['new'])
})

test('nobody gets what was read for somebody else', async () => {
  await keep(kept(8, 'hers'))
  await keep(kept(9, 'his'))
  beginReading(8)
  expect(await dataOf(9)).toEqual(['his'])
})
