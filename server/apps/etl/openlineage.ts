/** Reads the state of a run from OpenLineage events (https://openlineage.io/spec/2-0-2/OpenLineage.json). Pure. */
import * as z from 'zod/mini'
import { MAX_ETL_NAME_LENGTH } from '#contract/apps/etl.ts'
import { badRequest, Problem } from '../../http/problem.ts'
import { type ExactTime, parseRfc3339 } from '../../lib/rfc3339.ts'
import { digest, type RunState, runKey } from './state.ts'

/** Longest error message, in characters; a longer one keeps its beginning. */
const MAX_MESSAGE_LENGTH = 10_000

const missing = 'is missing or not as it should be'
const text = z.string(missing)
const something = text.check(z.refine((value) => value.trim() !== '', 'is empty'))
/** Serialisers write null for a missing value. */
const orNone = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema))
const Facets = orNone(z.record(z.string(), z.unknown(), missing))
const Dataset = z.object({ namespace: text, name: text }, missing)
const Datasets = orNone(z.array(Dataset, missing))
const Job = z.object({ namespace: something, name: something }, missing)
const Time = z.pipe(
  text,
  z.transform((value: string, context): ExactTime => {
    const time = parseRfc3339(value)
    if (time) return time
    context.issues.push({ code: 'custom', message: 'is no RFC 3339 time with a zone', input: value })
    return z.NEVER
  }),
)

const EVENT_TYPES = ['START', 'RUNNING', 'COMPLETE', 'ABORT', 'FAIL', 'OTHER'] as const
type EventType = (typeof EVENT_TYPES)[number]

const RunEvent = z.object({
  eventType: orNone(z.enum(EVENT_TYPES, `must be one of ${EVENT_TYPES.join(', ')}`)),
  eventTime: Time,
  run: z.object({ runId: something, facets: Facets }, missing),
  job: Job,
  inputs: Datasets,
  outputs: Datasets,
})
type RunEvent = z.infer<typeof RunEvent>

const DatasetEvent = z.object({ eventTime: Time, dataset: Dataset })
const JobEvent = z.object({ eventTime: Time, job: Job, inputs: Datasets, outputs: Datasets })

/** The facets that are used. One that does not match its schema is ignored. */
const facets = {
  errorMessage: z.object({ message: z.string() }),
  nominalTime: z.object({ nominalStartTime: z.string() }),
  processing_engine: z.object({ name: z.optional(z.nullable(z.string())), version: z.string() }),
  parent: z.object({ job: z.object({ name: z.string() }) }),
}

function facetOf<Name extends keyof typeof facets>(event: RunEvent, name: Name) {
  const result = z.safeParse(facets[name], event.run.facets?.[name])
  return result.success ? (result.data as z.infer<(typeof facets)[Name]>) : null
}

/** Cuts a text to `most` characters, never within a surrogate pair. */
const cut = (value: string, most: number) => value.slice(0, most).replace(/[\ud800-\udbff]$/, '')
const nameOf = (value: string) => cut(value.trim(), MAX_ETL_NAME_LENGTH)
const orNull = (value: string | undefined) => (value ? nameOf(value) : null)

/** Rank of the event types that end a run: of two ends at the same instant the worse one wins. */
const ENDS: Partial<Record<EventType, number>> = { COMPLETE: 1, ABORT: 2, FAIL: 3 }
/** Rank of the event types whose datasets are used where the end has none; the highest wins. */
const OTHERS: Partial<Record<EventType, number>> = { COMPLETE: 1, ABORT: 1, FAIL: 1, RUNNING: 2, START: 3 }

/** Returns the name of the first output, else of the first input. */
const tableIn = ({ outputs, inputs }: RunEvent) => orNull((outputs?.[0] ?? inputs?.[0])?.name.trim())

/** Returns the state that an event reports; null for an event that is not shown. */
function stateOf(event: RunEvent): RunState | null {
  const type = event.eventType ?? 'OTHER'
  if (type === 'OTHER') return null
  const source = nameOf(event.job.namespace)
  const task = nameOf(event.job.name)
  const { at, exact } = event.eventTime
  const table = tableIn(event)
  const rank = ENDS[type]
  const message = type === 'COMPLETE' ? '' : cut(facetOf(event, 'errorMessage')?.message ?? '', MAX_MESSAGE_LENGTH)
  const engine = facetOf(event, 'processing_engine')
  return {
    key: runKey(source, task, event.run.runId),
    source,
    task,
    // The digest decides between ends that are otherwise equal, so that the order of arrival never does.
    end: rank
      ? { order: `${exact} ${rank} ${digest(message, table)}`, at, isSuccessful: type === 'COMPLETE', message, table }
      : null,
    other: table ? { order: `${OTHERS[type]} ${exact} ${digest(table)}`, table } : null,
    startedAt: type === 'START' ? at : null,
    scheduledAt: parseRfc3339(facetOf(event, 'nominalTime')?.nominalStartTime ?? '')?.at ?? null,
    engine: orNull(engine ? `${engine.name ?? ''} ${engine.version}`.trim() : ''),
    parent: orNull(facetOf(event, 'parent')?.job.name.trim()),
  }
}

type Json = Readonly<Record<string, unknown>>

/** Chooses the schema by the subject of the event. */
function schemaOf(event: Json): z.ZodMiniType {
  // Serialisers write null for a missing value, hence `!=`.
  if (event.run != null || event.eventType != null) return RunEvent
  return event.dataset == null ? JobEvent : DatasetEvent
}

function readOne(event: Json, prefix: string): RunState | null {
  const schema = schemaOf(event)
  const result = z.safeParse(schema, event)
  if (!result.success) {
    const [issue] = result.error.issues
    throw badRequest(`${prefix}${issue?.path.join('.')} ${issue?.message}.`)
  }
  return schema === RunEvent ? stateOf(result.data as RunEvent) : null
}

/** Most events of a request: they are stored in one transaction, for which all others wait. */
const MAX_EVENTS = 5_000

/**
 * Returns the states that one or several events report. Throws a 413 for too many of them, or a 400 that names the first
 * invalid event and its fault.
 */
export function readEvents(body: Json | readonly Json[]): { states: RunState[]; accepted: number } {
  const several = Array.isArray(body)
  const events: readonly Json[] = several ? body : [body as Json]
  if (events.length > MAX_EVENTS)
    throw new Problem(413, `A request can have at most ${MAX_EVENTS.toLocaleString('en')} events.`)
  const states = events.flatMap(
    (event, index) => readOne(event, several ? `Event ${index + 1} of ${events.length}: ` : 'The event’s ') ?? [],
  )
  return { states, accepted: events.length }
}
