/** Reads what a handler gets for a request, checked by the schemas of its call. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { CallDeclaration, RawBody, Schema } from '#contract/call.ts'
import { explain } from '#contract/problem.ts'
import type { Deps } from '../deps.ts'
import { acceptBytes, acceptText, refuseUnstorable } from './body.ts'
import { acceptForms, readForm } from './form.ts'
import { badRequest, notFound, Problem } from './problem.ts'
import type { AnyInput } from './route.ts'
import { bearer } from './sessions.ts'
import { timingOf } from './timing.ts'

function parsed(schema: Schema, value: unknown): unknown {
  const result = z.safeParse(schema, value)
  if (!result.success) throw new Problem(400, explain(result.error.issues))
  return result.data
}

function paramsOf(call: CallDeclaration, request: FastifyRequest): unknown {
  if (!call.params) return undefined
  const result = z.safeParse(call.params, request.params)
  if (!result.success) throw notFound()
  return result.data
}

const isNothing = (body: unknown) =>
  body === undefined ||
  body === null ||
  (typeof body === 'object' && !Array.isArray(body) && Object.keys(body).length === 0)

/** Bodies that are not JSON: each kind has an encapsulated app that accepts nothing else. */
export const RAW: Readonly<
  Record<RawBody, { accept(app: FastifyInstance): void; read(request: FastifyRequest): unknown }>
> = {
  form: { accept: acceptForms, read: readForm },
  text: { accept: acceptText, read: ({ body }) => body ?? '' },
  bytes: { accept: acceptBytes, read: ({ body }) => body ?? Buffer.alloc(0) },
}

function bodyOf(call: CallDeclaration, request: FastifyRequest): unknown {
  if (call.method === 'GET') return undefined
  if (typeof call.body === 'string') return RAW[call.body].read(request)
  if (call.body) return parsed(call.body, request.body)
  if (!isNothing(request.body)) throw badRequest('This call takes no fields.')
  return undefined
}

/** Replaced for the transaction of a change (`write`). */
const noChange = () => {
  throw new Error('Only the run of a change has an afterwards.')
}

export async function inputOf(call: CallDeclaration, request: FastifyRequest, deps: Deps): Promise<AnyInput> {
  const { bodyLimit } = request.routeOptions
  refuseUnstorable(request.query, bodyLimit)
  if (call.body !== 'bytes') refuseUnstorable(request.body, bodyLimit)
  const now = deps.clock()
  const timing = call.timed ? timingOf(request.headers, now) : { occurredAt: now, baseRev: null, now }
  return {
    db: deps.db,
    deps,
    caller: request.caller,
    params: paramsOf(call, request),
    query: call.query ? parsed(call.query, request.query) : undefined,
    body: await bodyOf(call, request),
    ...timing,
    token: bearer(request),
    address: request.ip,
    request,
    afterwards: noChange,
  }
}
