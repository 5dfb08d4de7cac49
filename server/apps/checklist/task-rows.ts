/** The tasks on people's checklists as they are stored and as they travel. */
import type { Selectable } from 'kysely'
import type { TaskOwner, UserTask } from '#contract/apps/checklist.ts'
import type { UserTaskTable } from '../../db/checklist-tables.ts'
import type { Db } from '../../db/tables.ts'

export type TaskRow = Selectable<UserTaskTable> & { department: string | null }

/** What was never said of a todo or a task is not said of it on the wire either. */
export const termsOf = ({ due_days, owner }: Pick<TaskRow, 'due_days' | 'owner'>) => ({
  ...(due_days === null ? {} : { dueDays: due_days }),
  ...(owner === 'admin' ? {} : { owner: owner as TaskOwner }),
})

export const asTask = (row: TaskRow): UserTask => ({
  _id: row.id,
  empType: row.department ?? '',
  customMessage: row.title,
  moreInfo: row.details,
  isOffboarding: row.is_offboarding === 1,
  weight: row.weight,
  ...termsOf(row),
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
