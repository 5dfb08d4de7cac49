/** Builds OpenLineage events in the form that Airflow, dbt, Spark and Flink send, with large facets shortened. Pure. */
import { HOUR_MS } from '../lib/instants.ts'

type Json = Readonly<Record<string, unknown>>

const FACETS = 'https://openlineage.io/spec/facets'
const RUN_EVENT = 'https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent'

interface Tool {
  readonly producer: string
  readonly integration: string
  readonly jobType: string
  readonly processingType: 'BATCH' | 'STREAMING'
  /** Facets of every run. */
  readonly run: Json
  /** How the tool writes a time. */
  readonly time: (at: number) => string
}

const millis = (at: number) => new Date(at).toISOString()
const micros = (at: number) => `${new Date(at).toISOString().slice(0, 23)}417+00:00`

const OPENLINEAGE = 'https://github.com/OpenLineage/OpenLineage/tree/1.24.2/integration'
const AIRFLOW = 'https://github.com/apache/airflow/tree/providers-openlineage/1.12.0'

const facet = (producer: string, schema: string, fields: Json): Json => ({
  _producer: producer,
  _schemaURL: `${FACETS}/${schema}`,
  ...fields,
})

const engine = (producer: string, name: string, version: string, openlineageAdapterVersion: string) =>
  facet(producer, '1-1-1/ProcessingEngineRunFacet.json#/$defs/ProcessingEngineRunFacet', {
    name,
    version,
    openlineageAdapterVersion,
  })

export const TOOLS = {
  airflow: {
    producer: AIRFLOW,
    integration: 'AIRFLOW',
    jobType: 'TASK',
    processingType: 'BATCH',
    run: {
      processing_engine: engine(AIRFLOW, 'Airflow', '2.10.2', '1.12.0'),
      airflow: facet(AIRFLOW, '1-0-1/AirflowRunFacet.json', {
        dag: { dag_id: 'shop', schedule_interval: '0 * * * *', tags: ['sales'] },
        taskInstance: { try_number: 1, pool: 'default_pool' },
      }),
    },
    time: micros,
  },
  dbt: {
    producer: `${OPENLINEAGE}/dbt`,
    integration: 'DBT',
    jobType: 'MODEL',
    processingType: 'BATCH',
    run: { dbt_version: facet(`${OPENLINEAGE}/dbt`, '1-0-0/DbtVersionRunFacet.json', { version: '1.8.7' }) },
    time: micros,
  },
  spark: {
    producer: `${OPENLINEAGE}/spark`,
    integration: 'SPARK',
    jobType: 'SQL_JOB',
    processingType: 'BATCH',
    run: {
      processing_engine: engine(`${OPENLINEAGE}/spark`, 'spark', '3.5.3', '1.24.2'),
      spark_properties: facet(`${OPENLINEAGE}/spark`, '2-0-2/OpenLineage.json#/$defs/RunFacet', {
        properties: { 'spark.master': 'yarn', 'spark.app.name': 'lake' },
      }),
    },
    time: millis,
  },
  flink: {
    producer: `${OPENLINEAGE}/flink`,
    integration: 'FLINK',
    jobType: 'JOB',
    processingType: 'STREAMING',
    run: {
      processing_engine: engine(`${OPENLINEAGE}/flink`, 'flink', '1.18.1', '1.24.2'),
      checkpoints: facet(`${OPENLINEAGE}/flink`, '1-0-0/CheckpointsRunFacet.json', { completed: 12, failed: 0 }),
    },
    time: millis,
  },
} as const satisfies Readonly<Record<string, Tool>>

/** A run of a job, from which its events are built. */
export interface ToolRun {
  readonly tool: keyof typeof TOOLS
  readonly runId: string
  readonly namespace: string
  readonly job: string
  /** The DAG, dbt invocation or Spark application that the run is part of. */
  readonly parent?: string
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  /** The namespace of the datasets. */
  readonly store: string
  readonly start: number
  readonly end: number
  /** Missing if the run succeeded. */
  readonly error?: string
}

const schedule = ({ start }: ToolRun) => Math.floor(start / HOUR_MS) * HOUR_MS

function runFacets(run: ToolRun, { producer, run: always, time }: Tool): Json {
  const parent = run.parent && {
    parent: facet(producer, '1-0-1/ParentRunFacet.json#/$defs/ParentRunFacet', {
      job: { namespace: run.namespace, name: run.parent },
      run: { runId: run.runId.replace(/^./, '0') },
    }),
  }
  const nominalTime = run.tool === 'airflow' && {
    nominalTime: facet(producer, '1-0-1/NominalTimeRunFacet.json#/$defs/NominalTimeRunFacet', {
      nominalStartTime: time(schedule(run)).replace('.000417', ''),
    }),
  }
  return { ...always, ...(parent || {}), ...(nominalTime || {}) }
}

const errorFacet = (message: string, { producer, integration }: Tool) => ({
  errorMessage: facet(producer, '1-0-1/ErrorMessageRunFacet.json#/$defs/ErrorMessageRunFacet', {
    message,
    programmingLanguage: integration === 'SPARK' || integration === 'FLINK' ? 'JAVA' : 'python',
    stackTrace: `${message}\n    at …`,
  }),
})

/** Returns the events that the tool sends for a run, in order, up to the time `until`. */
export function eventsOf(run: ToolRun, until = Number.POSITIVE_INFINITY): Json[] {
  const tool: Tool = TOOLS[run.tool]
  const { producer, integration, jobType, processingType, time } = tool
  const dataset = (name: string) => ({ namespace: run.store, name, facets: {} })
  const event = (eventType: string, at: number, withDatasets: boolean, more: Json = {}) => ({
    eventType,
    eventTime: time(at),
    run: { runId: run.runId, facets: { ...runFacets(run, tool), ...more } },
    job: {
      namespace: run.namespace,
      name: run.job,
      facets: {
        jobType: facet(producer, '2-0-3/JobTypeJobFacet.json#/$defs/JobTypeJobFacet', {
          processingType,
          integration,
          jobType,
        }),
      },
    },
    inputs: withDatasets ? run.inputs.map(dataset) : [],
    outputs: withDatasets ? run.outputs.map(dataset) : [],
    producer,
    schemaURL: RUN_EVENT,
  })
  // Airflow extracts datasets at the end of a run; Flink names them at the start only.
  const early = run.tool !== 'airflow'
  const late = run.tool !== 'flink'
  const middle = (run.start + run.end) / 2
  const running =
    run.tool === 'spark' || run.tool === 'flink' ? [{ at: middle, of: event('RUNNING', middle, false) }] : []
  const failed = run.error !== undefined
  const end = failed
    ? event('FAIL', run.end, late, errorFacet(run.error ?? '', tool))
    : event('COMPLETE', run.end, late)
  return [{ at: run.start, of: event('START', run.start, early) }, ...running, { at: run.end, of: end }]
    .filter(({ at }) => at <= until)
    .map(({ of }) => of)
}
