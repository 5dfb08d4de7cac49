/** Audit log entries about people. */
import { eachFlag, ofFlags } from '#contract/who.ts'
import type { Db } from '../../db/tables.ts'
import { type AuditedFields, type AuditOrigin, audit, diff } from '../audit/store.ts'
import { asUser, findUser, getUser, holdUser, type UserRecord } from './store.ts'

/** A person as they were before a change. */
export interface PersonSnapshot {
  readonly id: number
  readonly name: string
  readonly fields: AuditedFields
}

/** The fields of a person who does not exist yet. */
const NOBODY: AuditedFields = {
  name: '',
  email: '',
  isAdmin: false,
  deactivated: false,
  ...ofFlags(false),
  cepManager: '',
  dept: '',
}

/** Managers are named: their ids mean nothing once they are deleted. */
async function fieldsOf(db: Db, row: UserRecord): Promise<AuditedFields> {
  const { name, email, isAdmin, deactivated = false, permissions } = asUser(row)
  const manager = row.manager_id === null ? undefined : await findUser(db, row.manager_id)
  return {
    name,
    email,
    isAdmin,
    deactivated,
    ...eachFlag((flag) => permissions[flag]),
    cepManager: manager?.name ?? '',
    dept: permissions.empType,
  }
}

async function personOf(db: Db, id: number): Promise<PersonSnapshot> {
  const row = await getUser(db, id)
  return { id, name: row.name, fields: await fieldsOf(db, row) }
}

/**
 * Returns the person as they are before a change, locked until the transaction ends, so that each change is logged
 * once, with the person who made it. Call it after `requireOtherAdmin`, which locks the admins in an order of its own.
 */
export async function holdPerson(db: Db, id: number): Promise<PersonSnapshot> {
  await holdUser(db, id)
  return personOf(db, id)
}

/** Logs a new person. A person who registers is the actor themselves. */
export async function auditNewUser(
  db: Db,
  id: number,
  kind: 'registered' | 'user-made',
  origin: AuditOrigin,
): Promise<void> {
  const { name, fields } = await personOf(db, id)
  const subject = { id, name }
  const actor = kind === 'registered' ? subject : origin.actor
  await audit(db, { ...origin, actor, kind, subject, changes: diff(NOBODY, fields) })
}

/** Logs what has changed since `before`; nothing if nothing has. */
export async function auditUser(
  db: Db,
  before: PersonSnapshot,
  kind: 'user-changed' | 'permissions-changed' | 'department-chosen',
  origin: AuditOrigin,
): Promise<void> {
  const changes = diff(before.fields, (await personOf(db, before.id)).fields)
  if (changes.length === 0) return
  const activation = changes.find(({ field }) => field === 'deactivated')
  const logged = activation ? (activation.to === 'true' ? 'deactivated' : 'reactivated') : kind
  await audit(db, { ...origin, kind: logged, subject: before, changes })
}
