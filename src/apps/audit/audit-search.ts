/** What of the audit log is in the URL: whose entries, which kind, from where on; it survives a reload and the back button. */
import { AUDIT_KINDS, type AuditKind } from '#contract/apps/audit.ts'

export interface AuditSearch {
  /** A user id; none: everybody. */
  readonly person?: number
  /** None: all kinds. */
  readonly kind?: AuditKind
  /** An entry's `_id`: those older than it. None: from the newest on. */
  readonly before?: number
}

const id = (value: unknown) => (/^[1-9]\d{0,8}$/.test(String(value)) ? Number(value) : undefined)

export function auditSearch(search: Record<string, unknown>): AuditSearch {
  const [person, before] = [id(search.person), id(search.before)]
  const kind = (Object.keys(AUDIT_KINDS) as AuditKind[]).find((each) => each === search.kind)
  return { ...(person ? { person } : {}), ...(kind ? { kind } : {}), ...(before ? { before } : {}) }
}
