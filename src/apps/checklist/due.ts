/** When a task is due, in words. Days are those of the company's calendar, `YYYY-MM-DD`. Pure. */
import type { TaskOwner, Todo, UserTask } from '#contract/apps/checklist.ts'
import { dayWriter } from '#src/lib/time.ts'

const short = dayWriter({ day: 'numeric', month: 'short' })
const dated = dayWriter({ dateStyle: 'medium' })

/** `12 Dec`, or what the locale makes of it; of another year with the year. */
export const dayText = (day: string, today: string): string =>
  (day.slice(0, 4) === today.slice(0, 4) ? short : dated)(day)

type Dated = Pick<UserTask, 'dueOn' | 'isChecked'>

export type Due = 'overdue' | 'today' | 'later'

/** How an open task stands on a day. Null: it is done, or never due. */
export function dueOf({ dueOn, isChecked }: Dated, today: string): Due | null {
  if (isChecked || dueOn === undefined) return null
  return dueOn < today ? 'overdue' : dueOn === today ? 'today' : 'later'
}

export const isOverdue = (task: Dated, today: string): boolean => dueOf(task, today) === 'overdue'

const days = (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`

/** When the tasks of a todo are due; null: never. */
export function dueWords({ dueDays, isOffboarding }: Pick<Todo, 'dueDays' | 'isOffboarding'>): string | null {
  if (dueDays === undefined) return null
  if (dueDays === 0) return isOffboarding ? 'Due on the last day' : 'Due on the first day'
  if (!isOffboarding) return `Due after ${days(dueDays)}`
  return dueDays < 0 ? `Due ${days(-dueDays)} before the last day` : `Due ${days(dueDays)} after the last day`
}

/** Whose job it is. */
export const OWNER_WORDS: Readonly<Record<TaskOwner, string>> = {
  admin: 'An admin',
  manager: 'The person’s manager',
  self: 'The person themself',
}
