/** How the server is doing: for its page, and for Prometheus. */
import { statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { PortalStatus } from '#contract/apps/portal.ts'
import { lastBackup, sqliteFile } from '../../db/backup.ts'
import type { Db } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { liveOf } from '../../live/sockets.ts'

const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString()

const SIZE: Readonly<Record<Deps['dialect'], ReturnType<typeof sql<{ bytes: number | string }>>>> = {
  sqlite: sql`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`,
  postgres: sql`select pg_database_size(current_database()) as bytes`,
}

/** On SQLite with what its journal holds besides. */
async function databaseBytes(db: Db, dialect: Deps['dialect'], file: string | null): Promise<number> {
  const { rows } = await SIZE[dialect].execute(db)
  const journal = file ? (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) : 0
  return Number(rows[0]?.bytes ?? 0) + journal
}

/** What whoever runs this server may still fill; null where the database lies on no disk of its own. */
async function diskFree(file: string | null): Promise<number | null> {
  if (!file) return null
  const { bavail, bsize } = await statfs(file)
  return bavail * bsize
}

async function countUsers(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('user')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Changes of the board after `rev`: what the viewers are still to be told. */
async function untold(db: Db, rev: number): Promise<number> {
  const { count } = await db
    .selectFrom('change')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('rev', '>', rev)
    .where('topic', 'in', ['board', 'board-list'])
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function statusOf(deps: Omit<Deps, 'db'>, db: Db, now: string): Promise<PortalStatus> {
  const { rev } = await db.selectFrom('revision').select('rev').where('id', '=', 1).executeTakeFirstOrThrow()
  const live = liveOf(deps)
  const file = await sqliteFile({ db, dialect: deps.dialect })
  return {
    version: deps.config.version,
    startedAt,
    now,
    database: { kind: deps.dialect, bytes: await databaseBytes(db, deps.dialect, file) },
    users: await countUsers(db),
    live: { sockets: live?.count() ?? 0, rev, behind: live ? await untold(db, live.rev()) : 0 },
    memoryBytes: process.memoryUsage.rss(),
    diskFree: await diskFree(file),
    node: process.version,
    lastBackup: await lastBackup({ db, dialect: deps.dialect }, now),
  }
}
