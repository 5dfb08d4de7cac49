/**
 * Pings: shell jobs report with a single request that they began, succeeded or failed. They are stored as ordinary
 * runs.
 */
import { randomUUID } from 'node:crypto'
import type { Db } from '../../db/tables.ts'
import { ingestStates } from './ingest.ts'
import type { RunState } from './state.ts'

/** Only the end of a job's output is kept: it tells most about why the job failed. */
const MAX_REASON_BYTES = 10_240
const RUN_KEY_PREFIX = 'ping '

interface Ping {
  readonly source: string
  readonly task: string
  readonly state: 'start' | 'ok' | 'fail'
  readonly output: string
}

/** Returns the last 10 kB of the output, starting at a whole character. */
function reasonOf(output: string): string {
  const bytes = Buffer.from(output.trim())
  if (bytes.length <= MAX_REASON_BYTES) return bytes.toString()
  const tail = bytes.subarray(bytes.length - MAX_REASON_BYTES)
  const whole = tail.findIndex((byte) => (byte & 0xc0) !== 0x80)
  return tail.subarray(whole).toString()
}

/** Returns the latest run of this job that has not ended: a ping carries no run id. */
const underWay = (db: Db, { source, task }: Ping) =>
  db
    .selectFrom('etl_run')
    .innerJoin('etl_task', 'etl_task.id', 'etl_run.task_id')
    .innerJoin('etl_source', 'etl_source.id', 'etl_task.source_id')
    .select('etl_run.run_key')
    .where('etl_source.name', '=', source)
    .where('etl_task.name', '=', task)
    .where('etl_run.created_at', 'is', null)
    .where('etl_run.run_key', 'like', `${RUN_KEY_PREFIX}%`)
    .orderBy('etl_run.id', 'desc')
    .executeTakeFirst()

/** Stores a ping: a start begins a run; an end ends the run under way, or is a run by itself if there is none. */
export async function ingestPing(db: Db, ping: Ping, now: string): Promise<void> {
  const { source, task, state, output } = ping
  const begun = state === 'start' ? undefined : await underWay(db, ping)
  const run: RunState = {
    key: begun?.run_key ?? `${RUN_KEY_PREFIX}${randomUUID()}`,
    source,
    task,
    end:
      state === 'start'
        ? null
        : {
            order: now,
            at: now,
            isSuccessful: state === 'ok',
            message: state === 'fail' ? reasonOf(output) : '',
            table: null,
          },
    other: null,
    startedAt: state === 'start' ? now : null,
    scheduledAt: null,
    engine: null,
    parent: null,
  }
  await ingestStates(db, [run], now)
}
