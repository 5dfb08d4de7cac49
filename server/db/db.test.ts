import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { lockWaiters } from '#tests/lock-waiters.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { isRetryable, isUniqueViolation } from './errors.ts'
import { recordChange } from './feed.ts'
import { type FeedChange, followFeed } from './follow.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'

let portal: Portal
beforeEach(async () => {
  portal = await openPortal()
})
afterEach(() => portal.close())

const NOW = '2026-03-05T12:00:00.000Z'
const write = (topic: 'users' | 'board', entity: number) =>
  portal.deps.db.transaction().execute((tx) => recordChange(tx, topic, entity, NOW))

describe('the schema', () => {
  test('is not migrated again if it is up to date', async () => {
    const { db, dialect } = portal.deps
    const user = await portal.addUser()
    expect(await migrate(db, dialect)).toBe(0)
    expect(await db.selectFrom('user').select('id').execute()).toEqual([{ id: user.id }])
    const { rows } = await sql`select version from schema_version`.execute(db)
    expect(rows).toHaveLength(1)
  })

  test('of a newer release is refused', async () => {
    const { db, dialect } = portal.deps
    await sql`update schema_version set version = version + 1`.execute(db)
    await expect(migrate(db, dialect)).rejects.toThrow(/schema version \d+.*newer release/)
  })

  test('contains each built-in once, even after one was renamed', async () => {
    const { db, dialect } = portal.deps
    const all = () => db.selectFrom('application').selectAll().orderBy('id').execute()
    await db.updateTable('application').set({ name: 'Pauses' }).where('hard_id', '=', 1).execute()
    const before = await all()
    await migrate(db, dialect)
    expect(await all()).toEqual(before)
    expect(await db.selectFrom('department').select('name').execute()).toEqual([{ name: 'Everyone' }])
  })
})

describe('a migration under the load of the previous release', () => {
  test('is repeated after a deadlock', async ({ skip }) => {
    const { config, db } = portal.deps
    if (!config.databaseUrl) return skip('SQLite has one server.')
    // As three releases before, whose columns are added to `user_task` first, then to `department`.
    await sql`alter table user_task drop column changed_by_id`.execute(db)
    await sql`alter table department drop column log_from`.execute(db)
    await sql`alter table display_code drop column asked_from, drop column user_agent`.execute(db)
    await sql`update schema_version set version = version - 3`.execute(db)
    const url = new URL(config.databaseUrl)
    // The other transaction looks for deadlocks later, so it is the migration that is cancelled.
    url.searchParams.set('options', `${url.searchParams.get('options')} -c deadlock_timeout=3000`)
    const next = openDatabase(url.href)
    const { migrating } = await db.transaction().execute(async (tx) => {
      await sql`set local deadlock_timeout = '1min'`.execute(tx)
      await sql`set local lock_timeout = 0`.execute(tx)
      await sql`select 1 from department`.execute(tx)
      const waiting = await lockWaiters(db, tx)
      const migrating = migrate(next.db, next.dialect)
      migrating.catch(() => {})
      await expect.poll(waiting, { interval: 10 }).toBe(1)
      await sql`select 1 from user_task`.execute(tx)
      return { migrating }
    })
    expect(await migrating).toBe(3)
    await next.db.destroy()
  })
})

describe('several servers that start on an empty Postgres', () => {
  test('create the built-ins once, with their numbers as ids, and a restart uses up no id', async ({ skip }) => {
    const { databaseUrl } = portal.deps.config
    if (!databaseUrl) return skip('SQLite has one server.')
    const schema = `test_${randomUUID().replaceAll('-', '')}`
    await sql`create schema ${sql.id(schema)}`.execute(portal.deps.db)
    const url = new URL(databaseUrl)
    url.searchParams.set('options', `-c search_path=${schema}`)
    const servers = [openDatabase(url.href), openDatabase(url.href), openDatabase(url.href)]
    await Promise.all(servers.map(({ db, dialect }) => migrate(db, dialect)))
    const [{ db }] = servers as [(typeof servers)[0], ...typeof servers]
    const all = await db.selectFrom('application').select(['id', 'hard_id']).orderBy('id').execute()
    expect(all).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((id) => ({ id, hard_id: id })))
    const values = { name: 'Wiki', urlslug: 'wiki', image: '', category: '', description: '', saved: 1, rev: 0 }
    expect(await db.insertInto('application').values(values).returning('id').executeTakeFirst()).toEqual({ id: 9 })
    await Promise.all(servers.map((server) => server.db.destroy()))
    await sql`drop schema ${sql.id(schema)} cascade`.execute(portal.deps.db)
  })
})

