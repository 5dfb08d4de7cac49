/** Tasks that are due today or overdue, told to those whose job they are: on the day, and once more on the day after. */
import type { MyTask } from '#contract/apps/checklist.ts'
import { openTasksOf } from '../apps/checklist/my-tasks.ts'
import { addDays, clockTime, dayOf, endOfDay } from '../company-time.ts'
import { listenersTo, MORNING, type Now, tell } from './tell.ts'

interface Cause {
  readonly key: string
  readonly isOverdue: boolean
}

/** Neither titles nor names: what somebody has to do when they arrive or leave is not for a lock screen. */
function bodyOf(causes: readonly Cause[]): string {
  const overdue = causes.filter(({ isOverdue }) => isOverdue).length
  const due = causes.length - overdue
  const are = (count: number, noun: string) => `${count} ${noun}${count === 1 ? ' is' : 's are'}`
  const parts = [
    ...(due > 0 ? [`${are(due, 'task')} due today`] : []),
    ...(overdue > 0 ? [due > 0 ? `${overdue} overdue` : `${are(overdue, 'task')} overdue`] : []),
  ]
  return `${parts.join(', ')}.`
}

/** What was told is known for 90 days: what is overdue for so long would be told again and again. */
const WORTH_TELLING_DAYS = 60

/** Moved to another day a task is told of anew. */
const causesOf = (tasks: readonly MyTask[], today: string): Cause[] =>
  tasks.flatMap(({ _id, dueOn }) => {
    if (dueOn === undefined || dueOn > today || dueOn < addDays(today, -WORTH_TELLING_DAYS)) return []
    const isOverdue = dueOn < today
    return [{ key: `task ${_id} ${isOverdue ? 'overdue' : 'due'} ${dueOn}`, isOverdue }]
  })

/** Whom an open task that is due may concern: a first look, so that nobody else's list is read every minute. */
async function concerned({ db }: Now, today: string): Promise<Set<number | null>> {
  const rows = await db
    .selectFrom('user_task')
    .innerJoin('user', 'user.id', 'user_task.user_id')
    .select(['user.id', 'user.manager_id'])
    .where('user_task.is_checked', '=', 0)
    .where('user_task.due_on', '<=', today)
    .execute()
  return new Set(rows.flatMap(({ id, manager_id }) => [id, manager_id]))
}

export async function tellOfTasks(at: Now): Promise<void> {
  const { db, now, timeZone } = at
  if (clockTime(now, timeZone) < MORNING) return
  const today = dayOf(now, timeZone)
  const listeners = await listenersTo(db, 'tasks', now)
  if (listeners.length === 0) return
  const concerns = await concerned(at, today)
  for (const { user } of listeners.filter((listener) => concerns.has(listener.user.id))) {
    const causes = causesOf(await openTasksOf(db, user.id), today)
    await tell(db, now, {
      userId: user.id,
      kind: 'tasks',
      causes: causes.map(({ key }) => key),
      until: endOfDay(today, timeZone),
      message: (fresh) => ({
        title: 'Tasks of yours',
        body: bodyOf(causes.filter(({ key }) => fresh.has(key))),
        tag: 'tasks',
        url: '/',
      }),
    })
  }
}
