/** Shell jobs that tell by one request that they began, went well or failed: runs like all the others. */
import { randomUUID } from 'node:crypto'
import type { Db } from '../../db/tables.ts'
import { takeStates } from './ingest.ts'
import type { RunState } from './state.ts'

/** The end of what a job wrote tells most of why it failed. */
const LONGEST_REASON = 10_240
const BEGINS = 'ping '

interface Ping {
  readonly source: string
  readonly task: string
  readonly state: 'start' | 'ok' | 'fail'
  readonly output: string
}

/** The last 10 kB, from a whole character on. */
function reasonOf(output: string): string {
  const bytes = Buffer.from(output.trim())
  if (bytes.length <= LONGEST_REASON) return bytes.toString()
  const tail = bytes.subarray(bytes.length - LONGEST_REASON)
  const whole = tail.findIndex((byte) => (byte & 0xc0) !== 0x80)
  return tail.subarray(whole).toString()
}

/** The run of this job that began last and has not ended: a job says neither who it is nor which run. */
const underWay = (db: Db, { source, task }: Ping) =>
  db
    .selectFrom('etl_run')
    .innerJoin('etl_task', 'etl_task.id', 'etl_run.task_id')
    .innerJoin('etl_source', 'etl_source.id', 'etl_task.source_id')
    .select('etl_run.run_key')
    .where('etl_source.name', '=', source)
    .where('etl_task.name', '=', task)
    .where('etl_run.created_at', 'is', null)
    .where('etl_run.run_key', 'like', `${BEGINS}%`)
    .orderBy('etl_run.id', 'desc')
    .executeTakeFirst()

export async function takePing(db: Db, ping: Ping, now: string): Promise<void> {
  const { source, task, state, output } = ping
  const begun = state === 'start' ? undefined : await underWay(db, ping)
  const told: RunState = {
    key: begun?.run_key ?? `${BEGINS}${randomUUID()}`,
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
  await takeStates(db, [told], now)
}
