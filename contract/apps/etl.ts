/** Runs of the data pipelines: wire.md “ETL”. */
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { isObject } from '../records.ts'
import { Id, IdParams, LIMITS, QueryNumber, requiredText, TextOrNone, text } from '../values.ts'
import { admin, apiKey, etlReader } from '../who.ts'

export const Run = z.object({
  _id: Id,
  isSuccessful: z.boolean(),
  isFixed: z.boolean(),
  dataSource: TextOrNone,
  tableName: TextOrNone,
  taskName: TextOrNone,
  createdAt: z.string(),
  /** The error text, `''` for none. */
  message: z.optional(z.string()),
  /** Name of the person who marked the run as amended, and when (ours). */
  fixedBy: z.optional(z.string()),
  fixedAt: z.optional(z.string()),
  /** Only if the tool reported them (ours): start, scheduled time, the engine, and what the run was a part of. */
  startedAt: z.optional(z.string()),
  scheduledAt: z.optional(z.string()),
  engine: z.optional(z.string()),
  parent: z.optional(z.string()),
})
export type Run = z.infer<typeof Run>

const RunStatus = z.enum(['success', 'failed', 'amended'])
export type RunStatus = z.infer<typeof RunStatus>

/** Returns the status of a run. The three are disjoint, so their counts add up to the total (wire.md §4). */
export const statusOf = ({ isSuccessful, isFixed }: Pick<Run, 'isSuccessful' | 'isFixed'>): RunStatus =>
  isSuccessful ? 'success' : isFixed ? 'amended' : 'failed'

/** Most runs in one answer. */
export const RUNS_PER_CALL = 500

const RunPage = z.object({
  limit: z.optional(QueryNumber),
  /** A run's `_id`: returns runs older than it. */
  before: z.optional(QueryNumber),
})

const runs = (path: `/api/${string}`, summary: string) =>
  call({ method: 'GET', path, summary, who: etlReader, query: RunPage, answer: z.array(Run), cached: true, etag: true })

export const listRuns = runs('/api/etl/action/', 'Runs of the past 7 days, newest first')
export const listSuccessfulRuns = runs('/api/etl/actionsuccess/', 'Successful runs, newest first')
export const listFailedRuns = runs('/api/etl/actionfail/', 'Failed runs, amended ones too, newest first')

export const getRunSummary = call({
  method: 'GET',
  path: '/api/etl/summary/',
  summary: 'Counts of the past 7 days, in all and a day',
  who: etlReader,
  answer: z.object({
    total: z.number(),
    successful: z.number(),
    failed: z.number(),
    amended: z.number(),
    since: z.string(),
    days: z.array(z.object({ date: z.string(), successful: z.number(), failed: z.number(), amended: z.number() })),
  }),
  cached: true,
  etag: true,
  ours: true,
})

const YesNo = z.pipe(
  z.union([z.boolean(), z.enum(['True', 'False'])], 'isFixed must be true or false.'),
  z.transform((value: boolean | 'True' | 'False') => value === true || value === 'True'),
)

export const fixRun = call({
  method: 'PUT',
  path: '/api/etl/action/:id/',
  summary: 'Mark a failed run as amended, or undo that',
  who: etlReader,
  params: IdParams,
  body: z.strictObject({ isFixed: YesNo }),
  answer: Run,
  unspecifiedAnswer: true,
  refuses: [409],
  queues: 'etl.fix',
  timed: true,
})

/** A list of names. Spec §3 does not show what is in these lists: an object is read as its `name`, or else as its `_id`. */
const Names = z.array(
  z.pipe(
    z.transform((value: unknown): string => {
      return String(isObject(value) ? (value.name ?? value._id ?? '') : value)
    }),
    z.string(),
  ),
)

export const listDataSources = call({
  method: 'GET',
  path: '/api/etl/datasource/',
  summary: 'Data sources with their tables and steps',
  who: etlReader,
  answer: z.array(
    z.object({
      _id: Id,
      name: z.string(),
      description: TextOrNone,
      totalTables: Names,
      totalSteps: Names,
    }),
  ),
  cached: true,
  etag: true,
})

const Table = z.object({
  _id: Id,
  dataSource: z.string(),
  name: z.string(),
  lastRun: z.nullable(z.string()),
  lastStatus: z.nullable(RunStatus),
})

export const listTables = call({
  method: 'GET',
  path: '/api/etl/table/',
  summary: 'Tables with their last run',
  who: etlReader,
  // Spec §3 does not show a table's fields.
  answer: z.array(Table),
  unspecifiedAnswer: true,
  cached: true,
  etag: true,
})

/** The answer to a report: how many events were accepted. */
const Accepted = z.object({ accepted: z.number() })

