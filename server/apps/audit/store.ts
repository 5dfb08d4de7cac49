/** The audit log in the database. Entries never change; only the purge deletes them. */
import type { Selectable } from 'kysely'
import { AUDIT_PAGE, type AuditChange, type AuditEntry, type AuditKind } from '#contract/apps/audit.ts'
import { deleteInSteps } from '../../db/delete-in-steps.ts'
import type { AuditTable, Db } from '../../db/tables.ts'
import { before, DAY_MS } from '../../lib/instants.ts'

interface NewAuditEntry {
  readonly kind: AuditKind
  readonly actor: { readonly id: number; readonly name: string } | null
  /** `id` is that of a user; null where the subject is no user. */
  readonly subject?: { readonly id: number | null; readonly name: string } | null
  readonly changes?: readonly AuditChange[]
  readonly at: string
  readonly address: string
}

/** Who acts, when and from which address. */
export type AuditOrigin = Pick<NewAuditEntry, 'actor' | 'at' | 'address'>

/**
 * Logs an action. Call it in the same transaction as the action, so that neither exists without the other. Never put a
 * password, a token or a hash in it.
 */
export async function audit(
  db: Db,
  { kind, actor, subject = null, changes = [], at, address }: NewAuditEntry,
): Promise<void> {
  await db
    .insertInto('audit')
    .values({
      at,
      kind,
      actor_id: actor?.id ?? null,
      actor_name: actor?.name ?? null,
      subject_id: subject?.id ?? null,
      subject_name: subject?.name ?? null,
      changes: JSON.stringify(changes),
      address,
    })
    .execute()
}

/** The part of a call's input that the log needs: who makes it, when and from which address. */
interface AuditContext {
  readonly db: Db
  readonly caller: { readonly id: number; readonly name: string }
  readonly now: string
  readonly address: string
}

/** Logs what the caller did to something other than a person, identified by its name. */
export const auditThing = (
  { db, caller, now, address }: AuditContext,
  kind: AuditKind,
  name: string,
  changes: readonly AuditChange[] = [],
): Promise<void> => audit(db, { kind, actor: caller, subject: { id: null, name }, changes, at: now, address })

/** Fields of a record, named as in the calls that change them. */
export type AuditedFields = Readonly<Record<string, string | number | boolean | null>>

/** Longest value in the log. The beginning is enough to tell descriptions apart; the log does not store whole texts. */
const MAX_VALUE_LENGTH = 300

function textOf(value: AuditedFields[string] | undefined): string {
  const text = String(value ?? '')
  // Cut by code points: half a surrogate pair cannot be stored.
  const beginning = [...text].slice(0, MAX_VALUE_LENGTH).join('')
  return beginning === text ? text : `${beginning}…`
}

/**
 * Returns the fields that differ, in the order of `from`, then of `to`. A field that is missing on one side is `''`
 * there.
 */
export const diff = (from: AuditedFields, to: AuditedFields): AuditChange[] =>
  Object.keys({ ...from, ...to })
    .filter((field) => (from[field] ?? '') !== (to[field] ?? ''))
    .map((field) => ({ field, from: textOf(from[field]), to: textOf(to[field]) }))

interface AuditFilter {
  readonly person?: number | undefined
  readonly kind?: AuditKind | undefined
  readonly before?: number | undefined
  readonly limit?: number | undefined
}

/** Returns the entries that match, newest first. */
export async function auditEntries(db: Db, { person, kind, before: newer, limit }: AuditFilter): Promise<AuditEntry[]> {
  let rows = db.selectFrom('audit').selectAll()
  if (person !== undefined)
    rows = rows.where((eb) => eb.or([eb('actor_id', '=', person), eb('subject_id', '=', person)]))
  if (kind !== undefined) rows = rows.where('kind', '=', kind)
  if (newer !== undefined) rows = rows.where('id', '<', newer)
  const most = Math.min(limit ?? AUDIT_PAGE.usual, AUDIT_PAGE.most)
  return (await rows.orderBy('id', 'desc').limit(most).execute()).map(asEntry)
}

const asEntry = (row: Selectable<AuditTable>): AuditEntry => ({
  _id: row.id,
  at: row.at,
  kind: row.kind,
  actor: row.actor_id === null ? null : { id: row.actor_id, name: row.actor_name ?? '' },
  subject: row.subject_name === null ? null : { id: row.subject_id, name: row.subject_name },
  changes: JSON.parse(row.changes) as AuditChange[],
  address: row.address,
})

/** Deletes entries older than `days`. */
export async function purgeAudit(db: Db, now: string, days: number): Promise<void> {
  const old = db
    .selectFrom('audit')
    .select('id')
    .where('at', '<', before(now, days * DAY_MS))
  await deleteInSteps((most) => db.deleteFrom('audit').where('id', 'in', old.limit(most)))
}
