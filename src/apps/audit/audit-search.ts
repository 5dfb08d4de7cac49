/** What of the audit log is in the URL: whose entries, which kind, from where on; it survives a reload and the back button. */
import { AUDIT_KINDS, type AuditKind } from '#contract/apps/audit.ts'
import { given, oneOf } from '#src/lib/search-params.ts'

export interface AuditSearch {
  /** A user id; none: everybody. */
  readonly person?: number
  /** None: all kinds. */
  readonly kind?: AuditKind
  /** An entry's `_id`: those older than it. None: from the newest on. */
  readonly before?: number
}

/** No longer than the server takes: it would refuse the list. */
const id = (value: unknown) => (/^[1-9]\d{0,8}$/.test(String(value)) ? Number(value) : undefined)

export const auditSearch = (search: Record<string, unknown>): AuditSearch =>
  given({
    person: id(search.person),
    kind: oneOf(Object.keys(AUDIT_KINDS) as AuditKind[], search.kind),
    before: id(search.before),
  })
