/** Sends a declared call and returns its answer, typed and checked by the contract. */
import type { BodyIn, CallDeclaration, ParamsIn, QueryIn, ReceivedAnswerOf } from '#contract/call.ts'
import { HELD_HEADER, KEPT_HEADER } from '#src/lib/page-and-worker.ts'
import { requestTimeoutFor } from '#src/lib/request-timeout.ts'
import { updateServerClock } from '#src/lib/server-clock.ts'
import { reportReachable, reportUnreachable } from './connection.ts'
import { isHeld, noteCopy } from './copies.ts'
import { earlyAnswer, FETCH_OPTIONS, fetchFromNetwork, headersFor, urlOf } from './fetch.ts'
import { isKnownAsOther } from './known-config.ts'
import { probeConnection } from './probe.ts'
import { Problem, Unreachable } from './problem.ts'
import { readAnswer } from './read-answer.ts'
import { session } from './session.ts'

type Input<K extends string, T> = [T] extends [undefined]
  ? { [P in K]?: undefined }
  : undefined extends T
    ? { [P in K]?: T }
    : { [P in K]: T }

/** Bodies that are passed to `fetch` unchanged. */
interface RawBodies {
  readonly form: FormData
  readonly bytes: Blob
}

/** The params, query and body that the declaration requires, and options of the request. */
export type SendOptions<C> = Input<'params', ParamsIn<C>> &
  Input<'query', QueryIn<C>> &
  Input<'body', BodyIn<C, RawBodies>> & {
    headers?: Readonly<Record<string, string>>
    signal?: AbortSignal | undefined
    /** Token to use instead of the signed-in person's: a display's. */
    token?: string | undefined
    /** The request is to arrive even if the page is closed meanwhile. */
    keepalive?: boolean
  }

interface Request {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  readonly token?: string
  readonly keepalive?: boolean
}

function headersOf(call: CallDeclaration, { body, headers, token, signal }: Request): Record<string, string> {
  const me = call.who.tokens.length > 0 && !token ? session.get() : null
  return {
    ...headersFor(token ?? me?.token, me && call.cached ? me._id : null),
    // For a form the browser sets the header itself, with the boundary that it chose.
    ...(body === undefined || call.body === 'form'
      ? {}
      : { 'Content-Type': call.body === 'bytes' ? 'application/octet-stream' : 'application/json' }),
    ...(call.cached && signal && isHeld(signal) ? { [HELD_HEADER]: '1' } : {}),
    ...headers,
  }
}

const bodyOf = (call: CallDeclaration, { body }: Request): { body?: BodyInit } =>
  body === undefined ? {} : { body: typeof call.body === 'string' ? (body as BodyInit) : JSON.stringify(body) }

/** Returns a signal that aborts with the first of these. The oldest browsers lack `AbortSignal.any` (README, Browsers). */
function anyOf(...signals: readonly AbortSignal[]): AbortSignal {
  const first = new AbortController()
  for (const signal of signals) {
    if (signal.aborted) first.abort(signal.reason)
    signal.addEventListener('abort', () => first.abort(signal.reason), { signal: first.signal })
  }
  return first.signal
}

interface TimedResponse {
  readonly response: Response
  /** When the request was sent, in milliseconds since the page was opened. */
  readonly at: number
  /** Adopts the server's clock from the response's `Date`. */
  readonly adoptTime: () => void
}

async function responseTo(call: CallDeclaration, request: Request): Promise<TimedResponse> {
  const { method } = call
  const { keepalive = false } = request
  const url = urlOf(call, request.params, request.query)
  const headers = headersOf(call, request)
  const content = bodyOf(call, request)
  const timeout = AbortSignal.timeout(requestTimeoutFor(content.body))
  const signal = request.signal ? anyOf(request.signal, timeout) : timeout
  let adoptTime = () => {}
  const fetchAnswer = async () => {
    const askedAt = Date.now()
    const response = await fetchFromNetwork(url, { method, headers, ...FETCH_OPTIONS, keepalive, signal, ...content })
    const took = Date.now() - askedAt
    adoptTime = () => updateServerClock(response.headers.get('date'), askedAt, took)
    return response
  }
  const early = method === 'GET' ? earlyAnswer(url, headers) : undefined
  const at = early?.at ?? performance.now()
  // If the shell's early request failed, another one may succeed now.
  const response = await (early?.response.catch(fetchAnswer) ?? fetchAnswer())
  request.signal?.throwIfAborted()
  return { response, at, adoptTime }
}

/** A cached copy within this time means that the portal could not be reached; a later one, that its answer is slow. */
const AT_ONCE_MS = 1_000

/**
 * Sends a call. Throws a `Problem` if the server refuses it, `Unreachable` if no answer of the portal came (a gateway's
 * page is none), and the signal's reason if the caller aborted. A 401 to a signed-in person ends this device's session.
 */
export async function send<const C extends CallDeclaration>(
  call: C,
  ...[options]: Record<never, never> extends SendOptions<C> ? [SendOptions<C>?] : [SendOptions<C>]
): Promise<ReceivedAnswerOf<C>> {
  const request = (options ?? {}) as Request
  const token = request.token ?? session.get()?.token
  // The clock is adopted only from the portal: a captive portal, such as a hotel's, may have none that is right.
  let adoptTime = () => {}
  try {
    const answered = await responseTo(call, request)
    const { response, at } = answered
    if (!response.headers.has(KEPT_HEADER)) adoptTime = answered.adoptTime
    const answer = (await readAnswer(call, response, isKnownAsOther())) as ReceivedAnswerOf<C>
    adoptTime()
    if (response.headers.has(KEPT_HEADER)) {
      if (request.signal) noteCopy(request.signal)
      if (performance.now() - at < AT_ONCE_MS) reportUnreachable()
      else probeConnection()
    } else reportReachable()
    return answer
  } catch (error) {
    if (request.signal?.aborted) throw error
    if (error instanceof Problem && !error.isOfGateway) {
      reportReachable()
      if (error.isOurs) adoptTime()
      if (error.status === 401 && error.isOurs && call.who.tokens.length > 0) session.end(token)
      throw error
    }
    reportUnreachable()
    throw error instanceof Unreachable ? error : new Unreachable()
  }
}
