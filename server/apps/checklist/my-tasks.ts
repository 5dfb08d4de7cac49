/** Whose job a task is, and the tasks that are one person's job: on their own checklist and on those of whom they manage. */
import { byDueDay, type MyTask, type TaskOwner } from '#contract/apps/checklist.ts'
import type { Db } from '../../db/tables.ts'
import { before, DAY_MS } from '../../lib/instants.ts'
import { inNameOrder } from '../../lib/name-order.ts'
import { asTask, taskRows } from './task-rows.ts'

const OWN: TaskOwner = 'self'
const OF_REPORTS: TaskOwner = 'manager'

/** The one rule: decided by who the manager is now, not by who it was when the list began. Null: an admin’s, or nobody’s. */
function keeperOf(task: { owner: string; user_id: number; manager_id: number | null }): number | null {
  if (task.owner === OWN) return task.user_id
  return task.owner === OF_REPORTS ? task.manager_id : null
}

/** The same rule, asked of the database. */
const ofKeeper = (db: Db, userId: number) =>
  taskRows(db)
    .innerJoin('user', 'user.id', 'user_task.user_id')
    .select(['user.name as user_name'])
    // By whose lists they may be on: otherwise SQLite reads the open tasks of everybody.
    .where('user_task.user_id', 'in', (eb) =>
      eb
        .selectFrom('user as self')
        .select('self.id')
        .where('self.id', '=', userId)
        .unionAll(eb.selectFrom('user as report').select('report.id').where('report.manager_id', '=', userId)),
    )
    .where((eb) =>
      eb.or([
        eb.and([eb('user.id', '=', userId), eb('user_task.owner', '=', OWN)]),
        eb.and([eb('user.manager_id', '=', userId), eb('user_task.owner', '=', OF_REPORTS)]),
      ]),
    )

/** Whether this task is this person's job. */
export async function keepsTask(db: Db, userId: number, taskId: number): Promise<boolean> {
  return (await ofKeeper(db, userId).where('user_task.id', '=', taskId).executeTakeFirst()) !== undefined
}

/** What is due first comes first, what is never due last; then by person and by the order of their list. */
async function listed(query: ReturnType<typeof ofKeeper>): Promise<MyTask[]> {
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

/** The open ones, and what was checked in the last day: a slip of the finger can be taken back. */
export function recentTasksOf(db: Db, userId: number, now: string): Promise<MyTask[]> {
  const since = before(now, DAY_MS)
  const recent = ofKeeper(db, userId).where((eb) => eb.or([eb('is_checked', '=', 0), eb('checked_at', '>', since)]))
  return listed(recent)
}

/** An open task, and whose job it is. */
export interface DueTask {
  readonly id: number
  /** `YYYY-MM-DD` */
  readonly dueOn: string
  readonly keeper: number
}

/** What is due within these days, both included, on everybody's list. */
export async function dueTasks(db: Db, { from, to }: { from: string; to: string }): Promise<DueTask[]> {
  const rows = await db
    .selectFrom('user_task')
    .innerJoin('user', 'user.id', 'user_task.user_id')
    .select(['user_task.id', 'user_task.owner', 'user_task.user_id', 'user_task.due_on', 'user.manager_id'])
    .where('user_task.is_checked', '=', 0)
    .where('user_task.due_on', '>=', from)
    .where('user_task.due_on', '<=', to)
    .execute()
  return rows.flatMap(({ id, due_on: dueOn, ...row }) => {
    const keeper = keeperOf(row)
    return keeper === null || dueOn === null ? [] : [{ id, dueOn, keeper }]
  })
}