describe('errors', () => {
  test('a unique violation is recognised, and is retryable on Postgres only', async () => {
    const { db, dialect } = portal.deps
    const add = db.insertInto('department').values({ name: 'everyone', rev: 0 }).execute()
    const error = await add.catch((reason) => reason)
    expect(isUniqueViolation(error)).toBe(true)
    expect(isRetryable(error)).toBe(dialect === 'postgres')
    for (const other of [null, undefined, 'x', new Error('x'), { code: 7 }]) {
      expect(isUniqueViolation(other)).toBe(false)
      expect(isRetryable(other)).toBe(false)
    }
  })
})

describe('a connection', () => {
  test('that breaks during a transaction rejects it without an uncaught exception', async ({ skip }) => {
    const { db, dialect } = portal.deps
    if (dialect === 'sqlite') return skip('SQLite is no other process.')
    const unheard = vi.fn()
    process.on('uncaughtException', unheard)
    try {
      const broken = db.transaction().execute(async (tx) => {
        await recordChange(tx, 'users', 1, NOW)
        await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx).catch(() => {})
        await vi.waitFor(() => expect(sql`select 1`.execute(tx)).rejects.toThrow('not queryable'), 10_000)
        return 'went on'
      })
      await expect(broken).rejects.toThrow('not queryable')
      expect(unheard).not.toHaveBeenCalled()
      expect(await db.selectFrom('change').select('rev').where('at', '=', NOW).execute()).toEqual([])
    } finally {
      process.off('uncaughtException', unheard)
    }
  })

  test('reads what others have committed meanwhile, although the database has another default', async ({ skip }) => {
    const { databaseUrl } = portal.deps.config
    if (!databaseUrl) return skip('SQLite has one isolation.')
    const name = `strict_${randomUUID().replaceAll('-', '')}`
    const role = sql.id(name)
    await sql`create role ${role} login superuser password 'strict'`.execute(portal.deps.db)
    await sql`alter role ${role} set default_transaction_isolation = 'repeatable read'`.execute(portal.deps.db)
    const url = new URL(databaseUrl)
    url.username = name
    url.password = 'strict'
    const { db } = openDatabase(url.href)
    const { rows } = await sql`show transaction_isolation`.execute(db)
    expect(rows).toEqual([{ transaction_isolation: 'read committed' }])
    await db.destroy()
    await sql`drop role ${role}`.execute(portal.deps.db)
  })

  test('to a host that does not answer times out after 10 s', async () => {
    const silent = createServer()
    await once(silent.listen(0, '127.0.0.1'), 'listening')
    const { port } = silent.address() as AddressInfo
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { db } = openDatabase(`postgres://u:p@127.0.0.1:${port}/x`)
    try {
      const asked = sql`select 1`.execute(db)
      asked.catch(() => {})
      await once(silent, 'connection')
      await vi.advanceTimersByTimeAsync(10_000)
      await expect(asked).rejects.toThrow('timeout')
    } finally {
      vi.useRealTimers()
      await db.destroy()
      silent.close()
    }
  })

  test('has a timeout of 10 s for idle transactions', async ({ skip }) => {
    const { db, dialect } = portal.deps
    if (dialect === 'sqlite') return skip('One process alone writes to SQLite.')
    const { rows } = await sql`select current_setting('idle_in_transaction_session_timeout') as most`.execute(db)
    expect(rows).toEqual([{ most: '10s' }])
  })
})

