/** What the audit log tells of a person. */
import { eachFlag, ofFlags } from '#contract/who.ts'
import type { Db } from '../../db/tables.ts'
import { audit, type By, diff, type Fields } from '../audit/store.ts'
import { asUser, type UserRecord, users } from './store.ts'

/** As they were before a change. */
export interface Person {
  readonly id: number
  readonly name: string
  readonly fields: Fields
}

/** Before there was such a person. */
const NOBODY: Fields = {
  name: '',
  email: '',
  isAdmin: false,
  deactivated: false,
  ...ofFlags(false),
  cepManager: '',
  dept: '',
}

/** By name: ids of managers say nothing once they are gone. */
async function fieldsOf(db: Db, row: UserRecord): Promise<Fields> {
  const { name, email, isAdmin, deactivated = false, permissions } = asUser(row)
  const manager = row.manager_id === null ? undefined : await users(db).find(row.manager_id)
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

async function personOf(db: Db, id: number): Promise<Person> {
  const row = await users(db).get(id)
  return { id, name: row.name, fields: await fieldsOf(db, row) }
}

/**
 * The person before a change, held against other changes until the transaction ends: each is told by who made it, once.
 * After `keepAnAdmin`, which holds the admins in an order of its own.
 */
export async function holdPerson(db: Db, id: number): Promise<Person> {
  await users(db).hold(id)
  return personOf(db, id)
}

/** Logs a new person; whoever registers did it themselves. */
export async function auditNewUser(db: Db, id: number, kind: 'registered' | 'user-made', by: By): Promise<void> {
  const { name, fields } = await personOf(db, id)
  const subject = { id, name }
  const actor = kind === 'registered' ? subject : by.actor
  await audit(db, { ...by, actor, kind, subject, changes: diff(NOBODY, fields) })
}

/** Logs what has changed since `before`, or nothing. */
export async function auditUser(
  db: Db,
  before: Person,
  kind: 'user-changed' | 'permissions-changed' | 'department-chosen',
  by: By,
): Promise<void> {
  const changes = diff(before.fields, (await personOf(db, before.id)).fields)
  if (changes.length === 0) return
  const turn = changes.find(({ field }) => field === 'deactivated')
  const said = turn ? (turn.to === 'true' ? 'deactivated' : 'reactivated') : kind
  await audit(db, { ...by, kind: said, subject: before, changes })
}
