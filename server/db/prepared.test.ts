import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { type OpenDatabase, openDatabase } from './open.ts'
import { prepared } from './prepared.ts'
import type { Db } from './tables.ts'

let opened: OpenDatabase
beforeEach(async () => {
  opened = openDatabase(':memory:')
  await migrate(opened.db, 'sqlite')
})
afterEach(() => opened.db.destroy())

type Given = { name: string; rev: number }
/** The departments that the tests add: the built-in one has no revision. */
const departments = (db: Db) =>
  db.selectFrom('department').select(['name', 'rev']).where('rev', '>', 0).orderBy('id').execute()

test('a query is built once and run with the values of each call, also in a transaction', async () => {
  let built = 0
  const add = prepared((db, { rev, name }: Given) => {
    built++
    return db.insertInto('department').values({ name, rev })
  })
  await add(opened.db, { name: 'Care', rev: 1 })
  await opened.db.transaction().execute((tx) => add(tx, { rev: 2, name: 'Sales' }))
  expect(await departments(opened.db)).toEqual([
    { name: 'Care', rev: 1 },
    { name: 'Sales', rev: 2 },
  ])
  expect(built).toBe(1)
})

test('a constant in the query keeps its value', async () => {
  const add = prepared((db, { name }: { name: string }) => db.insertInto('department').values({ name, rev: 7 }))
  await add(opened.db, { name: 'Care' })
  await add(opened.db, { name: 'Sales' })
  expect(await departments(opened.db)).toEqual([
    { name: 'Care', rev: 7 },
    { name: 'Sales', rev: 7 },
  ])
})

test.each([
  [
    'goes by a value',
    prepared((db, { name, rev }: Given) => db.insertInto('department').values({ name, rev: rev > 1 ? 2 : 1 })),
  ],
  ['spreads what is given', prepared((db, given: Given) => db.insertInto('department').values({ ...given }))],
])('refuses a query builder that %s', async (_what, add) => {
  await expect(add(opened.db, { name: 'Care', rev: 1 })).rejects.toThrow('must not depend on a value')
})
