/**
 * Whether the person or display behind a socket may still watch the board (wire.md “Live socket”), by the rule of the board
 * call.
 */
import { boardReader } from '#contract/who.ts'
import { isDisplay } from '../apps/displays/store.ts'
import type { Db } from '../db/tables.ts'
import { sessionById } from '../http/sessions.ts'
import type { TicketHolder } from './tickets.ts'

interface Watcher {
  /** Whether the watcher may send frames about other people too. */
  readonly isBoardAdmin: boolean
}

/**
 * Returns null if the session or the display has ended, or if the person is deactivated, must change the password or may
 * not see the board.
 */
export async function watcherOf(db: Db, holder: TicketHolder, now: string): Promise<Watcher | null> {
  if (holder.kind === 'display') return (await isDisplay(db, holder.displayId, now)) ? { isBoardAdmin: false } : null
  const person = await sessionById(db, holder.sessionId, now)
  if (!person?.permissions.changed_password || boardReader.allows(person, {}) !== true) return null
  return { isBoardAdmin: person.permissions.onbreak_admin }
}
