/** The sample company's pipelines: some hundred runs a day, most of them successful. */
import { ingestStates } from '../apps/etl/ingest.ts'
import { readEvents } from '../apps/etl/openlineage.ts'
import type { Db } from '../db/tables.ts'
import { after, DAY_MS, HOUR_MS, MINUTE_MS } from '../lib/instants.ts'
import { eventsOf, type ToolRun } from './etl-tools.ts'
import type { Random } from './random.ts'

const DAYS = 14

type NonEmptyList<T> = readonly [T, ...T[]]

interface Job extends Pick<ToolRun, 'tool' | 'namespace' | 'job' | 'parent' | 'inputs' | 'outputs' | 'store'> {
  /** Hours of the day (UTC) at which the job runs. */
  readonly hours: readonly number[]
  /** The shortest and longest duration, in minutes. */
  readonly takes: readonly [number, number]
  readonly fails: number
  readonly errors: NonEmptyList<string>
}

const EVERY_HOUR = Array.from({ length: 24 }, (_, hour) => hour)
const POSTGRES = 'postgres://warehouse.foyer.example:5432'
const LAKE = 's3://foyer-lake'
const KAFKA = 'kafka://broker.foyer.example:9092'

const airflow = (
  task: string,
  inputs: string[],
  outputs: string[],
  fails: number,
  errors: NonEmptyList<string>,
): Job => ({
  tool: 'airflow',
  namespace: 'airflow-prod',
  job: `shop_hourly.${task}`,
  parent: 'shop_hourly',
  inputs,
  outputs,
  store: POSTGRES,
  hours: EVERY_HOUR,
  takes: [1, 9],
  fails,
  errors,
})

const dbt = (model: string, inputs: string[], fails: number, errors: NonEmptyList<string>): Job => ({
  tool: 'dbt',
  namespace: 'dbt-analytics',
  job: `warehouse.analytics.shop.${model}`,
  parent: 'dbt-run-shop',
  inputs,
  outputs: [`warehouse.analytics.${model}`],
  store: POSTGRES,
  hours: [1, 7, 13, 19],
  takes: [1, 4],
  fails,
  errors,
})

const TIMED_OUT =
  'psycopg2.OperationalError: connection to server at "warehouse.foyer.example", port 5432 failed: Connection timed out'

