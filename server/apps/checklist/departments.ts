/** Departments (wire.md “Checklist”, `employeetype`). */
import type { Department } from '#contract/apps/checklist.ts'
import { DEACTIVATED, EVERYONE } from '#contract/values.ts'
import { isLocked } from '../../db/errors.ts'
import { recordChange } from '../../db/feed.ts'
import type { Db, Dialect } from '../../db/tables.ts'
import { conflict, notFound } from '../../http/problem.ts'
import { inNameOrder, takenName } from '../../lib/name-order.ts'
import { keepNameOfDepartment } from '../mood/store.ts'
import { holdBreaksOf, lastEntry } from '../onbreak/store.ts'
import { removeTodo } from './todos.ts'

const NONE = 'There is no such department.'
const COLUMNS = ['id as _id', 'name as empType'] as const

/** Returns all departments, by name. */
export async function listDepartments(db: Db): Promise<Department[]> {
  const rows = await db.selectFrom('department').select(['id', 'name']).execute()
  return rows.sort(inNameOrder).map(({ id, name }) => ({ _id: id, empType: name }))
}

/** Throws 404 where there is no such department. */
export async function getDepartment(db: Db, id: number): Promise<Department> {
  const row = await db.selectFrom('department').select(COLUMNS).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound(NONE)
  return row
}

/** Adds a department. Throws 409 for a reserved or taken name. */
export async function addDepartment(db: Db, name: string, now: string): Promise<Department> {
  const rev = await recordChange(db, 'departments', null, now)
  await refuseName(db, name)
  const department = { name, rev, log_from: await lastEntry(db) }
  return db.insertInto('department').values(department).returning(COLUMNS).executeTakeFirstOrThrow()
}

/** Returns the id of the last break log entry from before this department existed. */
export async function lastEntryBefore(db: Db, id: number): Promise<number> {
  const rows = db.selectFrom('department').select('log_from').where('id', '=', id)
  return (await rows.executeTakeFirstOrThrow()).log_from
}

/**
 * Renames a department everywhere, the board included; past breaks are renamed by `noteRename`. Returns the row
 * before and after.
 */
export async function renameDepartment(
  db: Db,
  id: number,
  name: string,
  now: string,
): Promise<{ before: Department; after: Department }> {
  await holdBreaksOf(db, id)
  const rev = await recordChange(db, 'departments', id, now)
  const old = await getDepartment(db, id)
  if (old.empType === name) return { before: old, after: old }
  if (old.empType === EVERYONE) throw conflict(`“${EVERYONE}” cannot be renamed.`)
  await refuseName(db, name, id)
  await db.updateTable('department').set({ name, rev }).where('id', '=', id).execute()
  await recordChange(db, 'board-list', null, now)
  await recordChange(db, 'users', null, now)
  return { before: old, after: { _id: id, empType: name } }
}

/**
 * Deletes a department and its todos, each as if deleted alone: checked tasks stay. Returns the deleted department.
 */
export async function removeDepartment(db: Db, id: number, now: string, dialect: Dialect): Promise<Department> {
  await recordChange(db, 'departments', id, now)
  const old = await getDepartment(db, id)
  const { empType } = old
  if (empType === EVERYONE) throw conflict(`“${EVERYONE}” cannot be deleted.`)
  const user = await db.selectFrom('user').select('id').where('department_id', '=', id).executeTakeFirst()
  const isJoined = dialect === 'postgres' && (await isLockedByAnother(db, id))
  if (user || isJoined) throw conflict(`There are still users in ${empType}.`)
  for (const todo of await db.selectFrom('todo').select('id').where('department_id', '=', id).execute())
    await removeTodo(db, todo.id, now)
  await keepNameOfDepartment(db, { id, name: empType })
  await db.deleteFrom('department').where('id', '=', id).execute()
  return old
}

/**
 * Whether another transaction is putting somebody into the department at this moment: it holds the row until it ends,
 * and waits for the revision, which this transaction holds. If not, this transaction locks the row.
 */
async function isLockedByAnother(db: Db, id: number): Promise<boolean> {
  try {
    await db.selectFrom('department').select('id').where('id', '=', id).forUpdate().noWait().execute()
    return false
  } catch (error) {
    if (!isLocked(error)) throw error
    return true
  }
}

/**
 * Throws 409 for a reserved or taken name. Call it after bumping the revision: its lock keeps two callers from passing
 * at once.
 */
async function refuseName(db: Db, name: string, exceptId?: number): Promise<void> {
  const others = (await listDepartments(db)).filter(({ _id }) => _id !== exceptId).map(({ empType }) => empType)
  if (takenName([EVERYONE, DEACTIVATED], name)) throw conflict(`The name “${name}” is reserved.`)
  const taken = takenName(others, name)
  if (taken) throw conflict(`There is already a department “${taken}”.`)
}
