/**
 * Queues notifications of failed runs in chosen data sources. A cause is one task in one hour, and is told at most once an
 * hour; each look sends one message per source.
 */
import type { Db } from '../db/tables.ts'
import { sha256 } from '../http/secrets.ts'
import { after, before, HOUR_MS } from '../lib/instants.ts'
import { type CauseCheck, causeKey, type FinderContext, queueNotification, recipientsOf, taskIdOf } from './queue.ts'

const WORTH_TELLING_MS = 4 * HOUR_MS
const MAX_SHOWN_NAME = 80
/** Length of the hour of an instant, as `2026-03-05T12`. */
const HOUR_LENGTH = 13

/** How many tasks one look considers: the newest. */
const MAX_TASKS = 1_000

interface Failure {
  readonly source: string
  readonly task: string
  readonly taskId: number
  readonly hour: string
  readonly last: string
}

/** Shortens by code points, since half of a surrogate pair would be shown as a question mark. */
function short(name: string): string {
  const characters = [...name]
  return characters.length > MAX_SHOWN_NAME ? `${characters.slice(0, MAX_SHOWN_NAME - 1).join('')}…` : name
}
const causeOf = ({ taskId, hour }: Failure) => causeKey('etlFailures', taskId, hour)

/**
 * The tag depends on the tasks: a later failure of another task is shown beside this message and does not replace it
 * unread.
 */
const tagOf = (failures: readonly Failure[]) =>
  `etl ${sha256([...new Set(failures.map(({ taskId }) => taskId))].sort((a, b) => a - b).join(' '))}`

/** Selects the runs that have failed since an instant and are not resolved, with their tasks and sources. */
const failedSince = (db: Db, since: string) =>
  db
    .selectFrom('etl_run')
    .innerJoin('etl_task', 'etl_task.id', 'etl_run.task_id')
    .innerJoin('etl_source', 'etl_source.id', 'etl_task.source_id')
    .where('etl_run.is_successful', '=', 0)
    .where('etl_run.is_fixed', '=', 0)
    .where('etl_run.created_at', '>=', since)

/** Returns those of the causes that are about tasks of a source. */
export async function causesInSource(db: Db, source: string, causes: readonly string[]): Promise<string[]> {
  if (causes.length === 0) return []
  const tasks = await db
    .selectFrom('etl_task')
    .innerJoin('etl_source', 'etl_source.id', 'etl_task.source_id')
    .select('etl_task.id')
    .where('etl_source.name', '=', source)
    .where('etl_task.id', 'in', causes.map(taskIdOf))
    .execute()
  const ids = new Set(tasks.map(({ id }) => id))
  return causes.filter((cause) => ids.has(taskIdOf(cause)))
}

/** Whether a failure of one of the tasks is still unresolved. */
export const isFailureOpen: CauseCheck = async ({ db, now }, { causes }) => {
  if (causes.length === 0) return false
  const open = failedSince(db, before(now, WORTH_TELLING_MS + HOUR_MS))
    .select('etl_run.id')
    .where('etl_task.id', 'in', causes.map(taskIdOf))
  return (await open.limit(1).executeTakeFirst()) !== undefined
}

/**
 * Returns the ids of the tasks whose failure the person was told of within the last hour. A time further in the future was
 * recorded by a clock that was ahead, and would silence the task until that time had come.
 */
async function taskIdsTold({ db, now }: FinderContext, userId: number): Promise<ReadonlySet<number>> {
  const told = await db
    .selectFrom('push_cause')
    .select('cause')
    .where('user_id', '=', userId)
    .where('cause', 'like', causeKey('etlFailures', '%'))
    .where('at', '>', before(now, HOUR_MS))
    .where('at', '<', after(now, HOUR_MS))
    .execute()
  return new Set(told.map(({ cause }) => taskIdOf(cause)))
}

/** Returns unresolved failures of the last hour in sources that anyone chose, by task and hour. */
async function recentFailures({ db, now }: FinderContext): Promise<Failure[]> {
  // A subquery instead of a list: the number of parameters is limited, and each person may choose hundreds of sources.
  const chosen = db.selectFrom('push_choice').select('source').where('kind', '=', 'etlFailures')
  return failedSince(db, before(now, HOUR_MS))
    .select((eb) => [
      'etl_source.name as source',
      'etl_task.name as task',
      'etl_task.id as taskId',
      eb.fn<string>('substr', ['etl_run.created_at', eb.lit(1), eb.lit(HOUR_LENGTH)]).as('hour'),
      eb.fn.max<string>('etl_run.created_at').as('last'),
    ])
    .where('etl_source.name', 'in', chosen)
    .groupBy(['source', 'task', 'taskId', 'hour'])
    .orderBy('last', 'desc')
    .limit(MAX_TASKS)
    .execute()
}

/** Returns the text for the lock screen: names of jobs, never their error messages. */
function bodyOf(failures: readonly Failure[]): string {
  const tasks = [...new Set(failures.map(({ task }) => short(task)))]
  const [first = '', ...others] = tasks
  return others.length === 0 ? `${first} failed.` : `${first} and ${others.length} more failed.`
}

/** Queues notifications of failed runs. */
export async function queueFailedRuns(at: FinderContext): Promise<void> {
  const { db, now } = at
  const recipients = await recipientsOf(db, 'etlFailures', now)
  if (recipients.length === 0) return
  const failures = await recentFailures(at)
  for (const { user, source, since } of recipients) {
    const wanted = failures.filter((failure) => failure.source === source && failure.last >= since)
    if (wanted.length === 0) continue
    // The cause names the hour on the clock, so that several servers tell it once; a failure soon after it is told later.
    const told = await taskIdsTold(at, user.id)
    const recent = wanted.filter(({ taskId }) => !told.has(taskId))
    await queueNotification(db, now, {
      userId: user.id,
      kind: 'etlFailures',
      source,
      causes: recent.map(causeOf),
      until: after(now, WORTH_TELLING_MS),
      message(fresh) {
        const unsent = recent.filter((failure) => fresh.has(causeOf(failure)))
        return {
          title: `${short(source)}: failed`,
          body: bodyOf(unsent),
          tag: tagOf(unsent),
          url: '/app/etl?tab=failed',
        }
      },
    })
  }
}
