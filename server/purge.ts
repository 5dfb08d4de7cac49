/** Forgets what has had its time: keys, sessions, tickets, failures, old changes, unused images and video files, audit entries and runs. */
import { purgeFailures } from './apps/accounts/sign-in-limits.ts'
import { purgeImages } from './apps/applications/images.ts'
import { purgeAudit } from './apps/audit/store.ts'
import { purgeCodes } from './apps/displays/codes.ts'
import { purgeRuns } from './apps/etl/purge.ts'
import { purgePush } from './apps/notifications/store.ts'
import { videoFiles } from './apps/videos/files.ts'
import { videos } from './apps/videos/store.ts'
import type { Deps } from './deps.ts'
import { purgeIdempotency } from './http/idempotency.ts'
import { purgeSessions } from './http/sessions.ts'

const FEED_KEPT_MS = 7 * 86_400_000

export async function purge({ db, config }: Pick<Deps, 'db' | 'config'>, now: string): Promise<void> {
  await purgeIdempotency(db, now)
  await purgeSessions(db, now)
  await purgeFailures(db, now)
  await purgeAudit(db, now, config.auditDays)
  await purgeCodes(db, now)
  await purgeImages(db, now)
  await purgeRuns(db, now, config.etlDays)
  await purgePush(db, now)
  await videoFiles(config.dataDir).sweep(await videos(db).files(), now)
  await db.deleteFrom('ticket').where('expires_at', '<', now).execute()
  await db
    .deleteFrom('change')
    .where('at', '<', new Date(Date.parse(now) - FEED_KEPT_MS).toISOString())
    .execute()
}
