/** Puts every declared call on the server: session → rule → schema → transaction → answer, for each in the same way. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import * as z from 'zod/mini'
import { type CallDeclaration, callId, type RawBody, type Schema, takesKey } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { explain } from '#contract/problem.ts'
import { commitTogether } from '../db/commit.ts'
import { retried } from '../db/errors.ts'
import type { Db } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import { oneByOne } from '../lib/one-by-one.ts'
import { acceptBytes, acceptText, refuseUnstorable } from './body.ts'
import { readEncoded } from './encoded.ts'
import { entityTag, matches } from './etag.ts'
import { acceptForms, contentOf, readForm } from './form.ts'
import { answered, atMostOnce, type Once, onceOf, turnOf } from './idempotency.ts'
import { badRequest, forbidden, notFound, Problem, unauthorized } from './problem.ts'
import { Again, type Input, isKept, Parts, type Route, type SignedIn, type Work } from './route.ts'
import { bearer } from './sessions.ts'
import { timingOf } from './timing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who speaks with the bearer token; null where there is none or it is not (any more) valid. */
    caller: SignedIn | null
  }
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** Hears of each call that its rule refuses to somebody who is known. */
type OnRefusal = (call: CallDeclaration, request: FastifyRequest) => void

/** Whether the record that the path names lets somebody in whom the rule alone would not. */
async function isOpened({ call, opens }: Route, { params }: FastifyRequest, caller: SignedIn, db: Db) {
  if (!opens || !call.params) return false
  const named = z.safeParse(call.params, params)
  return named.success && (await opens({ db, caller, params: named.data } as never))
}

/** Who speaks with a token, as a database or a transaction on it knows them; null where nobody does (any more). */
type CallerOf = (db: Db, token: string) => Promise<SignedIn | null>

/** Who stands at the door of every call. */
interface Porter {
  readonly callerOf: CallerOf
  readonly onRefusal: OnRefusal
}

type Guarded = Route & Porter

/** 401, 403, or the caller is let through (wire.md §1, §2). */
async function admit(route: Guarded, request: FastifyRequest, db: Db): Promise<void> {
  const { call } = route
  const { caller } = request
  if (call.who.tokens.length === 0) return
  if (!caller || !call.who.tokens.includes(caller.kind)) throw unauthorized()
  if (caller.kind === 'session' && !caller.permissions.changed_password && !call.beforePasswordChange)
    throw forbidden('Change your password first.')
  const verdict = call.who.allows(caller, request.params as Record<string, string>)
  if (verdict === true || (await isOpened(route, request, caller, db))) return
  route.onRefusal(call, request)
  throw forbidden(verdict)
}

/** Once more, in the transaction of the change: a body may come long after its head, and rights end meanwhile. */
async function admitAgain(route: Guarded, request: FastifyRequest, db: Db): Promise<void> {
  if (route.call.who.tokens.length === 0) return
  request.caller = await route.callerOf(db, bearer(request) ?? '')
  await admit(route, request, db)
}

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

