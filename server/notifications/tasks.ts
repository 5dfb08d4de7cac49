/** Notifies people of their tasks that are due today or overdue: on the due day, and once more on the day after. */
import { type DueTask, dueTasks, openTasksAmong } from '../apps/checklist/my-tasks.ts'
import { addDays, clockTime, dayOf, endOfDay } from '../lib/company-time.ts'
import { groupBy } from '../lib/group-by.ts'
import {
  type CauseCheck,
  causeKey,
  type FinderContext,
  MORNING,
  queueNotification,
  recipientsOf,
  taskIdOf,
} from './queue.ts'

interface Cause {
  readonly key: string
  readonly isOverdue: boolean
}

/** Contains neither titles nor names: onboarding and offboarding tasks are not for a lock screen. */
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

/** Causes are kept for 90 days: a task overdue for longer than that would be told again and again. */
const WORTH_TELLING_DAYS = 60

/** A task that is moved to another day has a new cause, so it is told anew. */
function causeOf({ id, dueOn }: DueTask, today: string): Cause {
  const isOverdue = dueOn < today
  return { key: causeKey('tasks', id, isOverdue ? 'overdue' : 'due', dueOn), isOverdue }
}

/** Whether one of the tasks is still open, due and the person's. */
export const isTaskDue: CauseCheck = async ({ db, now, timeZone }, { userId, causes }) => {
  const today = dayOf(now, timeZone)
  const tasks = await openTasksAmong(db, userId, causes.map(taskIdOf))
  return tasks.some((task) => causes.includes(causeOf(task, today).key))
}

/** Queues notifications of tasks that are due or overdue. */
export async function queueDueTasks({ db, now, timeZone }: FinderContext): Promise<void> {
  if (clockTime(now, timeZone) < MORNING) return
  const today = dayOf(now, timeZone)
  const recipients = await recipientsOf(db, 'tasks', now)
  if (recipients.length === 0) return
  // One query for all recipients, since it runs every minute.
  const due = await dueTasks(db, { from: addDays(today, -WORTH_TELLING_DAYS), to: today })
  const byAssignee = groupBy(due, ({ assignee }) => assignee)
  for (const { user } of recipients) {
    const causes = (byAssignee.get(user.id) ?? []).map((task) => causeOf(task, today))
    await queueNotification(db, now, {
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
