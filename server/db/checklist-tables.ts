/** The tables of the checklists; the rules of `tables.ts` hold here too. */
import type { Generated } from 'kysely'
import type { TaskOwner } from '#contract/apps/checklist.ts'
import type { Bit } from './bit.ts'

/** A todo of an arriving or leaving person, for a department or for `Everyone`. */
export interface TodoTable {
  id: Generated<number>
  department_id: number
  title: string
  details: string
  is_offboarding: Bit
  /** Position within its direction (onboarding or offboarding), from 0. */
  weight: number
  /** When it is due: days after the start, or days after the last day (before it if negative). Null: never due. */
  due_days: number | null
  /** Who has to do it: one of OWNERS. */
  owner: Generated<TaskOwner>
  rev: number
}

/** A person's own copy of a todo. Follows changes of the todo until it is checked. */
export interface UserTaskTable {
  id: Generated<number>
  user_id: number
  /** Null once the todo is deleted. */
  todo_id: number | null
  /** Null once the department is deleted. */
  department_id: number | null
  title: string
  details: string
  is_offboarding: Bit
  weight: number
  due_days: number | null
  owner: Generated<TaskOwner>
  /** `YYYY-MM-DD`: the day the list began, or the person's last day. */
  counts_from: string | null
  /** The due date, derived from `counts_from` and `due_days`. */
  due_on: string | null
  is_checked: Bit
  checked_at: string | null
  /** When the person made the last change; a late change is compared with this. */
  effective_at: string
  changed_by_name: string
  /** Null if an earlier release made the last change. */
  changed_by_id: number | null
  rev: number
}

export interface ChecklistTables {
  todo: TodoTable
  user_task: UserTaskTable
}
