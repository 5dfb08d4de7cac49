/**
 * Registers every declared call, each in the same way: session → rule → schema → [prepare] →
 * one transaction {idempotency row, effect, revision, feed} → answer.
 */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { type CallDeclaration, callId, takesKey } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { commitTogether } from '../db/commit.ts'
import type { Db } from '../db/tables.ts'
import { inTransaction, withRetry } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { runSerially } from '../lib/keyed-queue.ts'
import { type AccessControl, admit, admitAgain, type GuardedRoute } from './access.ts'
import { readEncoded } from './encoded.ts'
import { entityTag, matches } from './etag.ts'
import { contentOf, Form } from './form.ts'
import { atMostOnce, type KeyedRequest, queueName, readKey, storedAnswer } from './idempotency.ts'
import { inputOf, RAW } from './input.ts'
import { JSON_TYPE } from './problem.ts'
import { AlreadyDone, type AnyInput, type FollowUp, isCachedAnswer, Parts, type Route } from './route.ts'

interface Outcome {
  readonly status: number
  readonly answer: string
  readonly replayed?: boolean
  readonly afterwards?: readonly FollowUp[]
}

function outcomeOf(call: CallDeclaration, result: unknown): Outcome {
  const isAgain = result instanceof AlreadyDone
  const status = isAgain ? (call.repeatStatus ?? 200) : (call.status ?? 200)
  return { status, answer: call.answer === null ? '' : JSON.stringify(isAgain ? result.answer : result) }
}

/** What two requests with the same key must have in common. */
const keyedBody = ({ body: parsed, request }: AnyInput) => (parsed instanceof Form ? contentOf(parsed) : request.body)

function keyedRequestOf(call: CallDeclaration, input: AnyInput): KeyedRequest | null {
  const { request, now } = input
  const { caller } = request
  if (!caller || !takesKey(call)) return null
  const path = request.url.split('?')[0]?.replace(/\/$/, '') ?? ''
  return readKey(request.headers['idempotency-key'], {
    caller: `${caller.kind}:${caller.id}`,
    call: `${call.method} ${path}`,
    body: keyedBody(input),
    now,
  })
}

interface KeyedChange {
  readonly route: GuardedRoute
  readonly deps: Deps
  readonly input: AnyInput
  readonly keyedRequest: KeyedRequest | null
}

/** Runs the change in one transaction together with its idempotency row, and retries it after a lost race. */
function write(
  { route, deps: { db, dialect }, input, keyedRequest }: KeyedChange,
  prepared: unknown,
): Promise<Outcome> {
  const { request } = input
  const work = async (tx: Db): Promise<Outcome> => {
    await admitAgain(route, request, tx)
    // Per attempt: the follow-up work of a transaction that lost a race is dropped.
    const afterwards: FollowUp[] = []
    const runInput = {
      ...input,
      db: tx,
      caller: request.caller,
      afterwards: (work: FollowUp) => afterwards.push(work),
    }
    const effect = async () => outcomeOf(route.call, await route.run(runInput, prepared))
    return { ...(await (keyedRequest ? atMostOnce(tx, keyedRequest, effect) : effect())), afterwards }
  }
  // Postgres groups the commits of concurrent writers by itself.
  return dialect === 'sqlite' ? withRetry(() => commitTogether(db, work)) : inTransaction(db, work)
}

/**
 * Prepares and writes, unless the key has an answer already. A repeat waits for the first request and costs no password
 * hash.
 */
async function change(keyedChange: KeyedChange): Promise<Outcome> {
  const { route, deps, input, keyedRequest } = keyedChange
  const run = async () => {
    // `prepare` may write a file, which no transaction covers: check access before it.
    if (route.prepare) await admitAgain(route, input.request, deps.db)
    return write(keyedChange, await route.prepare?.(input))
  }
  if (!keyedRequest) return run()
  return runSerially(queueName(keyedRequest), async () => {
    const before = await storedAnswer(deps.db, keyedRequest)
    if (!before) return run()
    // A repeat writes nothing but discloses the stored answer.
    await admitAgain(route, input.request, deps.db)
    return before
  })
}

/** Sends the answer with its entity tag, or 304 if the client has it. */
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

async function serve(route: GuardedRoute, deps: Deps, request: FastifyRequest, reply: FastifyReply) {
  const input = await inputOf(route.call, request, deps)
  if (route.call.method === 'GET') {
    const result = await route.run(input, await route.prepare?.(input))
    const ifNoneMatch = request.headers['if-none-match']
    if (isCachedAnswer(result)) return sendTagged(reply, result.tag, result.bytes, ifNoneMatch)
    if (result instanceof Parts) return reply.type(JSON_TYPE).send(Readable.from(result.asJson(), { highWaterMark: 1 }))
    const outcome = outcomeOf(route.call, result)
    if (route.call.etag) return sendTagged(reply, entityTag(outcome.answer), outcome.answer, ifNoneMatch)
    return sendOutcome(reply, outcome)
  }
  const outcome = await change({ route, deps, input, keyedRequest: keyedRequestOf(route.call, input) })
  // Listeners are notified in the next turn, so that the answer does not wait for them.
  deps.feed.wake()
  for (const work of outcome.afterwards ?? [])
    await work(deps.db).catch((error) => request.log.error({ err: error }, 'afterwards'))
  return sendOutcome(reply, outcome)
}

/** Checks that every declared call has a route and every route a declared call, and that both or neither go by a record. */
function checkDeclarations(routes: ReadonlyMap<string, Route>): void {
  const declared = new Set(calls.map(callId))
  const all = [...new Set([...declared, ...routes.keys()])]
  const unmatched = all.filter((id) => !declared.has(id) || !routes.has(id))
  if (unmatched.length > 0) throw new Error(`Declared but not served, or the reverse: ${unmatched.join(', ')}`)
  for (const [id, { call, admits }] of routes)
    if (Boolean(admits) !== Boolean(call.who.isByRecord))
      throw new Error(`${id} goes by a record in its rule or in its route, but not in both.`)
}

/** Registers every declared call. */
export function registerCalls(app: FastifyInstance, deps: Deps, served: readonly Route[], access: AccessControl): void {
  checkDeclarations(new Map(served.map((route) => [callId(route.call), route])))
  const routes = served.map((route): GuardedRoute => ({ ...route, ...access }))
  const serving = (route: GuardedRoute): RouteOptions => ({
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
