/**
 * Who is responsible for a task, and the tasks that one person is responsible for: on their own checklist and on those
 * of the people they manage.
 */
import { expressionBuilder } from 'kysely'
import { byDueDay, type MyTask } from '#contract/apps/checklist.ts'
import type { Db, Tables } from '../../db/tables.ts'
import { inBatches } from '../../lib/batches.ts'
import { before, DAY_MS } from '../../lib/instants.ts'
import { inNameOrder } from '../../lib/name-order.ts'
import { asTask, taskRows } from './task-rows.ts'

const eb = expressionBuilder<Tables, 'user_task' | 'user'>()

/**
 * The one rule for the responsible person. The manager is the current one, not the one at the time the list began.
 * Null: an admin's task, or nobody's.
 */
const assignee = eb
  .case()
  .when('user_task.owner', '=', 'self')
  .then(eb.ref('user_task.user_id'))
  .when('user_task.owner', '=', 'manager')
  .then(eb.ref('user.manager_id'))
  .end()

const ofAssignee = (db: Db, userId: number) =>
  taskRows(db)
    .innerJoin('user', 'user.id', 'user_task.user_id')
    .select(['user.name as user_name'])
    // Restricts the lists to the person's own and their reports': otherwise SQLite reads everybody's open tasks.
    .where(
      'user_task.user_id',
      'in',
      eb
        .selectFrom('user as self')
        .select('self.id')
        .where('self.id', '=', userId)
        .unionAll(eb.selectFrom('user as report').select('report.id').where('report.manager_id', '=', userId)),
    )
    .where(assignee, '=', userId)

/** Whether this person is responsible for the task. */
export async function isAssignee(db: Db, userId: number, taskId: number): Promise<boolean> {
  return (await ofAssignee(db, userId).where('user_task.id', '=', taskId).executeTakeFirst()) !== undefined
}

/** Runs the query and sorts: by due day, tasks without one last; then by person and by the order of their list. */
async function listed(query: ReturnType<typeof ofAssignee>): Promise<MyTask[]> {
  const rows = await query
    .orderBy('user_task.user_id')
    .orderBy('is_offboarding')
    .orderBy('weight')
    .orderBy('user_task.id')
    .execute()
  return rows
    .map((row) => ({ ...asTask(row), userId: row.user_id, userName: row.user_name }))
    .sort(
      (a, b) => byDueDay(a, b) || inNameOrder({ id: a.userId, name: a.userName }, { id: b.userId, name: b.userName }),
    )
}

/** Returns open tasks, and those checked within the last day so that a slip of the finger can be undone. */
export function recentTasksOf(db: Db, userId: number, now: string): Promise<MyTask[]> {
  const since = before(now, DAY_MS)
  const recent = ofAssignee(db, userId).where((eb) => eb.or([eb('is_checked', '=', 0), eb('checked_at', '>', since)]))
  return listed(recent)
}

/** An open task and the person responsible for it. */
export interface DueTask {
  readonly id: number
  /** `YYYY-MM-DD` */
  readonly dueOn: string
  readonly assignee: number
}

/** Selects everybody's open tasks that have a due day and a responsible person. */
const openDueTasks = (db: Db) =>
  db
    .selectFrom('user_task')
    .innerJoin('user', 'user.id', 'user_task.user_id')
    .select(['user_task.id', 'user_task.due_on as dueOn', assignee.as('assignee')])
    .where('user_task.is_checked', '=', 0)
    .where('user_task.due_on', 'is not', null)
    .where(assignee, 'is not', null)
    .$narrowType<{ dueOn: string; assignee: number }>()

/** Returns everybody's open tasks that are due from `from` to `to`, both included. */
export const dueTasks = (db: Db, { from, to }: { from: string; to: string }): Promise<DueTask[]> =>
  openDueTasks(db).where('user_task.due_on', '>=', from).where('user_task.due_on', '<=', to).execute()

/** Returns those of the tasks that are open, have a due day and are this person's. */
export async function openTasksAmong(db: Db, userId: number, ids: readonly number[]): Promise<DueTask[]> {
  const tasks: DueTask[] = []
  await inBatches(ids, async (batch) => {
    tasks.push(...(await openDueTasks(db).where('user_task.id', 'in', batch).where(assignee, '=', userId).execute()))
  })
  return tasks
}
