/** Runs that have ended: lists, counts, and marking failures as resolved (wire.md “ETL”). */
import { RUNS_PER_CALL, type Run } from '#contract/apps/etl.ts'
import { bit } from '../../db/bit.ts'
import type { Db } from '../../db/tables.ts'
import { conflict, notFound, tooLate } from '../../http/problem.ts'
import { addDays, dayOf, endOfDay, startOfDay } from '../../lib/company-time.ts'
import type { TimedChange } from '../../lib/overtaken.ts'

const DAYS = 7

const endedRuns = (db: Db) =>
  db
    .selectFrom('etl_run')
    .innerJoin('etl_task', 'etl_task.id', 'etl_run.task_id')
    .innerJoin('etl_source', 'etl_source.id', 'etl_task.source_id')
    .leftJoin('etl_table', 'etl_table.id', 'etl_run.table_id')
    .selectAll('etl_run')
    .select(['etl_task.name as task', 'etl_source.name as source', 'etl_table.name as table'])
    .$narrowType<{ created_at: string }>()
    .where('etl_run.created_at', 'is not', null)

type EndedRun = Awaited<ReturnType<ReturnType<typeof endedRuns>['executeTakeFirstOrThrow']>>

/** Drops fields without a value. */
const withoutNulls = (fields: Readonly<Record<string, string | null>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))

const asRun = (row: EndedRun): Run => ({
  _id: row.id,
  isSuccessful: row.is_successful === 1,
  isFixed: row.is_fixed === 1,
  dataSource: row.source,
  tableName: row.table ?? '',
  taskName: row.task,
  createdAt: row.created_at,
  message: row.message,
  ...withoutNulls({
    fixedBy: row.fixed_by,
    fixedAt: row.fixed_at,
    startedAt: row.started_at,
    scheduledAt: row.scheduled_at,
    engine: row.engine,
    parent: row.parent,
  }),
})

/** Returns the last seven days of the company's calendar, oldest first, ending with today. */
export function pastDays(now: string, timeZone: string): { date: string; from: string; until: string }[] {
  const today = dayOf(now, timeZone)
  return Array.from({ length: DAYS }, (_, index) => {
    const date = addDays(today, index + 1 - DAYS)
    return { date, from: startOfDay(date, timeZone), until: endOfDay(date, timeZone) }
  })
}

interface RunsPage {
  readonly limit?: number | undefined
  /** Id of a run: only older ones are returned. */
  readonly before?: number | undefined
}

interface RunFilter {
  readonly isSuccessful?: boolean
  readonly within?: { readonly from: string; readonly until: string }
}

/** Returns the runs that match, newest first by the time they ended, then by id. */
export async function listRuns(
  db: Db,
  { limit, before }: RunsPage,
  { isSuccessful, within }: RunFilter = {},
): Promise<Run[]> {
  let runs = endedRuns(db)
  if (isSuccessful !== undefined) runs = runs.where('etl_run.is_successful', '=', bit(isSuccessful))
  if (within) runs = runs.where('etl_run.created_at', '>=', within.from).where('etl_run.created_at', '<', within.until)
  if (before !== undefined) {
    const mark = await db.selectFrom('etl_run').select('created_at').where('id', '=', before).executeTakeFirst()
    const at = mark?.created_at
    // The run was deleted by the purge, and with it all older ones.
    if (!at) return []
    runs = runs
      // Redundant, but lets both databases use the index.
      .where('etl_run.created_at', '<=', at)
      .where((eb) => eb.or([eb('etl_run.created_at', '<', at), eb('etl_run.id', '<', before)]))
  }
  const rows = await runs
    .orderBy('etl_run.created_at', 'desc')
    .orderBy('etl_run.id', 'desc')
    .limit(Math.min(limit ?? RUNS_PER_CALL, RUNS_PER_CALL))
    .execute()
  return rows.map(asRun)
}

