/**
 * Checklists as a whole: starting one for a person who joins or leaves, and ending the offboarding of one who stays
 * (wire.md “Checklist”). Each takes a transaction.
 */
import type { Selectable } from 'kysely'
import { EVERYONE } from '#contract/values.ts'
import type { TodoTable } from '../../db/checklist-tables.ts'
import { recordChange } from '../../db/feed.ts'
import type { Db } from '../../db/tables.ts'
import { inBatches } from '../../lib/batches.ts'
import { dayOf } from '../../lib/company-time.ts'
import { groupBy } from '../../lib/group-by.ts'
import type { TimedChange } from '../../lib/overtaken.ts'
import { holdUser } from '../accounts/store.ts'
import { dueOn } from './due.ts'
import { checklistOwner, OFFBOARDING, ONBOARDING, type TaskRow, tasksOf, updateTasks } from './task-rows.ts'

type Direction = typeof ONBOARDING | typeof OFFBOARDING
type ListStart = Pick<TimedChange, 'by' | 'now' | 'timeZone'>

/** A checklist that begins, and the day from which its tasks are counted. */
interface NewList {
  readonly userId: number
  readonly countsFrom: string
  readonly rev: number
  readonly start: ListStart
}

const listOf = async (db: Db, userId: number, direction: Direction) =>
  (await tasksOf(db, userId)).filter((row) => row.is_offboarding === direction)

const todosFor = (db: Db, departmentId: number | null, direction: Direction) =>
  db
    .selectFrom('todo')
    .innerJoin('department', 'department.id', 'todo.department_id')
    .selectAll('todo')
    .where('is_offboarding', '=', direction)
    .where((eb) =>
      eb.or([
        eb('department.name', '=', EVERYONE),
        ...(departmentId === null ? [] : [eb('todo.department_id', '=', departmentId)]),
      ]),
    )
    .orderBy('weight')
    .orderBy('todo.id')
    .execute()

async function addMissing(
  db: Db,
  existing: readonly TaskRow[],
  todos: readonly Selectable<TodoTable>[],
  { userId, countsFrom, rev, start }: NewList,
): Promise<void> {
  const known = new Set(existing.map((row) => row.todo_id))
  const tasks = todos
    .filter(({ id }) => !known.has(id))
    .map((todo) => ({
      user_id: userId,
      todo_id: todo.id,
      department_id: todo.department_id,
      title: todo.title,
      details: todo.details,
      is_offboarding: todo.is_offboarding,
      weight: todo.weight,
      due_days: todo.due_days,
      owner: todo.owner,
      counts_from: countsFrom,
      due_on: dueOn(countsFrom, todo.due_days),
      is_checked: 0,
      checked_at: null,
      effective_at: start.now,
      changed_by_name: start.by.name,
      changed_by_id: start.by.id,
      rev,
    }))
  await inBatches(tasks, (batch) =>
    db
      .insertInto('user_task')
      .values(batch)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
}

/** Moves the due days of open tasks when the last day moves. */
async function moveOpen(db: Db, existing: readonly TaskRow[], countsFrom: string, rev: number): Promise<void> {
  const open = existing.filter((row) => row.is_checked === 0 && row.counts_from !== countsFrom)
  for (const [dueDays, tasks] of groupBy(open, (row) => row.due_days))
    await updateTasks(db, tasks, { counts_from: countsFrom, due_on: dueOn(countsFrom, dueDays), rev })
}

/**
 * Copies the todos of the person's department and of Everyone. Returns false if there was a checklist already;
 * missing tasks are added all the same.
 */
export async function startOnboarding(db: Db, userId: number, start: ListStart): Promise<boolean> {
  const user = await checklistOwner(db, userId)
  const rev = await recordChange(db, 'tasks', userId, start.now)
  const existing = await listOf(db, userId, ONBOARDING)
  // A list that is under way keeps counting from the day on which it began.
  const began = existing.find((row) => row.is_checked === 0)?.counts_from
  const countsFrom = began ?? dayOf(start.now, start.timeZone)
  const todos = await todosFor(db, user.department_id, ONBOARDING)
  await addMissing(db, existing, todos, { userId, countsFrom, rev, start })
  return existing.length === 0
}

/**
 * Like `startOnboarding`, counting from the last day: the given one, else the known one, else today. Returns false
 * if the person was leaving already.
 */
export async function startOffboarding(db: Db, userId: number, start: ListStart, lastDay?: string): Promise<boolean> {
  // Lock order: the person first, then the revision, as in every change of a person.
  await holdUser(db, userId)
  const rev = await recordChange(db, 'tasks', userId, start.now)
  // Read under the revision's lock: somebody else may just have started it, with a last day.
  const user = await checklistOwner(db, userId)
  const existing = await listOf(db, userId, OFFBOARDING)
  const known = user.offboarding ? user.last_day : null
  const countsFrom = lastDay ?? known ?? dayOf(start.now, start.timeZone)
  const todos = await todosFor(db, user.department_id, OFFBOARDING)
  await addMissing(db, existing, todos, { userId, countsFrom, rev, start })
  await db.updateTable('user').set({ offboarding: 1, last_day: countsFrom }).where('id', '=', userId).execute()
  await moveOpen(db, existing, countsFrom, rev)
  return user.offboarding === 0
}

/** Cancels the offboarding of a person who stays. Checked tasks are kept: they have been done. */
export async function cancelOffboarding(db: Db, userId: number, now: string): Promise<void> {
  await holdUser(db, userId)
  await recordChange(db, 'tasks', userId, now)
  await checklistOwner(db, userId)
  await db.updateTable('user').set({ offboarding: 0, last_day: null }).where('id', '=', userId).execute()
  await db
    .deleteFrom('user_task')
    .where('user_id', '=', userId)
    .where('is_offboarding', '=', OFFBOARDING)
    .where('is_checked', '=', 0)
    .execute()
}