export const postLineage = call({
  method: 'POST',
  path: '/api/v1/lineage',
  summary: 'An OpenLineage event, or an array of them',
  who: apiKey,
  body: z.union([z.array(z.looseObject({})), z.looseObject({})], 'An OpenLineage event is needed here.'),
  answer: Accepted,
  status: 201,
  gzip: true,
  bodyLimit: 5_242_880,
  ours: true,
})

/** Longest name of a source, table or task; a longer one from a tool is cut. */
export const MAX_ETL_NAME_LENGTH = 500

const sourceName = requiredText(MAX_ETL_NAME_LENGTH, 'Data source')

export const pingRun = call({
  method: 'POST',
  path: '/api/etl/ping/:source/:task/:state/',
  summary: 'A shell job tells that it began or ended; what it wrote, as the body, is the reason of a failure',
  who: apiKey,
  params: z.object({
    source: sourceName,
    task: requiredText(MAX_ETL_NAME_LENGTH, 'Task'),
    state: z.enum(['start', 'ok', 'fail'], 'A run may start, be ok or fail.'),
  }),
  body: 'text',
  answer: Accepted,
  status: 201,
  // Room for a whole log, of which only the end is kept.
  bodyLimit: 104_857_600,
  ours: true,
})

const ApiKey = z.object({
  _id: Id,
  name: z.string(),
  createdAt: z.string(),
  lastUsed: z.nullable(z.string()),
  /** The first characters of the key, to recognise it by. */
  prefix: z.string(),
  /** The data sources that the key may report for; missing: all. */
  sources: z.optional(z.array(z.string())),
})
export type ApiKey = z.infer<typeof ApiKey>

export const listApiKeys = call({
  method: 'GET',
  path: '/api/etl/keys/',
  summary: 'API keys, without the keys themselves',
  who: admin,
  answer: z.array(ApiKey),
  ours: true,
})

/** Most data sources that one key may be limited to. */
export const MAX_KEY_SOURCES = 100

export const createApiKey = call({
  method: 'POST',
  path: '/api/etl/keys/',
  summary: 'Create an API key; it is returned only once',
  who: admin,
  body: z.strictObject({
    name: requiredText(LIMITS.name, 'Name'),
    sources: z.optional(
      z
        .array(sourceName, 'Data sources must be a list of names.')
        .check(
          z.minLength(1, 'Name at least one data source.'),
          z.maxLength(MAX_KEY_SOURCES, `A key has at most ${MAX_KEY_SOURCES} sources.`),
        ),
    ),
  }),
  answer: z.extend(ApiKey, { key: z.string() }),
  status: 201,
  secret: true,
  ours: true,
})

export const deleteApiKey = call({
  method: 'DELETE',
  path: '/api/etl/keys/:id/',
  summary: 'Revoke an API key',
  who: admin,
  params: IdParams,
  answer: null,
  status: 204,
  ours: true,
})

const YEAR_MINUTES = 527_040
const minutes = (from: number) =>
  z
    .number('A number of minutes is needed here.')
    .check(
      z.int('A whole number is needed here.'),
      z.gte(from, `At least ${from} is needed here.`),
      z.lte(YEAR_MINUTES, 'A year is the most.'),
    )

/** How often a source, or one of its tasks, is expected to run. `taskName` `''`: any task. */
const Expectation = z.object({
  _id: Id,
  dataSource: z.string(),
  taskName: z.string(),
  everyMinutes: z.number(),
  graceMinutes: z.number(),
})
export type Expectation = z.infer<typeof Expectation>

export const listExpectations = call({
  method: 'GET',
  path: '/api/etl/expectation/',
  summary: 'How often sources and tasks are expected to run',
  who: admin,
  answer: z.array(Expectation),
  ours: true,
})

export const setExpectation = call({
  method: 'PUT',
  path: '/api/etl/expectation/',
  summary: 'Set how often a source, or one of its tasks, is expected to run',
  who: admin,
  body: z.strictObject({
    dataSource: sourceName,
    taskName: text(MAX_ETL_NAME_LENGTH, 'Task'),
    everyMinutes: minutes(1),
    graceMinutes: minutes(0),
  }),
  answer: Expectation,
  ours: true,
})

export const deleteExpectation = call({
  method: 'DELETE',
  path: '/api/etl/expectation/:id/',
  summary: 'Delete an expectation',
  who: admin,
  params: IdParams,
  answer: null,
  status: 204,
  ours: true,
})

export const listLate = call({
  method: 'GET',
  path: '/api/etl/late/',
  summary: 'What should have run by now but has not, longest overdue first',
  who: etlReader,
  answer: z.array(
    z.extend(Expectation, {
      /** End of the last run, successful or not; null if there was none. */
      lastRun: z.nullable(z.string()),
      /** The latest time at which it should have run. */
      dueAt: z.string(),
    }),
  ),
  cached: true,
  ours: true,
})
