/** The audit log: who signed in, and who changed what about which person or thing. */
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { keysOf } from '../records.ts'
import { Id, QueryNumber } from '../values.ts'
import { admin } from '../who.ts'

/** The kinds of entry, with a label for a person. */
export const AUDIT_KINDS = {
  'sign-in': 'Signed in',
  'sign-in-refused': 'Sign-in refused',
  'sign-out': 'Signed out',
  registered: 'Registered',
  'user-made': 'User made',
  'user-changed': 'User changed',
  'password-set': 'Own password set',
  'password-given': 'Password given by an admin',
  'permissions-changed': 'Permissions changed',
  deactivated: 'Deactivated',
  reactivated: 'Reactivated',
  'user-deleted': 'User deleted',
  'department-chosen': 'Own department chosen',
  'department-made': 'Department made',
  'department-renamed': 'Department renamed',
  'department-deleted': 'Department deleted',
  'application-made': 'Application made',
  'application-changed': 'Application changed',
  'application-deleted': 'Application deleted',
  'break-type-made': 'Break type made',
  'break-type-renamed': 'Break type renamed',
  'break-type-changed': 'Break type changed',
  'break-type-deleted': 'Break type deleted',
  'display-approved': 'Display approved',
  'display-renamed': 'Display renamed',
  'display-revoked': 'Display revoked',
  'api-key-made': 'API key made',
  'api-key-revoked': 'API key revoked',
  'analytics-set': 'Address of the analytics set',
  refused: 'Call refused',
} as const
export type AuditKind = keyof typeof AUDIT_KINDS

const Kind = z.enum(keysOf(AUDIT_KINDS), 'There is no such kind of entry.')

/** A change of one field, named as in the call that changes it (cepManager by name). `''`: no value. Long texts are cut. */
export const AuditChange = z.object({ field: z.string(), from: z.string(), to: z.string() })
export type AuditChange = z.infer<typeof AuditChange>

/** One entry. Names are as they were at that time, so that an entry about somebody deleted since stays readable. */
export const AuditEntry = z.object({
  _id: Id,
  at: z.string(),
  kind: Kind,
  /** Who did it; null if nobody was signed in. */
  actor: z.nullable(z.object({ id: Id, name: z.string() })),
  /** A user; or, without an id, a department, application, break type, display or API key by its name, or a refused call. */
  subject: z.nullable(z.object({ id: z.nullable(Id), name: z.string() })),
  changes: z.array(AuditChange),
  /** The client's address; `''` if the server acted by itself. */
  address: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** Number of entries in one answer: by default, and at most with `limit`. */
export const AUDIT_PAGE = { usual: 100, most: 500 } as const

export const listAudit = call({
  method: 'GET',
  path: '/api/audit/',
  summary: 'Who signed in and who changed what, newest first',
  who: admin,
  query: z.object({
    /** A user id: returns entries by and about this person. */
    person: z.optional(QueryNumber),
    kind: z.optional(Kind),
    /** An entry's `_id`: returns entries older than it. */
    before: z.optional(QueryNumber),
    limit: z.optional(QueryNumber),
  }),
  answer: z.array(AuditEntry),
  ours: true,
})
