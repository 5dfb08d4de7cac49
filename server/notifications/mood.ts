/** Queues the notification of a mood report that is due: on the last day of its week, from the morning on. */
import { endOfWeek, weekAt } from '../apps/mood/calendar-weeks.ts'
import type { PushMessage } from '../apps/notifications/push.ts'
import type { Db } from '../db/tables.ts'
import { clockTime, dayOf, endOfDay } from '../lib/company-time.ts'
import { type CauseCheck, causeKey, type FinderContext, MORNING, queueNotification, recipientsOf } from './queue.ts'

const MESSAGE: PushMessage = {
  title: 'Mood report due today',
  body: 'You have not sent yours for this week yet.',
  tag: 'mood-due',
  url: '/app/mood-report',
}

/** Selects the people who have sent a report for the week. */
const authorsFor = (db: Db, monday: string) =>
  db
    .selectFrom('mood_report')
    .innerJoin('mood_period', 'mood_period.id', 'mood_report.period_id')
    .select('mood_report.user_id')
    .where('mood_period.start_date', '=', monday)

const causeOf = (monday: string) => causeKey('moodDue', monday)

/** Whether it is still that week, and the person has not sent its report. */
export const isReportDue: CauseCheck = async ({ db, now, timeZone }, { userId, causes }) => {
  const monday = weekAt(now, timeZone)
  if (!causes.includes(causeOf(monday))) return false
  const ofPerson = authorsFor(db, monday).where('mood_report.user_id', '=', userId)
  return (await ofPerson.executeTakeFirst()) === undefined
}

/** Queues notifications of mood reports that are due today. */
export async function queueDueReports({ db, now, timeZone }: FinderContext): Promise<void> {
  const monday = weekAt(now, timeZone)
  const lastDay = endOfWeek(monday)
  if (dayOf(now, timeZone) !== lastDay || clockTime(now, timeZone) < MORNING) return
  const recipients = await recipientsOf(db, 'moodDue', now)
  if (recipients.length === 0) return
  const sent = await authorsFor(db, monday).execute()
  const cause = causeOf(monday)
  const notified = await db.selectFrom('push_cause').select('user_id').where('cause', '=', cause).execute()
  const skipped = new Set([...sent, ...notified].map(({ user_id }) => user_id))
  for (const { user } of recipients)
    if (!skipped.has(user.id))
      await queueNotification(db, now, {
        userId: user.id,
        kind: 'moodDue',
        causes: [cause],
        until: endOfDay(lastDay, timeZone),
        message: () => MESSAGE,
      })
}
