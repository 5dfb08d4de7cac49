/** The tables of the checklists; the rules of `tables.ts` hold here too. */
import type { Generated } from 'kysely'
import type { TaskOwner } from '#contract/apps/checklist.ts'
import type { Bit } from './tables.ts'

/** What somebody who arrives or leaves has to do, for a department or for `Everyone`. */
export interface TodoTable {
  id: Generated<number>
  department_id: number
  title: string
  details: string
  is_offboarding: Bit
  /** Place in the order of its direction, from 0. */
  weight: number
  /** Days after the start, or after (before, where negative) the last day; null: never due. */
  due_days: number | null
  /** One of OWNERS. */
  owner: Generated<TaskOwner>
  rev: number
}

/** A person's own copy of a todo: follows it until it is checked. */
export interface UserTaskTable {
  id: Generated<number>
  user_id: number
  /** Null once the todo is gone. */
  todo_id: number | null
  /** Null once the department is gone. */
  department_id: number | null
  title: string
  details: string
  is_offboarding: Bit
  weight: number
  due_days: number | null
  owner: Generated<TaskOwner>
  /** `YYYY-MM-DD`: the day its list began, or the last day of the person. */
  counts_from: string | null
  /** `counts_from` and `due_days`, in one. */
  due_on: string | null
  is_checked: Bit
  checked_at: string | null
  /** When the last change happened for the person who made it: what a late change is measured against. */
  effective_at: string
  changed_by_name: string
  /** Null where an earlier release changed it last. */
  changed_by_id: number | null
  rev: number
}

export interface ChecklistTables {
  todo: TodoTable
  user_task: UserTaskTable
}
