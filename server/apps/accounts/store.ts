/** People in the database, and as they are sent. Takes a database or a transaction, which the caller owns. */
import type { Permissions, User } from '#contract/apps/accounts.ts'
import { DEACTIVATED, EVERYONE } from '#contract/values.ts'
import { lockedColumn } from '../../db/row-lock.ts'
import type { Db, Dialect, UserRow } from '../../db/tables.ts'
import { badRequest, notFound } from '../../http/problem.ts'
import { flagsOf } from '../../http/sessions.ts'

/** A row with its department's name. */
export type UserRecord = UserRow & { department: string | null }

const records = (db: Db) =>
  db
    .selectFrom('user')
    .leftJoin('department', 'department.id', 'user.department_id')
    .selectAll('user')
    .select('department.name as department')

/** Locks the people of whom the column has this value. */
async function holdAll(db: Db, column: 'id' | 'manager_id', id: number): Promise<void> {
  // An update, as a plain lock is not enough: with a lock alone, the foreign-key check of manager_id runs only at the
  // second update of the row, when this transaction already holds the revision, and deadlocks with a deletion of the
  // manager. With an update it runs at the first.
  await db.updateTable('user').set(lockedColumn('rev')).where(column, '=', id).execute()
}

/** Returns the user with this id, undefined where there is none. */
export const findUser = (db: Db, id: number): Promise<UserRecord | undefined> =>
  records(db).where('user.id', '=', id).executeTakeFirst()

/** Returns the user with this id. Throws 404 where there is none. */
export async function getUser(db: Db, id: number): Promise<UserRecord> {
  const row = await findUser(db, id)
  if (!row) throw notFound('There is no such user.')
  return row
}

/** Locks a person against other changes until the transaction ends. */
export const holdUser = (db: Db, id: number): Promise<void> => holdAll(db, 'id', id)

/**
 * Locks a person for deletion: nobody may start to refer to them meanwhile, as a person who gets them as manager
 * would.
 */
export async function holdUserForDeletion(db: Db, id: number, dialect: Dialect): Promise<void> {
  const user = db.selectFrom('user').select('id').where('id', '=', id)
  await (dialect === 'postgres' ? user.forUpdate() : user).execute()
}

/** Locks the people whose manager this person is against other changes. */
export const holdTeamOf = (db: Db, id: number): Promise<void> => holdAll(db, 'manager_id', id)

/** Returns the user with this lowercased address, undefined where there is none. */
export const findUserByEmail = (db: Db, email: string): Promise<UserRecord | undefined> =>
  records(db).where('user.email', '=', email).executeTakeFirst()

/** Returns all people, with only the columns that lists show. */
export const listUsers = (db: Db) =>
  db.selectFrom('user').select(['id', 'name', 'email', 'is_admin', 'deactivated']).execute()

/** Returns the active people who may send mood reports. */
export const listActiveCepUsers = (db: Db) =>
  db.selectFrom('user').select(['id', 'name']).where('is_cep', '=', 1).where('deactivated', '=', 0).execute()

/** Returns the active people who may be somebody's manager. */
export const listActiveManagers = (db: Db) =>
  db
    .selectFrom('user')
    .select(['id', 'name'])
    .where('deactivated', '=', 0)
    .where((eb) => eb.or([eb('is_cep_manager', '=', 1), eb('is_cep_dept_manager', '=', 1)]))
    .execute()

/**
 * Whether there is another active admin. Locks the admins, so that two who demote each other cannot both succeed.
 * The lock is only against each other: rows that refer to an admin, such as their break, may change meanwhile, or
 * each transaction would wait for the other.
 */
export async function hasOtherAdmin(db: Db, id: number, dialect: Dialect): Promise<boolean> {
  const admins = db.selectFrom('user').select('id').where('is_admin', '=', 1).where('deactivated', '=', 0).orderBy('id')
  const rows = await (dialect === 'postgres' ? admins.forNoKeyUpdate() : admins).execute()
  return rows.some((row) => row.id !== id)
}

/** Returns the permissions as they are sent. */
export const asPermissions = (row: UserRecord): Permissions => ({
  ...flagsOf(row),
  empType: row.department ?? '',
  myManager: row.manager_id,
})

/** Returns the user as they are sent. */
export const asUser = (row: UserRecord): User => ({
  _id: row.id,
  id: row.id,
  name: row.name,
  email: row.email,
  isAdmin: row.is_admin === 1,
  deactivated: row.deactivated === 1,
  permissions: asPermissions(row),
})

type DepartmentField = 'dept' | 'empType'

/** Returns the id of the department with this name. Throws 400 where there is none. */
export async function departmentNamed(db: Db, name: string, field: DepartmentField): Promise<number> {
  const row = await db.selectFrom('department').select('id').where('name', '=', name).executeTakeFirst()
  if (!row) throw badRequest(`There is no department “${name}”.`, field)
  return row.id
}

/**
 * Returns the id of a person's new department, null for `''`. Throws 400 for an unknown name, and for the reserved ones
 * (wire.md §4).
 */
export async function departmentId(db: Db, name: string, field: DepartmentField): Promise<number | null> {
  if (name === '') return null
  if (name === EVERYONE || name === DEACTIVATED) throw badRequest(`${name} is no department to be in.`, field)
  return departmentNamed(db, name, field)
}
