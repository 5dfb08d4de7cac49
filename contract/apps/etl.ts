/** Runs of the data pipelines: wire.md “ETL”. */
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { Id, IdParams, LIMITS, PathId, requiredText } from '../values.ts'
import { admin, apiKey, etlReader } from '../who.ts'

export const Run = z.object({
  _id: Id,
  isSuccessful: z.boolean(),
  isFixed: z.boolean(),
  dataSource: z.string(),
  tableName: z.string(),
  taskName: z.string(),
  createdAt: z.string(),
  /** The error text, `''` for none. */
  message: z.optional(z.string()),
})
export type Run = z.infer<typeof Run>

/** Most runs that one call answers. */
export const RUNS_A_CALL = 500

const RunPage = z.object({
  limit: z.optional(PathId),
  /** A run's `_id`: those older than it. */
  before: z.optional(PathId),
})

const runs = (path: `/api/${string}`, summary: string) =>
  call({ method: 'GET', path, summary, who: etlReader, query: RunPage, answer: z.array(Run), cached: true })

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
  ours: true,
})

const YesNo = z.pipe(
  z.union([z.boolean(), z.enum(['True', 'False', 'true', 'false'])], 'isFixed must be true or false.'),
  z.transform(
    (value: boolean | 'True' | 'False' | 'true' | 'false') => value === true || value === 'True' || value === 'true',
  ),
)

export const fixRun = call({
  method: 'PUT',
  path: '/api/etl/action/:id/',
  summary: 'Mark a failed run as amended, or no longer',
  who: etlReader,
  params: IdParams,
  body: z.strictObject({ isFixed: YesNo }),
  answer: Run,
  queues: 'etl.fix',
})

export const listDataSources = call({
  method: 'GET',
  path: '/api/etl/datasource/',
  summary: 'Data sources with their tables and steps',
  who: etlReader,
  answer: z.array(
    z.object({
      _id: Id,
      name: z.string(),
      description: z.string(),
      totalTables: z.array(z.string()),
      totalSteps: z.array(z.string()),
    }),
  ),
  cached: true,
})

export const listTables = call({
  method: 'GET',
  path: '/api/etl/table/',
  summary: 'Tables with their last run',
  who: etlReader,
  answer: z.array(
    z.object({
      _id: Id,
      dataSource: z.string(),
      name: z.string(),
      lastRun: z.nullable(z.string()),
      lastStatus: z.nullable(z.enum(['success', 'failed', 'amended'])),
    }),
  ),
  cached: true,
})

export const postLineage = call({
  method: 'POST',
  path: '/api/v1/lineage',
  summary: 'An OpenLineage event, or an array of them',
  who: apiKey,
  body: z.union([z.array(z.looseObject({})), z.looseObject({})], 'An OpenLineage event is needed here.'),
  answer: z.unknown(),
  status: 201,
  bodyLimit: 5_242_880,
  ours: true,
})

const ApiKey = z.object({ _id: Id, name: z.string(), createdAt: z.string(), lastUsed: z.nullable(z.string()) })

export const listApiKeys = call({
  method: 'GET',
  path: '/api/etl/keys/',
  summary: 'API keys, without the keys themselves',
  who: admin,
  answer: z.array(ApiKey),
  ours: true,
})

export const createApiKey = call({
  method: 'POST',
  path: '/api/etl/keys/',
  summary: 'Make an API key; it is shown this once',
  who: admin,
  body: z.strictObject({ name: requiredText(LIMITS.name, 'Name') }),
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
