/** Makes an OpenLineage run event for a test: a complete one by default. */

export interface LineageEvent {
  source?: string
  job?: string
  /** By default a new UUID. */
  run?: string
  type?: string
  time?: string
  inputs?: readonly string[]
  outputs?: readonly string[]
  error?: string
  facets?: Readonly<Record<string, unknown>>
}

const PRODUCER = 'https://github.com/OpenLineage/OpenLineage/tree/1.24.2/client/python'
const datasets = (names: readonly string[]) =>
  names.map((name) => ({ namespace: 'postgres://db:5432', name, facets: {} }))

export function lineageEvent(event: LineageEvent = {}) {
  const { source = 'shop', job = 'load', type = 'COMPLETE', time = '2026-03-05T11:00:00.000Z' } = event
  const errorMessage =
    event.error === undefined
      ? {}
      : {
          errorMessage: {
            _producer: PRODUCER,
            _schemaURL: 'https://openlineage.io/spec/facets/1-0-0/ErrorMessageRunFacet.json',
            message: event.error,
            programmingLanguage: 'PYTHON',
            stackTrace: 'Traceback (most recent call last): …',
          },
        }
  return {
    eventType: type,
    eventTime: time,
    run: { runId: event.run ?? crypto.randomUUID(), facets: { ...errorMessage, ...event.facets } },
    job: { namespace: source, name: job, facets: {} },
    inputs: datasets(event.inputs ?? []),
    outputs: datasets(event.outputs ?? []),
    producer: PRODUCER,
    schemaURL: 'https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent',
  }
}
