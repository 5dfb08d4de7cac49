/**
 * A person's own checklist: copies of todos, checked one by one or all at once (wire.md “Checklist”). A change takes a
 * transaction.
 */
import type * as calls from '#contract/apps/checklist.ts'
import type { UserTask } from '#contract/apps/checklist.ts'
import type { AnswerOf } from '#contract/call.ts'
import { bit } from '../../db/bit.ts'
import { recordChange } from '../../db/feed.ts'
import type { Db } from '../../db/tables.ts'
import { notFound, tooLate } from '../../http/problem.ts'
import { groupBy } from '../../lib/group-by.ts'
import { effectiveAt, isLate, overtaken, type TimedChange } from '../../lib/overtaken.ts'
import { dueOn } from './due.ts'
import { asTask, checklistOwner, OFFBOARDING, type TaskRow, taskRows, tasksOf, updateTasks } from './task-rows.ts'

const overtakenBy = (row: TaskRow, change: TimedChange) => overtaken(row, change, row.changed_by_id === change.by.id)

const unchanged = (row: TaskRow, { baseRev }: TimedChange): AnswerOf<typeof calls.checkTask> => ({
  ...asTask(row),
  ...(baseRev === null ? {} : { isChanged: false }),
})

function refuseIfLate(row: TaskRow, change: TimedChange): void {
  if (!isLate(row, change)) return
  throw tooLate(overtakenBy(row, change), change, asTask(row))
}

/** What a check or its undoing sets, besides `effective_at`, which differs by task. */
const changedColumns = (isChecked: boolean, { by, occurredAt }: TimedChange, rev: number) => ({
  is_checked: bit(isChecked),
  checked_at: isChecked ? occurredAt : null,
  changed_by_name: by.name,
  changed_by_id: by.id,
  rev,
})

const hasState = (row: TaskRow, isChecked: boolean) => (row.is_checked === 1) === isChecked

async function getTask(db: Db, id: number): Promise<TaskRow> {
  const row = await taskRows(db).where('user_task.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('There is no such task.')
  return row
}

/**
 * Returns the columns that a reopened task takes from the present: those of its todo, and for an offboarding task the
 * day that it counts from, which is the last day. Both may have changed since it was checked. The owner stays, or the
 * task could be out of reach for the person who reopened it. A todo that has moved to another department changes
 * nothing in the task.
 */
async function currentColumns(
  db: Db,
  { user_id, todo_id, department_id, is_offboarding, due_days, counts_from }: TaskRow,
) {
  const todo = await db
    .selectFrom('todo')
    .select(['title', 'details', 'weight', 'due_days'])
    .where('id', '=', todo_id)
    .where('department_id', '=', department_id)
    .executeTakeFirst()
  const { last_day } = await checklistOwner(db, user_id)
  const from = is_offboarding === OFFBOARDING ? (last_day ?? counts_from) : counts_from
  return { ...todo, counts_from: from, due_on: dueOn(from, todo ? todo.due_days : due_days) }
}

/** Returns the person's tasks by weight, offboarding ones last; empty where there is no checklist. */
export async function listTasks(db: Db, userId: number): Promise<UserTask[]> {
  await checklistOwner(db, userId)
  return (await tasksOf(db, userId)).map(asTask)
}

/** Checks or unchecks a task. Throws 404 where there is no such task, and 409 for a change that came too late. */
export async function checkTask(
  db: Db,
  id: number,
  isChecked: boolean,
  change: TimedChange,
): Promise<AnswerOf<typeof calls.checkTask>> {
  const seen = await getTask(db, id)
  if (hasState(seen, isChecked)) return unchanged(seen, change)
  refuseIfLate(seen, change)
  const rev = await recordChange(db, 'tasks', seen.user_id, change.now)
  // Read again under the revision's lock: the task may have been checked or deleted meanwhile.
  const row = await getTask(db, id)
  if (hasState(row, isChecked)) return unchanged(row, change)
  refuseIfLate(row, change)
  const effective_at = effectiveAt(row, change)
  const columns = { ...changedColumns(isChecked, change, rev), ...(isChecked ? {} : await currentColumns(db, row)) }
  await updateTasks(db, [row], { ...columns, effective_at })
  return asTask(await getTask(db, id))
}

/** Checks all open tasks. A task that somebody reopened after this was meant stays open, and the answer says so. */
export async function checkAllTasks(
  db: Db,
  userId: number,
  change: TimedChange,
): Promise<AnswerOf<typeof calls.completeUserTasks>> {
  await checklistOwner(db, userId)
  const isLeft = (row: TaskRow) => hasState(row, false) && isLate(row, change)
  const isToCheck = (row: TaskRow) => hasState(row, false) && !isLate(row, change)
  const answer = (row: TaskRow) => ({
    ...asTask(row),
    ...(isLeft(row) ? { overtaken: overtakenBy(row, change) } : {}),
  })
  const seen = await tasksOf(db, userId)
  if (!seen.some(isToCheck)) return seen.map(answer)
  const rev = await recordChange(db, 'tasks', userId, change.now)
  // Read again under the revision's lock: tasks may have been checked or deleted meanwhile.
  const rows = await tasksOf(db, userId)
  const columns = changedColumns(true, change, rev)
  // One group, unless some task's stored change is the later one.
  for (const [effective_at, group] of groupBy(rows.filter(isToCheck), (row) => effectiveAt(row, change)))
    await updateTasks(db, group, { ...columns, effective_at })
  return rows.map((row) => (isToCheck(row) ? { ...asTask({ ...row, ...columns }), isChanged: true } : answer(row)))
}