const JOBS: readonly Job[] = [
  airflow('extract_orders', ['shop.public.orders'], ['warehouse.raw.orders'], 0.03, [
    TIMED_OUT,
    'airflow.exceptions.AirflowTaskTimeout: Timeout, PID: 48213',
  ]),
  airflow('extract_customers', ['shop.public.customers'], ['warehouse.raw.customers'], 0.02, [TIMED_OUT]),
  airflow('load_exchange_rates', [], ['warehouse.raw.exchange_rates'], 0.06, [
    'requests.exceptions.HTTPError: 503 Server Error: Service Unavailable for url: https://rates.example.com/latest',
    "KeyError: 'CHF'",
  ]),
  dbt('stg_orders', ['warehouse.raw.orders'], 0.01, ['Database Error in model stg_orders: deadlock detected']),
  dbt('stg_customers', ['warehouse.raw.customers'], 0.01, [
    'Database Error in model stg_customers: column "loyalty_tier" does not exist\n  LINE 14:     loyalty_tier,\n               ^',
  ]),
  dbt('fct_sales', ['warehouse.analytics.stg_orders', 'warehouse.raw.exchange_rates'], 0.05, [
    'Failure in test not_null_fct_sales_amount_eur: Got 214 results, configured to fail if != 0',
    'Failure in test unique_fct_sales_order_id: Got 3 results, configured to fail if != 0',
  ]),
  dbt('dim_customers', ['warehouse.analytics.stg_customers'], 0.02, [
    'Database Error in model dim_customers: canceling statement due to statement timeout',
  ]),
  {
    tool: 'spark',
    namespace: 'spark-lake',
    job: 'clickstream.execute_insert_into_hadoop_fs_relation_command.sessions',
    parent: 'clickstream',
    inputs: ['raw/clicks'],
    outputs: ['curated/sessions'],
    store: LAKE,
    hours: EVERY_HOUR,
    takes: [6, 25],
    fails: 0.05,
    errors: [
      'org.apache.spark.SparkException: Job aborted due to stage failure: Task 17 in stage 4.0 failed 4 times, most recent failure: ExecutorLostFailure (executor 12 exited caused by one of the running tasks) Reason: Container killed by YARN for exceeding memory limits. 9.2 GB of 9 GB physical memory used.',
      'java.io.FileNotFoundException: No such file or directory: s3a://foyer-lake/raw/clicks/_SUCCESS',
    ],
  },
  {
    tool: 'spark',
    namespace: 'spark-lake',
    job: 'recommendations.train_features',
    inputs: ['curated/sessions', 'curated/orders'],
    outputs: ['curated/recommendation_features_with_a_name_that_is_longer_than_most_columns_of_a_table_are_wide'],
    store: LAKE,
    hours: [2],
    takes: [40, 95],
    fails: 0.12,
    errors: [
      'org.apache.spark.sql.AnalysisException: [UNRESOLVED_COLUMN] A column with name `basket_size` cannot be resolved.',
    ],
  },
  {
    tool: 'flink',
    namespace: 'flink-streams',
    job: 'orders_enrichment',
    inputs: ['orders', 'customers'],
    outputs: ['orders-enriched'],
    store: KAFKA,
    hours: [0, 8, 16],
    takes: [420, 470],
    fails: 0.15,
    errors: ['org.apache.flink.util.FlinkRuntimeException: Exceeded checkpoint tolerable failure threshold.'],
  },
]

const hex = (random: Random, digits: number) =>
  Array.from({ length: digits }, () => random.between(0, 15).toString(16)).join('')
const uuid = (random: Random) =>
  `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-8${hex(random, 3)}-${hex(random, 12)}`

function runOf(job: Job, start: number, random: Random): ToolRun {
  const { hours: _hours, takes, fails, errors, ...rest } = job
  const failed = random.chance(fails)
  return {
    ...rest,
    runId: uuid(random),
    start,
    end: start + Math.round(random.between(takes[0] * MINUTE_MS, takes[1] * MINUTE_MS) * (failed ? 0.6 : 1)),
    ...(failed ? { error: random.pick(errors) } : {}),
  }
}

/** Returns one day's events of every tool, from midnight (UTC) up to the time `until`. */
export const dayOfEvents = (midnight: number, until: number, random: Random) =>
  JOBS.flatMap((job) =>
    job.hours.flatMap((hour) =>
      eventsOf(runOf(job, midnight + hour * HOUR_MS + random.between(1_000, 4 * MINUTE_MS), random), until),
    ),
  )

/** Inserts two weeks of runs. Most failures from before yesterday are resolved. */
export async function seedRuns(db: Db, now: string, random: Random, fixedBy: string): Promise<void> {
  const today = Math.floor(Date.parse(now) / DAY_MS) * DAY_MS
  for (let day = today - (DAYS - 1) * DAY_MS; day <= today; day += DAY_MS)
    await ingestStates(db, readEvents(dayOfEvents(day, Date.parse(now), random)).states, now)
  const failed = await db
    .selectFrom('etl_run')
    .select(['id', 'created_at'])
    .where('is_successful', '=', 0)
    .where('created_at', '<', new Date(today - DAY_MS).toISOString())
    .orderBy('created_at')
    .execute()
  for (const { id, created_at } of failed) {
    if (!random.chance(0.8)) continue
    const fixed_at = after(created_at ?? now, random.between(5, 600) * MINUTE_MS)
    await db.updateTable('etl_run').set({ is_fixed: 1, fixed_by: fixedBy, fixed_at }).where('id', '=', id).execute()
  }
}
