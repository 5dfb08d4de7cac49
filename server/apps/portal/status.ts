/** The state of the server, for its status page and for Prometheus. */
import { statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { PortalStatus } from '#contract/apps/portal.ts'
import { lastBackup, sqliteFile } from '../../db/backup.ts'
import { latestRev } from '../../db/feed.ts'
import type { Db, Tables } from '../../db/tables.ts'
import { BOARD_TOPICS } from '../../db/topics.ts'
import type { Deps } from '../../deps.ts'
import { liveOf } from '../../live/sockets.ts'

const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString()

const SIZE: Readonly<Record<Deps['dialect'], ReturnType<typeof sql<{ bytes: number }>>>> = {
  sqlite: sql`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`,
  postgres: sql`select pg_database_size(current_database()) as bytes`,
}

/** Returns the size of the database; on SQLite including its journal. */
async function databaseBytes(db: Db, dialect: Deps['dialect'], file: string | null): Promise<number> {
  const { rows } = await SIZE[dialect].execute(db)
  const journal = file ? (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) : 0
  return (rows[0]?.bytes ?? 0) + journal
}

/** Returns the space that the server's user may still fill; null where the database has no file of its own. */
async function diskFree(file: string | null): Promise<number | null> {
  if (!file) return null
  const { bavail, bsize } = await statfs(file)
  return bavail * bsize
}

async function countOf<T extends keyof Tables>(rows: SelectQueryBuilder<Tables, T, object>): Promise<number> {
  const { count } = await rows.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return count
}

/** Selects the changes of the board after `rev`, which viewers have not received yet. */
const pendingChanges = (db: Db, rev: number) =>
  db.selectFrom('change').where('rev', '>', rev).where('topic', 'in', BOARD_TOPICS)

/** Returns the state of the server and its database. */
export async function statusOf(deps: Omit<Deps, 'db'>, db: Db, now: string): Promise<PortalStatus> {
  const rev = await latestRev(db)
  const live = liveOf(deps)
  const file = await sqliteFile({ db, dialect: deps.dialect })
  return {
    version: deps.config.version,
    startedAt,
    now,
    database: { kind: deps.dialect, bytes: await databaseBytes(db, deps.dialect, file) },
    users: await countOf(db.selectFrom('user')),
    live: { sockets: live?.count() ?? 0, rev, behind: live ? await countOf(pendingChanges(db, live.rev())) : 0 },
    memoryBytes: process.memoryUsage.rss(),
    diskFree: await diskFree(file),
    node: process.version,
    lastBackup: await lastBackup({ db, dialect: deps.dialect }, now),
  }
}
