/** When a task is due, in words. Days are those of a calendar, `YYYY-MM-DD`. Pure but for `useToday`. */
import type { TaskOwner, Todo, UserTask } from '#contract/apps/checklist.ts'
import { DAY_MS, localDay } from '#src/lib/local-day.ts'
import { writer } from '#src/lib/time.ts'
import { useNow } from '#src/lib/use-now.ts'

const short = writer({ day: 'numeric', month: 'short', timeZone: 'UTC' })
const dated = writer({ dateStyle: 'medium', timeZone: 'UTC' })

export const useToday = (): string => localDay(useNow())

/** `12 Dec`, or what the locale makes of it; of another year with the year. */
export const dayText = (day: string, today: string): string =>
  (day.slice(0, 4) === today.slice(0, 4) ? short : dated)(`${day}T00:00:00Z`)

/** After every day there is. */
const NEVER = '9999-99-99'

type Dated = Pick<UserTask, 'dueOn' | 'dueBy' | 'isChecked'>

export type Due = 'overdue' | 'today' | 'later'

/**
 * How an open task stands at a moment (milliseconds since 1970): by the company's day, or where the server does not say when
 * that ends, by the reader's own. Null: it is done, or never due.
 */
export function dueOf({ dueOn, dueBy, isChecked }: Dated, now: number): Due | null {
  if (isChecked || dueOn === undefined) return null
  if (dueBy === undefined) {
    const today = localDay(now)
    return dueOn < today ? 'overdue' : dueOn === today ? 'today' : 'later'
  }
  const left = Date.parse(dueBy) - now
  return left <= 0 ? 'overdue' : left <= DAY_MS ? 'today' : 'later'
}

export const isOverdue = (task: Dated, now: number): boolean => dueOf(task, now) === 'overdue'

/** What is due first comes first, what is never due last. */
export function byDueDay(a: Dated, b: Dated): number {
  const [first, second] = [a.dueOn ?? NEVER, b.dueOn ?? NEVER]
  return first < second ? -1 : Number(first > second)
}

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
