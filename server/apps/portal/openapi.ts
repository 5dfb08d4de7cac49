/** The API as OpenAPI 3.1, generated from the declarations that check the requests (wire.md “The portal itself”). */
import * as z from 'zod/mini'
import { getHealth } from '#contract/apps/portal.ts'
import {
  type CallDeclaration,
  callId,
  type RawBody,
  type Schema,
  type SpecialRefusal,
  takesKey,
} from '#contract/call.ts'
import { callsByApp } from '#contract/calls.ts'
import { ProblemBody } from '#contract/problem.ts'

type Json = Record<string, unknown>

function jsonSchema(schema: Schema, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

const POSITIVE = { type: 'integer', minimum: 1 }

/** Whether a query parameter is a number. In a query everything is text, so its schema allows several types. */
const isQueryNumber = ({ type }: Json) => Array.isArray(type) && type.includes('number')

/** Returns one parameter per property of a path or query schema. */
function parameters(schema: Schema | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: name === 'id' || (place === 'query' && isQueryNumber(property)) ? POSITIVE : property,
  }))
}

const header = (name: string, description: string, schema: Json) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
})

function headers(call: CallDeclaration): Json[] {
  const timed = [
    header('Occurred-At', 'When the person did it.', { type: 'string', format: 'date-time' }),
    header('Sent-At', 'The same clock as the request leaves.', { type: 'string', format: 'date-time' }),
    header('Base-Rev', 'The rev that the person saw.', { type: 'integer' }),
  ]
  const key = header('Idempotency-Key', 'A repeat with this key writes nothing and answers the same.', {
    type: 'string',
    format: 'uuid',
  })
  const encoding = header('Content-Encoding', 'Of a body that is compressed.', { type: 'string', enum: ['gzip'] })
  return [...(takesKey(call) ? [key] : []), ...(call.timed ? timed : []), ...(call.gzip ? [encoding] : [])]
}

const problem = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
})

const NO_SUCH_THING = 'It does not exist, or the caller may not know of it.'
const SPECIAL_REFUSALS: Readonly<Record<SpecialRefusal, string>> = {
  401: 'Email or password is wrong.',
  403: 'This portal does not allow it.',
  404: NO_SUCH_THING,
  409: 'Conflicts with the stored state.',
  410: 'It is over.',
  507: 'The disk of the portal is full.',
}

type Statuses = Readonly<Record<number, string>>
const when = (holds: boolean, statuses: Statuses): Statuses => (holds ? statuses : {})

/** Returns every status that the call may answer, with what it means; 500 is a fault, which none declares. */
export function statusesOf(call: CallDeclaration): Statuses {
  return {
    [call.status ?? 200]: 'Done.',
    ...when(call.repeatStatus !== undefined, { [call.repeatStatus ?? 200]: 'Nothing to change.' }),
    ...when(call.etag === true, { 304: 'Nothing has changed since the ETag in If-None-Match.' }),
    // Even a call that takes nothing answers 400: to a body, an invalid Idempotency-Key, or a query that cannot be read.
    400: 'Bad input; nothing was written.',
    ...when(call.who.tokens.length > 0, {
      401: 'No token, or one that is unknown, expired or revoked.',
      403: 'Signed in, but not allowed.',
    }),
    ...when(call.params !== undefined, { 404: NO_SUCH_THING }),
    ...Object.fromEntries((call.refuses ?? []).map((status) => [status, SPECIAL_REFUSALS[status]])),
    ...when(call.method !== 'GET', { 413: 'Too large.', 415: 'The content type is not supported.' }),
    ...when(takesKey(call), { 422: 'This Idempotency-Key was used for another request.' }),
    // Health checks are exempt from the limits.
    ...when(call !== getHealth, { 429: 'Too many calls; Retry-After says when to try again.' }),
    503: 'The portal is stopping, or its database does not answer.',
  }
}

function responses(call: CallDeclaration): Json {
  const content = call.answer ? { content: { 'application/json': { schema: jsonSchema(call.answer, 'output') } } } : {}
  const responseOf = (status: number, description: string) =>
    status >= 400 ? problem(description) : { description, ...(status === 304 ? {} : content) }
  return Object.fromEntries(
    Object.entries(statusesOf(call)).map(([status, description]) => [status, responseOf(Number(status), description)]),
  )
}

/** The form of the only call that takes one. */
const FORM = {
  type: 'object',
  properties: { image: { type: 'string', format: 'binary' }, application_id: POSITIVE },
  required: ['image', 'application_id'],
}

const RAW_BODIES: Readonly<Record<RawBody, Json>> = {
  form: { required: true, content: { 'multipart/form-data': { schema: FORM } } },
  text: { required: false, content: { 'text/plain': {} } },
  bytes: { required: true, content: { 'application/octet-stream': {} } },
}

function requestBody({ body }: CallDeclaration): Json {
  if (!body) return {}
  if (typeof body === 'string') return { requestBody: RAW_BODIES[body] }
  const required = !z.safeParse(body, undefined).success
  return { requestBody: { required, content: { 'application/json': { schema: jsonSchema(body, 'input') } } } }
}

const operationId = (call: CallDeclaration) =>
  callId(call)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '')

const operation = (app: string, call: CallDeclaration): Json => ({
  operationId: operationId(call),
  tags: [app],
  summary: call.summary,
  description: `Who: ${call.who.label}.${call.ours ? ' Not in every server of this kind.' : ''}`,
  'x-who': call.who.label,
  security: call.who.tokens.map((kind) => ({ [kind]: [] })),
  parameters: [...parameters(call.params, 'path'), ...parameters(call.query, 'query'), ...headers(call)],
  ...requestBody(call),
  responses: responses(call),
})

const bearer = (description: string) => ({ type: 'http', scheme: 'bearer', description })

function everyPath(): Json {
  const paths: Record<string, Json> = {}
  for (const [app, calls] of Object.entries(callsByApp))
    for (const call of calls) {
      const path = call.path.replace(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(app, call) }
    }
  return paths
}

/** Generated on first use: it takes a tenth of a second and never changes. */
let paths: Json | undefined

/** Returns the whole document. */
export function openApi(portal: { readonly name: string; readonly version: string }): Json {
  paths ??= everyPath()
  return {
    openapi: '3.1.0',
    info: { title: `${portal.name} API`, version: portal.version },
    servers: [{ url: '/' }],
    tags: Object.keys(callsByApp).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        session: bearer('The token of a signed-in person.'),
        display: bearer('The read-only token of a display.'),
        apiKey: bearer('The key of a tool that reports runs.'),
      },
      schemas: { Problem: jsonSchema(ProblemBody, 'output') },
    },
  }
}