/** Bodies that are no JSON: each kind is accepted in a part of the app that accepts nothing else. */
const RAW: Readonly<Record<RawBody, { accept(app: FastifyInstance): void; read(request: FastifyRequest): unknown }>> = {
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

async function inputOf(call: CallDeclaration, request: FastifyRequest, deps: Deps): Promise<Input<never>> {
  refuseUnstorable(request.query)
  if (call.body !== 'bytes') refuseUnstorable(request.body)
  const now = deps.clock()
  const timing = call.timed ? timingOf(request.headers, now) : { occurredAt: now, baseRev: null }
  return {
    db: deps.db,
    deps,
    caller: request.caller,
    params: paramsOf(call, request),
    query: call.query ? parsed(call.query, request.query) : undefined,
    body: await bodyOf(call, request),
    now,
    ...timing,
    token: bearer(request),
    address: request.ip,
    request,
  } as unknown as Input<never>
}

interface Outcome {
  readonly status: number
  readonly answer: string
  readonly replayed?: boolean
  readonly afterwards?: readonly Work[]
}

function outcomeOf(call: CallDeclaration, result: unknown): Outcome {
  const done = result instanceof Again
  const status = done ? (call.again ?? 200) : (call.status ?? 200)
  return { status, answer: call.answer === null ? '' : JSON.stringify(done ? result.answer : result) }
}

function onceFor(call: CallDeclaration, { request, body, now }: Input<never>): Once | null {
  const { caller } = request
  if (!caller || !takesKey(call)) return null
  const path = request.url.split('?')[0]?.replace(/\/$/, '') ?? ''
  return onceOf(request.headers['idempotency-key'], {
    caller: `${caller.kind}:${caller.id}`,
    call: `${call.method} ${path}`,
    body: call.body === 'form' ? contentOf(body) : request.body,
    now,
  })
}

interface Change {
  readonly route: Guarded
  readonly deps: Deps
  readonly input: Input<never>
  readonly once: Once | null
}

/** One transaction with the idempotency row in it; run again where it lost a race. */
function write({ route, deps: { db, dialect }, input, once }: Change, prepared: unknown): Promise<Outcome> {
  const { request } = input
  const work = async (tx: Db): Promise<Outcome> => {
    await admitAgain(route, request, tx)
    // Of this try alone: what a lost race was to be followed by is not done.
    const afterwards: Work[] = []
    const mine = { ...input, db: tx, caller: request.caller, afterwards: (work: Work) => afterwards.push(work) }
    const effect = async () => outcomeOf(route.call, await route.run(mine as never, prepared as never))
    return { ...(await (once ? atMostOnce(tx, once, effect) : effect())), afterwards }
  }
  // Postgres groups the commits of its writers by itself.
  return retried(() => (dialect === 'sqlite' ? commitTogether(db, work) : db.transaction().execute(work)))
}

/** Prepares and writes, unless the key has been answered: a repeat costs no password hash, and waits for the first. */
async function change(asked: Change): Promise<Outcome> {
  const { route, deps, input, once } = asked
  const run = async () => {
    // What is prepared may be a file: that has no transaction to ask in.
    if (route.prepare) await admitAgain(route, input.request, deps.db)
    return write(asked, await route.prepare?.(input))
  }
  if (!once) return run()
  return oneByOne(turnOf(once), async () => {
    const before = await answered(deps.db, once)
    if (!before) return run()
    // A repeat writes nothing, but says what was written.
    await admitAgain(route, input.request, deps.db)
    return before
  })
}

/** Sends what is asked for, or says that the caller has it. */
function sendTagged(reply: FastifyReply, tag: string, answer: string | Buffer, ifNoneMatch: string | undefined) {
  reply.header('etag', tag)
  if (ifNoneMatch !== undefined && matches(ifNoneMatch, tag)) return reply.code(304).send()
  return reply.type(JSON_TYPE).send(answer)
}

function sendOutcome(reply: FastifyReply, { status, answer, replayed }: Outcome) {
  if (replayed) reply.header('idempotency-replayed', 'true')
  reply.code(status)
  return answer === '' ? reply.send() : reply.type(JSON_TYPE).send(answer)
}

async function serve(route: Guarded, deps: Deps, request: FastifyRequest, reply: FastifyReply) {
  const input = await inputOf(route.call, request, deps)
  if (route.call.method === 'GET') {
    const result = await route.run(input, (await route.prepare?.(input)) as never)
    const ifNoneMatch = request.headers['if-none-match']
    if (isKept(result)) return sendTagged(reply, result.tag, result.bytes, ifNoneMatch)
    if (result instanceof Parts) return reply.type(JSON_TYPE).send(Readable.from(result.asJson(), { highWaterMark: 1 }))
    const outcome = outcomeOf(route.call, result)
    if (route.call.etag) return sendTagged(reply, entityTag(outcome.answer), outcome.answer, ifNoneMatch)
    return sendOutcome(reply, outcome)
  }
  const outcome = await change({ route, deps, input, once: onceFor(route.call, input) })
  // Told in the next turn, after the answer: nobody who tapped waits for the others.
  deps.feed.wake()
  for (const work of outcome.afterwards ?? [])
    await work(deps.db).catch((error) => request.log.error({ err: error }, 'afterwards'))
  return sendOutcome(reply, outcome)
}

/** Declared calls and routes are each other's. */
function compare(routes: ReadonlyMap<string, Route>): void {
  const declared = new Set(calls.map(callId))
  const all = [...new Set([...declared, ...routes.keys()])]
  const ofOneOnly = all.filter((id) => !declared.has(id) || !routes.has(id))
  if (ofOneOnly.length > 0) throw new Error(`Declared but not served, or the reverse: ${ofOneOnly.join(', ')}`)
  for (const [id, { call, opens }] of routes)
    if (Boolean(opens) !== Boolean(call.who.isByRecord))
      throw new Error(`${id} goes by a record in its rule or in its route, but not in both.`)
}

/** Registers every declared call. */
export function registerCalls(app: FastifyInstance, deps: Deps, served: readonly Route[], porter: Porter): void {
  compare(new Map(served.map((route) => [callId(route.call), route])))
  const routes = served.map((route): Guarded => ({ ...route, ...porter }))
  const serving = (route: Guarded): RouteOptions => ({
    method: route.call.method,
    url: route.call.path,
    ...(route.call.bodyLimit ? { bodyLimit: route.call.bodyLimit } : {}),
    onRequest: (request) => admit(route, request, deps.db),
    preParsing: readEncoded(route.call),
    handler: (request, reply) => serve(route, deps, request, reply),
  })
  for (const route of routes) if (typeof route.call.body !== 'string') app.route(serving(route))
  for (const [kind, { accept }] of Object.entries(RAW))
    app.register(async (apart) => {
      accept(apart)
      for (const route of routes) if (route.call.body === kind) apart.route(serving(route))
    })
}
