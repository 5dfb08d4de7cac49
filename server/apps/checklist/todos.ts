/**
 * Todos and their order (wire.md “Checklist”). A change of a todo takes a transaction, and also changes its
 * unchecked copies.
 */
import { type ExpressionBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { TaskOwner, Todo } from '#contract/apps/checklist.ts'
import { keysOf } from '#contract/records.ts'
import { bit } from '../../db/bit.ts'
import type { TodoTable, UserTaskTable } from '../../db/checklist-tables.ts'
import { recordChange } from '../../db/feed.ts'
import type { Db, Tables } from '../../db/tables.ts'
import { conflict, notFound } from '../../http/problem.ts'
import { inBatches } from '../../lib/batches.ts'
import { departmentNamed } from '../accounts/store.ts'
import { dueOn } from './due.ts'
import { dueAndOwnerOf } from './task-rows.ts'

type TodoRow = Selectable<TodoTable> & { department: string }
type TodoFields = Omit<Todo, '_id' | 'weight' | 'dueDays' | 'owner'> & {
  /** Undefined: not sent, keep the stored value. The same goes for `owner`. */
  readonly dueDays?: number | null | undefined
  readonly owner?: TaskOwner | undefined
}

type TodoWeight = Pick<Todo, '_id' | 'weight'>

const NONE = 'There is no such todo.'

const asTodo = (row: TodoRow): Todo => ({
  _id: row.id,
  empType: row.department,
  customMessage: row.title,
  moreInfo: row.details,
  isOffboarding: row.is_offboarding === 1,
  weight: row.weight,
  ...dueAndOwnerOf(row),
})

const todoRows = (db: Db) =>
  db
    .selectFrom('todo')
    .innerJoin('department', 'department.id', 'todo.department_id')
    .selectAll('todo')
    .select('department.name as department')

async function todoRow(db: Db, id: number): Promise<TodoRow> {
  const found = await todoRows(db).where('todo.id', '=', id).executeTakeFirst()
  if (!found) throw notFound(NONE)
  return found
}

/**
 * Returns the weight after the last todo of a direction. Call it after bumping the revision, so that two todos made
 * at once get two weights.
 */
async function lastWeight(db: Db, isOffboarding: number): Promise<number> {
  const { most } = await db
    .selectFrom('todo')
    .select((eb) => eb.fn.max('weight').as('most'))
    .where('is_offboarding', '=', isOffboarding)
    .executeTakeFirstOrThrow()
  return most === null ? 0 : most + 1
}

/**
 * Condition for the unchecked copies of a todo. A copy that was checked while the todo moved to another department,
 * and reopened since, still belongs to the old department and is left alone.
 */
const isUncheckedCopyOf = (id: number) => (eb: ExpressionBuilder<Tables, 'user_task'>) =>
  eb.and([
    eb('todo_id', '=', id),
    eb('department_id', '=', eb.selectFrom('todo').select('todo.department_id').where('todo.id', '=', id)),
    eb('is_checked', '=', 0),
  ])
const removeUncheckedCopies = (db: Db, id: number) => db.deleteFrom('user_task').where(isUncheckedCopyOf(id)).execute()

/**
 * Updates the unchecked copies of a todo. Each checklist counts from its own day, so due days are set for each day in
 * turn.
 */
async function changeCopies(db: Db, id: number, columns: Omit<Updateable<UserTaskTable>, 'due_on'>): Promise<void> {
  const open = db.selectFrom('user_task').where(isUncheckedCopyOf(id))
  for (const { counts_from } of await open.select('counts_from').distinct().execute())
    await db
      .updateTable('user_task')
      .set({ ...columns, due_on: dueOn(counts_from, columns.due_days ?? null) })
      .where(isUncheckedCopyOf(id))
      .where('counts_from', counts_from === null ? 'is' : '=', counts_from)
      .execute()
}

/**
 * Gives unchecked copies the weight of their todo. Includes todos whose weight has not changed: a copy that was
 * checked during an earlier reordering may be open again.
 */
async function moveCopies(db: Db, ids: readonly number[], rev: number): Promise<void> {
  if (ids.length === 0) return
  const original = (eb: ExpressionBuilder<Tables, 'user_task'>) =>
    eb
      .selectFrom('todo')
      .whereRef('todo.id', '=', 'user_task.todo_id')
      .whereRef('todo.department_id', '=', 'user_task.department_id')
  await db
    .updateTable('user_task')
    .set((eb) => ({ rev, weight: original(eb).select('todo.weight').$asScalar().$notNull() }))
    .where('todo_id', 'in', ids)
    .where('is_checked', '=', 0)
    .where((eb) => eb.exists(original(eb).select('todo.id').whereRef('todo.weight', '!=', 'user_task.weight')))
    .execute()
}

/** Sets many weights in few statements: all other changes wait meanwhile, for the revision's lock. */
const setWeights = (db: Db, moved: readonly TodoWeight[], rev: number): Promise<void> =>
  inBatches(moved, (batch) => {
    const cases = batch.map(({ _id, weight }) => sql`when ${_id} then ${weight}`)
    return db
      .updateTable('todo')
      .set({ weight: sql<number>`case id ${sql.join(cases, sql` `)} else weight end`, rev })
      .where(
        'id',
        'in',
        batch.map(({ _id }) => _id),
      )
      .execute()
  })

/** Returns all todos in their order, onboarding first. */
export async function listTodos(db: Db): Promise<Todo[]> {
  const found = await todoRows(db).orderBy('is_offboarding').orderBy('weight').orderBy('todo.id').execute()
  return found.map(asTodo)
}

/** Throws 404 where there is no such todo. */
export const getTodo = async (db: Db, id: number): Promise<Todo> => asTodo(await todoRow(db, id))

/** Adds a todo at the end of its direction. */
export async function addTodo(db: Db, fields: TodoFields, now: string): Promise<Todo> {
  const rev = await recordChange(db, 'todos', null, now)
  const isOffboarding = bit(fields.isOffboarding)
  const { id } = await db
    .insertInto('todo')
    .values({
      department_id: await departmentNamed(db, fields.empType, 'empType'),
      title: fields.customMessage,
      details: fields.moreInfo,
      is_offboarding: isOffboarding,
      weight: await lastWeight(db, isOffboarding),
      due_days: fields.dueDays ?? null,
      owner: fields.owner ?? 'admin',
      rev,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return getTodo(db, id)
}

/** Updates a todo. Moving it to another department or direction removes its unchecked copies. */
export async function updateTodo(db: Db, id: number, fields: TodoFields, now: string): Promise<Todo> {
  const rev = await recordChange(db, 'todos', id, now)
  const before = await todoRow(db, id)
  const department = await departmentNamed(db, fields.empType, 'empType')
  const isOffboarding = bit(fields.isOffboarding)
  const changesDirection = before.is_offboarding !== isOffboarding
  // A field that was not sent keeps its value, but due days do not survive a change of direction: days before a
  // last day mean nothing to a person who arrives.
  const due_days = fields.dueDays === undefined ? (changesDirection ? null : before.due_days) : fields.dueDays
  const owner = fields.owner ?? before.owner
  const leavesLists = changesDirection || before.department_id !== department
  const content = { title: fields.customMessage, details: fields.moreInfo, due_days, owner }
  // Saving the same values again is no change, neither of the todo nor of any list with a copy.
  if (!leavesLists && keysOf(content).every((column) => content[column] === before[column])) return asTodo(before)
  const columns = { ...content, rev }
  const weight = changesDirection ? await lastWeight(db, isOffboarding) : before.weight
  if (leavesLists) await removeUncheckedCopies(db, id)
  await db
    .updateTable('todo')
    .set({ ...columns, department_id: department, is_offboarding: isOffboarding, weight })
    .where('id', '=', id)
    .execute()
  if (!leavesLists) await changeCopies(db, id, { ...columns, weight })
  // A copy that was checked in one direction does not count as done in the other.
  if (changesDirection) await db.updateTable('user_task').set({ todo_id: null }).where('todo_id', '=', id).execute()
  return getTodo(db, id)
}

/** Deletes a todo and its unchecked copies. */
export async function removeTodo(db: Db, id: number, now: string): Promise<void> {
  await recordChange(db, 'todos', id, now)
  await todoRow(db, id)
  await removeUncheckedCopies(db, id)
  await db.deleteFrom('todo').where('id', '=', id).execute()
}

/**
 * Reorders all todos of one direction, all or nothing: every todo once, no weight twice, else 409. Gaps are
 * allowed, as a deleted todo leaves one.
 */
export async function reorderTodos(db: Db, order: readonly TodoWeight[], now: string): Promise<Todo[]> {
  const rev = await recordChange(db, 'todos', null, now)
  const all = await listTodos(db)
  const [first] = order
  const direction = all.find(({ _id }) => _id === first?._id)?.isOffboarding
  const wanted = all.filter(({ isOffboarding }) => isOffboarding === direction)
  const byId = new Map(order.map(({ _id, weight }) => [_id, weight]))
  const isComplete =
    (first !== undefined || all.length === 0) &&
    order.length === wanted.length &&
    wanted.every(({ _id }) => byId.has(_id)) &&
    new Set(byId.values()).size === wanted.length
  if (!isComplete) throw conflict('The list has changed in the meantime. Please check it and try again.', all)
  const before = new Map(wanted.map(({ _id, weight }) => [_id, weight]))
  const moved = order.filter(({ _id, weight }) => before.get(_id) !== weight)
  await setWeights(db, moved, rev)
  await moveCopies(db, [...byId.keys()], rev)
  return listTodos(db)
}
