/** Tickets: a random value that opens one live socket, once, within 30 s (wire.md “On break”, offline.md §3.4). */
import type { Db } from '../db/tables.ts'
import type { SignedInCaller } from '../http/route.ts'
import { isSecret, newSecret, sha256 } from '../http/secrets.ts'
import { after } from '../lib/instants.ts'

const LIFETIME_MS = 30_000

/** A person, by session, or a display. */
export type TicketHolder =
  | { readonly kind: 'session'; readonly sessionId: number; readonly userId: number }
  | { readonly kind: 'display'; readonly displayId: number }

/** Returns whom a ticket for this caller belongs to. */
export const holderOf = ({ kind, id, sessionId }: SignedInCaller): TicketHolder =>
  kind === 'display' ? { kind, displayId: id } : { kind: 'session', sessionId, userId: id }

/** Deletes expired tickets. */
export async function purgeTickets(db: Db, now: string): Promise<void> {
  await db.deleteFrom('ticket').where('expires_at', '<', now).execute()
}

/** Issues a ticket. Only its hash is stored. */
export async function issueTicket(db: Db, holder: TicketHolder, now: string): Promise<string> {
  const ticket = newSecret()
  await purgeTickets(db, now)
  await db
    .insertInto('ticket')
    .values({
      ticket_hash: sha256(ticket),
      session_id: holder.kind === 'session' ? holder.sessionId : null,
      user_id: holder.kind === 'session' ? holder.userId : null,
      display_id: holder.kind === 'display' ? holder.displayId : null,
      expires_at: after(now, LIFETIME_MS),
    })
    .execute()
  return ticket
}

/** Redeems a ticket. Returns null if it is unknown, used or expired; what is none costs no query. */
export async function takeTicket(db: Db, ticket: string, now: string): Promise<TicketHolder | null> {
  if (!isSecret(ticket)) return null
  const row = await db
    .deleteFrom('ticket')
    .where('ticket_hash', '=', sha256(ticket))
    .returning(['session_id', 'user_id', 'display_id', 'expires_at'])
    .executeTakeFirst()
  if (!row || row.expires_at < now) return null
  if (row.display_id !== null) return { kind: 'display', displayId: row.display_id }
  if (row.session_id === null || row.user_id === null) return null
  return { kind: 'session', sessionId: row.session_id, userId: row.user_id }
}
