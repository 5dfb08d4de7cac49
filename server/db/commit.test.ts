import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { commitTogether } from './commit.ts'
import { migrate } from './migrate.ts'
import { type OpenDatabase, openDatabase } from './open.ts'
import type { Db } from './tables.ts'

let opened: OpenDatabase
beforeEach(async () => {
  opened = openDatabase(':memory:')
  await migrate(opened.db, 'sqlite')
})
afterEach(() => opened.db.destroy())

/** The departments that the tests add: the built-in one has no revision. */
const added = (db: Db) => db.selectFrom('department').select('name').where('rev', '>', 0).orderBy('id').execute()
const all = (db: Db) => db.selectFrom('department').selectAll().execute()
const names = async () => (await added(opened.db)).map(({ name }) => name)
const add = (name: string) => (tx: Db) => tx.insertInto('department').values({ name, rev: 1 }).execute()

describe('concurrent changes', () => {
  test('are committed in the order of their calls', async () => {
    await Promise.all(['a', 'b', 'c'].map((name) => commitTogether(opened.db, add(name))))
    expect(await names()).toEqual(['a', 'b', 'c'])
  })

  test('roll back only the one that throws, which rejects with its error', async () => {
    const refused = commitTogether(opened.db, async (tx) => {
      await add('undone')(tx)
      throw new Error('No.')
    })
    const results = await Promise.allSettled([
      commitTogether(opened.db, add('a')),
      refused,
      commitTogether(opened.db, add('b')),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    await expect(refused).rejects.toThrow('No.')
    expect(await names()).toEqual(['a', 'b'])
  })

  test('each see the changes made before them', async () => {
    const [, seen] = await Promise.all([commitTogether(opened.db, add('a')), commitTogether(opened.db, added)])
    expect(seen).toHaveLength(1)
  })

  test('are all rejected if the transaction fails; the next change succeeds', async () => {
    const broken = commitTogether(opened.db, async () => {
      // SQLite ends the transaction by itself, as on a full disk.
      await opened.db.destroy()
    })
    const both = await Promise.allSettled([commitTogether(opened.db, add('a')), broken])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    opened = openDatabase(':memory:')
    await migrate(opened.db, 'sqlite')
    await commitTogether(opened.db, add('b'))
    expect(await names()).toEqual(['b'])
  })

  test('are all committed even if there are 250', async () => {
    await Promise.all(Array.from({ length: 250 }, (_, index) => commitTogether(opened.db, add(`d${index}`))))
    expect(await names()).toHaveLength(250)
  })
})

test('a cached statement returns a column that was added to its table later', async () => {
  const { db } = opened
  await add('a')(db)
  expect(Object.keys((await all(db))[0] ?? {})).not.toContain('motto')
  await db.schema.alterTable('department').addColumn('motto', 'text').execute()
  expect(Object.keys((await all(db))[0] ?? {})).toContain('motto')
})

test('rejects with the error that made SQLite end the transaction by itself', async () => {
  const broken = opened.db.transaction().execute(async (tx) => {
    await add('undone')(tx)
    await sql`insert or rollback into department (name) values (null)`.execute(tx)
  })
  await expect(broken).rejects.toThrow('NOT NULL')
  expect(await names()).toEqual([])
})

test('commits none of the later statements of a transaction that SQLite has ended by itself', async () => {
  const change = commitTogether(opened.db, async (tx) => {
    const ended = sql`insert or rollback into department (name) values (null)`.execute(tx)
    await Promise.allSettled([ended, add('alone')(tx)])
    await add('late')(tx)
  })
  await expect(change).rejects.toThrow()
  expect(await names()).toEqual([])
  await commitTogether(opened.db, add('next'))
  expect(await names()).toEqual(['next'])
})
