/**
 * Deletes expired data: idempotency keys, sessions, tickets, display codes, sign-in failures, old feed changes, unused
 * images and video files, audit entries, pipeline runs and notifications.
 */
import { purgeFailures } from './apps/accounts/sign-in-limits.ts'
import { purgeImages } from './apps/applications/images.ts'
import { purgeAudit } from './apps/audit/store.ts'
import { purgeCodes } from './apps/displays/codes.ts'
import { purgeRuns } from './apps/etl/purge.ts'
import { purgePush } from './apps/notifications/store.ts'
import { VideoFiles } from './apps/videos/files.ts'
import { listVideoFiles } from './apps/videos/store.ts'
import { metaOf, setMeta } from './db/meta.ts'
import type { Db } from './db/tables.ts'
import type { Deps } from './deps.ts'
import { purgeIdempotency } from './http/idempotency.ts'
import { purgeSessions } from './http/sessions.ts'
import { before, DAY_MS } from './lib/instants.ts'
import { purgeTickets } from './live/tickets.ts'

const FEED_KEPT_MS = 7 * DAY_MS

const BATCH = 1_000

/**
 * Deletes from the oldest revision on: revisions grow with time, and an index on the time would cost every change a write.
 */
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

type PurgeDeps = Pick<Deps, 'db' | 'config'>

const PARTS: readonly ((deps: PurgeDeps, now: string) => Promise<unknown>)[] = [
  ({ db }, now) => purgeIdempotency(db, now),
  ({ db }, now) => purgeSessions(db, now),
  ({ db }, now) => purgeFailures(db, now),
  ({ db, config }, now) => purgeAudit(db, now, config.auditDays),
  ({ db }, now) => purgeCodes(db, now),
  ({ db }, now) => purgeImages(db, now),
  ({ db, config }, now) => purgeRuns(db, now, config.etlDays),
  ({ db }, now) => purgePush(db, now),
  async ({ db, config }, now) => new VideoFiles(config.dataDir).sweep(await listVideoFiles(db), now),
  ({ db }, now) => purgeTickets(db, now),
  ({ db }, now) => purgeFeed(db, now),
]

const CLEANED_AT = 'cleaned_at'
/** The time by a doubted clock at which the doubt began; `''` for none. In the database, as a doubt outlasts a restart. */
const DOUBTED_AT = 'doubted_at'
/**
 * A jump of the clock beyond this is doubted: a clock that is wrong (as on a machine that starts without knowing the time)
 * is more likely than a portal that did not run for so long.
 */
const MAX_PAUSE_MS = 7 * DAY_MS
/** How long a doubted clock is not acted upon. By then an operator will have corrected it. */
const DOUBTED_MS = DAY_MS

/**
 * Returns for how many milliseconds the clock has been doubted, by that clock: for none yet if it has jumped again since.
 */
async function doubtedFor(db: Db, now: string): Promise<number> {
  const since = await metaOf(db, DOUBTED_AT)
  const passed = since ? Date.parse(now) - Date.parse(since) : -1
  if (passed >= 0 && passed <= MAX_PAUSE_MS) return passed
  await setMeta(db, DOUBTED_AT, now)
  return 0
}

/**
 * Returns a function that purges, to be called again and again. If the clock is more than a week past the last purge it may
 * be wrong: the function then throws, and accepts that clock only after a day, over restarts too, or a portal that is
 * switched off each night would never purge again. `uptime` returns monotonic milliseconds.
 */
export function purging(deps: PurgeDeps, uptime = () => performance.now()): (now: string) => Promise<void> {
  let doubtedSince: number | null = null
  return async (now) => {
    const last = await metaOf(deps.db, CLEANED_AT)
    const isFar = last !== undefined && Date.parse(now) - Date.parse(last) > MAX_PAUSE_MS
    doubtedSince = isFar ? (doubtedSince ?? uptime()) : null
    if (doubtedSince !== null) {
      const longest = Math.max(uptime() - doubtedSince, await doubtedFor(deps.db, now))
      if (longest < DOUBTED_MS)
        throw new Error(
          `It is ${now} by this machine, more than a week after the portal last deleted expired data (${last}). In case its clock is wrong, nothing is deleted for a day.`,
        )
    }
    // Written only if needed: on a full disk the deletions come first.
    if (await metaOf(deps.db, DOUBTED_AT)) await setMeta(deps.db, DOUBTED_AT, '')
    await purge(deps, now).finally(() => setMeta(deps.db, CLEANED_AT, now))
  }
}

/** Runs all parts one after the other. A part that fails does not stop the others; all failures are thrown at the end. */
export async function purge(deps: PurgeDeps, now: string): Promise<void> {
  const failures: unknown[] = []
  for (const part of PARTS) await part(deps, now).catch((error) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, 'Some expired data could not be deleted.')
}
