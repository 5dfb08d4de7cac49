/** The only fetch of the page: sends a declared call and answers what the contract says it answers. */
import * as z from 'zod/mini'
import {
  type AnswerOf,
  type BodyIn,
  type CallDeclaration,
  fillPath,
  type ParamsIn,
  type QueryIn,
} from '#contract/call.ts'
import { ProblemBody } from '#contract/problem.ts'
import { reportReachable, reportUnreachable } from './connection.ts'
import { Problem, Unreachable } from './problem.ts'
import { session } from './session.ts'

const LIMIT_MS = 15_000

type Given<K extends string, T> = [T] extends [undefined]
  ? { [P in K]?: undefined }
  : undefined extends T
    ? { [P in K]?: T }
    : { [P in K]: T }

export type SendOptions<C> = Given<'params', ParamsIn<C>> &
  Given<'query', QueryIn<C>> &
  Given<'body', BodyIn<C>> & { headers?: Readonly<Record<string, string>>; signal?: AbortSignal }

interface Request {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

function urlOf(call: CallDeclaration, { params, query = {} }: Request): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(key, String(value))
  return fillPath(call.path, params) + (search.size > 0 ? `?${search}` : '')
}

function headersOf(call: CallDeclaration, { body, headers }: Request): Record<string, string> {
  const me = call.who.tokens.length > 0 ? session.get() : null
  return {
    Accept: 'application/json',
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(me ? { Authorization: `Bearer ${me.token}` } : {}),
    // Whose cache the worker may keep the answer in (offline.md §2.12).
    ...(me && call.cached ? { 'X-Foyer-User': String(me._id) } : {}),
    ...headers,
  }
}

async function jsonOf(response: Response): Promise<unknown> {
  if (!response.headers.get('content-type')?.includes('json')) throw new Unreachable()
  try {
    return await response.json()
  } catch {
    throw new Unreachable()
  }
}

/** A refusal, in the server's words where it has any. */
async function problemOf(response: Response): Promise<Problem> {
  const body = z.safeParse(ProblemBody, await jsonOf(response).catch(() => null))
  return new Problem(
    response.status,
    body.success ? body.data : { detail: `The portal could not answer (${response.status}). Please try again.` },
  )
}

async function answerOf(call: CallDeclaration, response: Response): Promise<unknown> {
  if (call.answer === null) return undefined
  const answer = z.safeParse(call.answer, await jsonOf(response))
  // JSON of another shape is not an answer of the portal, whatever stands in between.
  if (!answer.success) throw new Unreachable('The portal’s answer could not be read. Please try again.')
  return answer.data
}

/**
 * Sends a call. Throws a `Problem` where the server refuses, `Unreachable` where no answer of it came, and the signal's
 * own reason where the caller gave up. A 401 to a signed-in person ends the session on this device.
 */
export async function send<const C extends CallDeclaration>(
  call: C,
  ...[options]: Record<never, never> extends SendOptions<C> ? [SendOptions<C>?] : [SendOptions<C>]
): Promise<AnswerOf<C>> {
  const request = (options ?? {}) as Request
  const token = session.get()?.token
  try {
    const response = await fetch(urlOf(call, request), {
      method: call.method,
      headers: headersOf(call, request),
      redirect: 'error',
      cache: 'no-store',
      signal: AbortSignal.any([AbortSignal.timeout(LIMIT_MS), ...(request.signal ? [request.signal] : [])]),
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    })
    if (!response.ok) throw await problemOf(response)
    const answer = (await answerOf(call, response)) as AnswerOf<C>
    if (response.headers.has('x-cached-at')) reportUnreachable()
    else reportReachable()
    return answer
  } catch (error) {
    if (request.signal?.aborted) throw error
    if (error instanceof Problem) {
      reportReachable()
      if (error.status === 401 && call.who.tokens.length > 0 && token === session.get()?.token)
        session.set(null, 'Your session has ended. Please sign in again.')
      throw error
    }
    reportUnreachable()
    throw error instanceof Unreachable ? error : new Unreachable()
  }
}
