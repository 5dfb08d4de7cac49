/** Due dates of tasks in words. Days are in the company's calendar, as `YYYY-MM-DD`. Pure. */
import type { TaskOwner, Todo, UserTask } from '#contract/apps/checklist.ts'
import { dayWriter } from '#src/lib/time.ts'

const short = dayWriter({ day: 'numeric', month: 'short' })
const dated = dayWriter({ dateStyle: 'medium' })

/** Returns the day in the locale's short form, like `12 Dec`, with the year if it is not the current one. */
export const dayText = (day: string, today: string): string =>
  (day.slice(0, 4) === today.slice(0, 4) ? short : dated)(day)

type DatedTask = Pick<UserTask, 'dueOn' | 'isChecked'>

export type Due = 'overdue' | 'today' | 'later'

/** Returns the state of an open task on a given day; null if the task is done or never due. */
export function dueOf({ dueOn, isChecked }: DatedTask, today: string): Due | null {
  if (isChecked || dueOn === undefined) return null
  return dueOn < today ? 'overdue' : dueOn === today ? 'today' : 'later'
}

export const isOverdue = (task: DatedTask, today: string): boolean => dueOf(task, today) === 'overdue'

const days = (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`

/** Returns in words when the tasks of a todo are due; null if never. */
export function dueWords({ dueDays, isOffboarding }: Pick<Todo, 'dueDays' | 'isOffboarding'>): string | null {
  if (dueDays === undefined) return null
  if (dueDays === 0) return isOffboarding ? 'Due on the last day' : 'Due on the first day'
  if (!isOffboarding) return `Due after ${days(dueDays)}`
  return dueDays < 0 ? `Due ${days(-dueDays)} before the last day` : `Due ${days(dueDays)} after the last day`
}

/** The owners of a task in words. */
export const OWNER_WORDS: Readonly<Record<TaskOwner, string>> = {
  admin: 'An admin',
  manager: 'The person’s manager',
  self: 'The person themselves',
}
