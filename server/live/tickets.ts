/** Tickets: a random value that opens one live socket, once, within 30 s (wire.md “On break”, offline.md §3.4). */
import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '../db/tables.ts'

const LIFETIME_MS = 30_000

const hash = (ticket: string) => createHash('sha256').update(ticket).digest('hex')

export interface Holder {
  readonly sessionId: number
  readonly userId: number
}

/** A ticket for the session that asks. Only its hash is kept. */
export async function issueTicket(db: Db, holder: Holder, now: string): Promise<string> {
  const ticket = randomBytes(32).toString('base64url')
  await db.deleteFrom('ticket').where('expires_at', '<', now).execute()
  await db
    .insertInto('ticket')
    .values({
      ticket_hash: hash(ticket),
      session_id: holder.sessionId,
      user_id: holder.userId,
      expires_at: new Date(Date.parse(now) + LIFETIME_MS).toISOString(),
    })
    .execute()
  return ticket
}

/** Uses a ticket up. Null: unknown, used or too old. */
export async function takeTicket(db: Db, ticket: string, now: string): Promise<Holder | null> {
  const row = await db
    .deleteFrom('ticket')
    .where('ticket_hash', '=', hash(ticket))
    .returning(['session_id', 'user_id', 'expires_at'])
    .executeTakeFirst()
  return row && row.expires_at >= now ? { sessionId: row.session_id, userId: row.user_id } : null
}