describe('the feed', () => {
  /** Collects the changes that a follower receives; `until` waits for a number of them. */
  function ear(feed: Portal['deps']['feed']) {
    const heard: FeedChange[] = []
    const stop = feed.listen((changes) => heard.push(...changes))
    return {
      heard,
      stop,
      until: (count: number) => vi.waitFor(() => expect(heard.length).toBeGreaterThanOrEqual(count), 10_000),
    }
  }

  test('delivers every change once, in the order of the commits', async () => {
    const { heard, until, stop } = ear(portal.deps.feed)
    const revs = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const rev = await write('users', index)
        portal.deps.feed.wake()
        return rev
      }),
    )
    await until(20)
    expect(heard.map(({ rev }) => rev)).toEqual([...revs].sort((a, b) => a - b))
    expect(new Set(heard.map(({ entity }) => entity)).size).toBe(20)
    expect(heard[0]).toMatchObject({ topic: 'users', at: NOW })
    stop()
    const other = ear(portal.deps.feed)
    await write('board', 7)
    portal.deps.feed.wake()
    await other.until(1)
    expect(other.heard).toMatchObject([{ topic: 'board', entity: 7 }])
    expect(heard).toHaveLength(20)
  })

  test('delivers no change that was rolled back', async () => {
    const { heard, until } = ear(portal.deps.feed)
    const undone = portal.deps.db.transaction().execute(async (tx) => {
      await recordChange(tx, 'users', 1, NOW)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await write('users', 2)
    portal.deps.feed.wake()
    await until(1)
    expect(heard.map(({ entity }) => entity)).toEqual([2])
  })

  test('delivers changes to the other listeners if one throws', async () => {
    const report = vi.fn()
    const feed = followFeed({ db: portal.deps.db, report })
    await feed.start()
    try {
      feed.listen(() => {
        throw new Error('deaf')
      })
      const { heard, until } = ear(feed)
      await write('users', 1)
      feed.wake()
      await until(1)
      await write('users', 2)
      feed.wake()
      await until(2)
      expect(heard.map(({ entity }) => entity)).toEqual([1, 2])
      expect(report).toHaveBeenCalledWith(new Error('deaf'))
    } finally {
      await feed.stop()
    }
  })

  /** The database, with reads by the feed failing while `fails` is not 0. */
  const failing = (state: { fails: number }) =>
    new Proxy(portal.deps.db, {
      get(real, name) {
        const value = Reflect.get(real, name)
        if (name !== 'executeQuery' || state.fails === 0) return typeof value === 'function' ? value.bind(real) : value
        state.fails--
        throw new Error('unreadable')
      },
    })

  test('schedules a single retry while reads fail, however often it is woken', async () => {
    const state = { fails: 0 }
    const report = vi.fn()
    const feed = followFeed({ db: failing(state), report })
    await feed.start()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      state.fails = Number.POSITIVE_INFINITY
      for (let count = 1; count <= 4; count++) {
        feed.wake()
        // Each wake-up is in another turn, and comes before the retry that the previous failure scheduled.
        await new Promise((asked) => setImmediate(asked))
        await vi.advanceTimersByTimeAsync(200)
        expect(report).toHaveBeenCalledTimes(count)
      }
      for (let moment = 0; moment < 10; moment++) await vi.advanceTimersByTimeAsync(100)
      expect(report).toHaveBeenCalledTimes(5)
      await feed.stop()
      await vi.advanceTimersByTimeAsync(5_000)
      expect(report).toHaveBeenCalledTimes(5)
    } finally {
      vi.useRealTimers()
      await feed.stop()
    }
  })

  test('retries a failed read without being woken again', async () => {
    const report = vi.fn()
    const state = { fails: 0 }
    const db = failing(state)
    const feed = followFeed({ db, report })
    await feed.start()
    try {
      const { heard, until } = ear(feed)
      state.fails = 1
      await write('users', 1)
      feed.wake()
      await until(1)
      expect(heard.map(({ entity }) => entity)).toEqual([1])
      expect(report).toHaveBeenCalledExactlyOnceWith(new Error('unreadable'))
    } finally {
      await feed.stop()
    }
  })

  test('delivers the changes of two servers on one database to both', async ({ skip }) => {
    const { databaseUrl } = portal.deps.config
    if (!databaseUrl) return skip('One process alone follows SQLite.')
    const second = await openPortal({ databaseUrl })
    try {
      const [here, there] = [ear(portal.deps.feed), ear(second.deps.feed)]
      await write('users', 1)
      portal.deps.feed.wake()
      await Promise.all([here.until(1), there.until(1)])
      await second.deps.db.transaction().execute((tx) => recordChange(tx, 'board', 2, NOW))
      second.deps.feed.wake()
      await Promise.all([here.until(2), there.until(2)])
      expect(here.heard).toEqual(there.heard)
      expect(here.heard.map(({ entity }) => entity)).toEqual([1, 2])
    } finally {
      await second.close()
    }
  })
})
