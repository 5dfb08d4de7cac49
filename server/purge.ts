/**
 * Forgets what has had its time: keys, sessions, tickets, codes, failures, old changes, unused images and video files,
 * audit entries, runs and notifications.
 */
import { purgeFailures } from './apps/accounts/sign-in-limits.ts'
import { purgeImages } from './apps/applications/images.ts'
import { purgeAudit } from './apps/audit/store.ts'
import { purgeCodes } from './apps/displays/codes.ts'
import { purgeRuns } from './apps/etl/purge.ts'
import { purgePush } from './apps/notifications/store.ts'
import { videoFiles } from './apps/videos/files.ts'
import { videos } from './apps/videos/store.ts'
import type { Db } from './db/tables.ts'
import type { Deps } from './deps.ts'
import { purgeIdempotency } from './http/idempotency.ts'
import { purgeSessions } from './http/sessions.ts'
import { before, DAY_MS } from './instants.ts'

const FEED_KEPT_MS = 7 * DAY_MS

const purgeTickets = (db: Db, now: string) => db.deleteFrom('ticket').where('expires_at', '<', now).execute()

const BATCH = 1_000

/** From the oldest on: revisions grow with time, and an index on the time would cost each change a write. */
async function purgeFeed(db: Db, now: string): Promise<void> {
  const since = before(now, FEED_KEPT_MS)
  for (;;) {
    const oldest = await db.selectFrom('change').select(['rev', 'at']).orderBy('rev').limit(BATCH).execute()
    const last = oldest.findLast(({ at }) => at < since)
    if (!last) return
    await db.deleteFrom('change').where('rev', '<=', last.rev).execute()
    if (last.rev !== oldest.at(-1)?.rev) return
  }
}

type Source = Pick<Deps, 'db' | 'config'>

const PARTS: readonly ((source: Source, now: string) => Promise<unknown>)[] = [
  ({ db }, now) => purgeIdempotency(db, now),
  ({ db }, now) => purgeSessions(db, now),
  ({ db }, now) => purgeFailures(db, now),
  ({ db, config }, now) => purgeAudit(db, now, config.auditDays),
  ({ db }, now) => purgeCodes(db, now),
  ({ db }, now) => purgeImages(db, now),
  ({ db, config }, now) => purgeRuns(db, now, config.etlDays),
  ({ db }, now) => purgePush(db, now),
  async ({ db, config }, now) => videoFiles(config.dataDir).sweep(await videos(db).files(), now),
  ({ db }, now) => purgeTickets(db, now),
  ({ db }, now) => purgeFeed(db, now),
]

/** One after the other: what fails keeps nothing else in the house, and is told of at the end. */
export async function purge(source: Source, now: string): Promise<void> {
  const failures: unknown[] = []
  for (const part of PARTS) await part(source, now).catch((error) => failures.push(error))
  if (failures.length > 0)
    throw new AggregateError(failures, 'Not everything that has had its time could be forgotten.')
}