interface RunCounts {
  readonly successful: number
  readonly failed: number
  readonly amended: number
}

/** Counts the runs in a period by the index alone, without reading a row. */
export async function runsBetween(db: Db, { from, until }: { from: string; until: string }): Promise<RunCounts> {
  const ended = (isSuccessful: 0 | 1) =>
    db
      .selectFrom('etl_run')
      .select((eb) => eb.fn.countAll<number>().as('runs'))
      .where('is_successful', '=', isSuccessful)
      .where('created_at', '>=', from)
      .where('created_at', '<', until)
  const successful = await ended(1).executeTakeFirstOrThrow()
  const failed = await ended(0)
    .select((eb) => eb.fn.sum<number | null>('is_fixed').as('amended'))
    .executeTakeFirstOrThrow()
  const amended = failed.amended ?? 0
  return { successful: successful.runs, failed: failed.runs - amended, amended }
}

/** Returns the counts of the past seven days. Successful, failed and amended are disjoint and add up to the total. */
export async function summary(db: Db, now: string, timeZone: string) {
  const days = []
  const sum = { successful: 0, failed: 0, amended: 0 }
  const past = pastDays(now, timeZone)
  for (const day of past) {
    const counts = await runsBetween(db, day)
    for (const each of ['successful', 'failed', 'amended'] as const) sum[each] += counts[each]
    days.push({ date: day.date, ...counts })
  }
  return { total: sum.successful + sum.failed + sum.amended, ...sum, since: past[0]?.from ?? now, days }
}

const FAILED_ANEW = 'This run has failed again since you resolved it. Please look at it again.'
const NO_RUN = 'There is no such run.'

async function find(db: Db, id: number): Promise<EndedRun> {
  const row = await endedRuns(db).where('etl_run.id', '=', id).executeTakeFirst()
  if (!row) throw notFound(NO_RUN)
  return row
}

/**
 * Marks a failed run as resolved or unresolved; the name of the first person to resolve it is kept. The later intention
 * wins (offline.md §2.3): throws 409 if somebody else decided otherwise after this person did, or if the run has failed
 * again. Changes by the same person apply in order of arrival.
 */
export async function fixRun(db: Db, id: number, isFixed: boolean, change: TimedChange): Promise<Run> {
  const { by, occurredAt, now } = change
  // The conditions are part of the update, so that a concurrent change counts.
  await db
    .updateTable('etl_run')
    .set(
      isFixed
        ? { is_fixed: 1, fixed_by: by.name, fixed_at: occurredAt }
        : { is_fixed: 0, fixed_by: null, fixed_at: null },
    )
    .set((eb) => ({
      fix_changed_by: by.name,
      fix_changed_by_id: by.id,
      // A person's older change that arrives late does not lower the time of their newer one.
      fix_effective_at: eb
        .case()
        .when('fix_effective_at', '>', occurredAt)
        .then(eb.ref('fix_effective_at'))
        .else(occurredAt)
        .end(),
    }))
    .where('id', '=', id)
    .where('created_at', 'is not', null)
    .where('is_successful', '=', 0)
    .where('is_fixed', '=', isFixed ? 0 : 1)
    .$if(occurredAt !== now, (query) =>
      query.where((eb) =>
        eb.or([
          eb('fix_effective_at', 'is', null),
          eb('fix_effective_at', '<=', occurredAt),
          eb('fix_changed_by_id', '=', by.id),
        ]),
      ),
    )
    .execute()
  const row = await find(db, id)
  const run = asRun(row)
  if (run.isSuccessful) throw conflict('This run was successful: there is nothing to resolve.', run)
  if (run.isFixed === isFixed) return run
  if (row.fix_changed_by === null) throw conflict(FAILED_ANEW, run)
  const overtaken = { by: row.fix_changed_by, theirs: row.fix_effective_at ?? now, yours: occurredAt }
  throw tooLate(overtaken, change, run)
}
