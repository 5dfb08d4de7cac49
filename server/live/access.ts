/** Whether the person or display behind a socket may still watch the board (wire.md “Live socket”). */
import { isDisplay } from '../apps/displays/store.ts'
import type { Db } from '../db/tables.ts'
import type { Holder } from './tickets.ts'

const DAY_MS = 86_400_000
/** As sessions live: wire.md “Users and permissions”. */
const IDLE_MS = 14 * DAY_MS
const ABSOLUTE_MS = 90 * DAY_MS

interface Watcher {
  /** May change, and ask about, others too. */
  readonly isBoardAdmin: boolean
}

/** Null: the session or the display is no more, the person is deactivated, must change the password or may not see the board. */
export async function watcherOf(db: Db, holder: Holder, now: string): Promise<Watcher | null> {
  if (holder.kind === 'display') return (await isDisplay(db, holder.displayId, now)) ? { isBoardAdmin: false } : null
  const { sessionId, userId } = holder
  const row = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select([
      'session.created_at',
      'session.last_seen_at',
      'user.deactivated',
      'user.access_onbreak',
      'user.onbreak_admin',
      'user.changed_password',
    ])
    .where('session.id', '=', sessionId)
    .where('session.user_id', '=', userId)
    .executeTakeFirst()
  if (!row || row.deactivated || !row.changed_password) return null
  if (!row.access_onbreak && !row.onbreak_admin) return null
  const [at, began, seen] = [now, row.created_at, row.last_seen_at].map(Date.parse) as [number, number, number]
  if (at - began > ABSOLUTE_MS || at - seen > IDLE_MS) return null
  return { isBoardAdmin: row.onbreak_admin === 1 }
}
