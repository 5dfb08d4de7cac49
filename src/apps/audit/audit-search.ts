/** The audit log's search params in the URL (person, kind, start): they survive a reload and the back button. */
import { AUDIT_KINDS, type AuditKind } from '#contract/apps/audit.ts'
import { keysOf } from '#contract/records.ts'
import { oneOf, withoutUndefined } from '#src/lib/search-params.ts'

export interface AuditSearch {
  /** A user id. Absent: everybody. */
  readonly person?: number
  /** Absent: all kinds. */
  readonly kind?: AuditKind
  /** An entry's `_id`: only older entries are listed. Absent: from the newest on. */
  readonly before?: number
}

/** Drops ids with more digits than the server accepts: it would refuse the list. */
const id = (value: unknown) => (/^[1-9]\d{0,8}$/.test(String(value)) ? Number(value) : undefined)

export const auditSearch = (search: Record<string, unknown>): AuditSearch =>
  withoutUndefined({
    person: id(search.person),
    kind: oneOf(keysOf(AUDIT_KINDS), search.kind),
    before: id(search.before),
  })
