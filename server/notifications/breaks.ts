/**
 * Notifies a person once if their break runs over its planned length: they forgot the time, or to come back on the board.
 */
import { awayBreakRecords, type BreakRecord, breakRecordsOf } from '../apps/onbreak/store.ts'
import { MINUTE_MS } from '../lib/instants.ts'
import { type CauseCheck, causeKey, type FinderContext, queueNotification, recipientsOf } from './queue.ts'

/** Beyond this the person knows, or is away for a reason. */
const WORTH_TELLING_MS = 15 * MINUTE_MS

const minutesOf = (count: number) => (count === 1 ? '1 minute' : `${count} minutes`)

/** Returns when a break ran over or will, in milliseconds; null if the person is here or the type has no planned length. */
const overAt = ({ status, clock_out_time, planned_minutes }: BreakRecord): number | null =>
  status === 1 || clock_out_time === null || planned_minutes === null
    ? null
    : Date.parse(clock_out_time) + planned_minutes * MINUTE_MS

const causeOf = (record: BreakRecord) => causeKey('breakOver', String(record.clock_out_time))

/** Whether the person is still on that break, for longer than planned. */
export const isBreakOver: CauseCheck = async ({ db, now }, { userId, causes }) => {
  const [record] = await breakRecordsOf(db, [userId])
  if (!record || !causes.includes(causeOf(record))) return false
  const over = overAt(record)
  return over !== null && over <= Date.parse(now)
}

/** Queues notifications of breaks that ran over. */
export async function queueOverrunBreaks({ db, now }: FinderContext): Promise<void> {
  const recipients = await recipientsOf(db, 'breakOver', now)
  if (recipients.length === 0) return
  const since = new Map(recipients.map((recipient) => [recipient.user.id, recipient.since]))
  for (const record of await awayBreakRecords(db)) {
    const { user_id, planned_minutes } = record
    const turnedOn = since.get(user_id)
    const over = overAt(record)
    if (turnedOn === undefined || over === null || planned_minutes === null) continue
    const [from, until] = [over, over + WORTH_TELLING_MS].map((at) => new Date(at).toISOString()) as [string, string]
    if (now < from || now >= until || from < turnedOn) continue
    await queueNotification(db, now, {
      userId: user_id,
      kind: 'breakOver',
      causes: [causeOf(record)],
      until,
      message: () => ({
        title: 'Your break ran over',
        // Without type and message of the break: those are for the board only.
        body: `It was planned for ${minutesOf(planned_minutes)}.`,
        tag: 'break-over',
        url: '/app/onbreak',
      }),
    })
  }
}
