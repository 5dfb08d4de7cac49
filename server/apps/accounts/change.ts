/**
 * Changes of a person that several calls of wire.md “Users and permissions” share. All run in the caller's transaction.
 */
import { isUniqueViolation } from '../../db/errors.ts'
import { recordChange } from '../../db/feed.ts'
import type { Db, Dialect, UserRow } from '../../db/tables.ts'
import { badRequest, conflict } from '../../http/problem.ts'
import { endSessions, FLAG_COLUMNS } from '../../http/sessions.ts'
import { takeOffBoard } from '../onbreak/store.ts'
import type { PersonSnapshot } from './audited.ts'
import { findUserByEmail, hasOtherAdmin } from './store.ts'

const TAKEN = 'This email address is taken.'

/** Throws 400 if somebody other than `self` has this address. */
export async function refuseTakenEmail(db: Db, email: string, self = 0): Promise<void> {
  const row = await findUserByEmail(db, email)
  if (row && row.id !== self) throw badRequest(TAKEN, 'email')
}

type NewUser = Pick<UserRow, 'name' | 'email' | 'password_hash'> &
  Partial<Omit<UserRow, 'id' | 'created_at' | 'rev'>> & { now: string }

/**
 * Creates a user and returns the id. Throws 400 if the address is taken, even by somebody who registers at the same
 * moment.
 */
export async function insertUser(db: Db, { now, ...columns }: NewUser): Promise<number> {
  await refuseTakenEmail(db, columns.email)
  try {
    const { id } = await db
      .insertInto('user')
      .values({ ...columns, created_at: now, rev: 0 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const rev = await recordChange(db, 'users', id, now)
    await db.updateTable('user').set({ rev }).where('id', '=', id).execute()
    return id
  } catch (error) {
    throw isUniqueViolation(error) ? badRequest(TAKEN, 'email') : error
  }
}

type Identity = Pick<UserRow, 'name' | 'email'> &
  Partial<Pick<UserRow, 'is_admin' | 'password_hash' | 'changed_password'>>

/**
 * Changes a user's name and address, and with them the admin right or the password. Throws 400 if the address is taken,
 * even by somebody who takes it at the same moment.
 */
export async function updateIdentity(db: Db, id: number, columns: Identity): Promise<void> {
  await refuseTakenEmail(db, columns.email, id)
  try {
    await db.updateTable('user').set(columns).where('id', '=', id).execute()
  } catch (error) {
    throw isUniqueViolation(error) ? badRequest(TAKEN, 'email') : error
  }
}

/**
 * Announces a changed user row to the lists that name the person, to their permissions, and to the board if their name
 * or department there has changed. Call it after every change.
 */
export async function publishUserChange(db: Db, { id, fields }: PersonSnapshot, now: string): Promise<void> {
  await recordChange(db, 'access', id, now)
  const onBoard = await db
    .selectFrom('break_info')
    .innerJoin('user', 'user.id', 'break_info.user_id')
    .leftJoin('department', 'department.id', 'user.department_id')
    .select(['user.name', 'department.name as dept'])
    .where('user_id', '=', id)
    .executeTakeFirst()
  if (onBoard && (onBoard.name !== fields.name || (onBoard.dept ?? '') !== fields.dept))
    await recordChange(db, 'board-list', id, now)
  const rev = await recordChange(db, 'users', id, now)
  await db.updateTable('user').set({ rev }).where('id', '=', id).execute()
}

/** Throws 409 if no active admin besides this one would be left. */
export async function requireOtherAdmin(db: Db, dialect: Dialect, id: number): Promise<void> {
  if (!(await hasOtherAdmin(db, id, dialect)))
    throw conflict('This is the last active admin. Make somebody else an admin first.')
}

/**
 * Throws 409 if a deactivated person would become an admin: as soon as anybody gave them a department they would be
 * one.
 */
export function refuseDeactivatedAdmin({ name, fields }: PersonSnapshot, isAdmin: boolean | undefined): void {
  if (isAdmin && fields.deactivated && !fields.isAdmin)
    throw conflict(`${name} is deactivated: a department lets them back in, and then they can be an admin.`)
}

/**
 * Deactivates a user (spec §4 “Deactivating a user”): takes every flag but changed_password, the department and
 * isAdmin, ends the sessions, and takes the person off the board. The manager stays.
 */
export async function deactivate(db: Db, id: number, now: string, by: number): Promise<void> {
  const none = Object.fromEntries(Object.values(FLAG_COLUMNS).map((column) => [column, 0]))
  await db
    .updateTable('user')
    .set({ ...none, is_admin: 0, deactivated: 1, department_id: null })
    .where('id', '=', id)
    .execute()
  await takeOffBoard(db, id, now, by)
  await endSessions(db, id, now)
}
