/** Tasks on people's checklists, as they are stored and as they travel. */
import type { Selectable, Updateable } from 'kysely'
import type { UserTask } from '#contract/apps/checklist.ts'
import type { UserTaskTable } from '../../db/checklist-tables.ts'
import type { Db } from '../../db/tables.ts'
import { notFound } from '../../http/problem.ts'
import { inBatches } from '../../lib/batches.ts'

export type TaskRow = Selectable<UserTaskTable> & { department: string | null }

/** Values of the column `is_offboarding`. */
export const ONBOARDING = 0
export const OFFBOARDING = 1

/** Due days and owner of a todo or task as they travel. Left out: no due days, and `admin`, the default owner. */
export const dueAndOwnerOf = ({ due_days, owner }: Pick<TaskRow, 'due_days' | 'owner'>) => ({
  ...(due_days === null ? {} : { dueDays: due_days }),
  ...(owner === 'admin' ? {} : { owner }),
})

export const asTask = (row: TaskRow): UserTask => ({
  _id: row.id,
  empType: row.department ?? '',
  customMessage: row.title,
  moreInfo: row.details,
  isOffboarding: row.is_offboarding === 1,
  weight: row.weight,
  ...dueAndOwnerOf(row),
  ...(row.due_on === null ? {} : { dueOn: row.due_on }),
  isChecked: row.is_checked === 1,
  checkedAt: row.checked_at,
  ...(row.is_checked === 1 ? { checkedBy: row.changed_by_name } : {}),
  rev: row.rev,
})

export const taskRows = (db: Db) =>
  db
    .selectFrom('user_task')
    .leftJoin('department', 'department.id', 'user_task.department_id')
    .selectAll('user_task')
    .select('department.name as department')

/** Returns a person's tasks by weight, offboarding ones last. */
export const tasksOf = (db: Db, userId: number): Promise<TaskRow[]> =>
  taskRows(db)
    .where('user_id', '=', userId)
    .orderBy('is_offboarding')
    .orderBy('weight')
    .orderBy('user_task.id')
    .execute()

/** Sets the same columns of many tasks in few statements: all other changes wait meanwhile, for the revision's lock. */
export const updateTasks = (db: Db, tasks: readonly TaskRow[], columns: Updateable<UserTaskTable>): Promise<void> =>
  inBatches(tasks, (batch) =>
    db
      .updateTable('user_task')
      .set(columns)
      .where(
        'id',
        'in',
        batch.map(({ id }) => id),
      )
      .execute(),
  )

/** Returns what a person's checklist depends on. Throws 404 where there is no such person. */
export async function checklistOwner(db: Db, id: number) {
  const user = await db
    .selectFrom('user')
    .select(['department_id', 'offboarding', 'last_day'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!user) throw notFound('There is no such user.')
  return user
}
