/** The only fetch of the page: sends a declared call and answers what the contract says it answers. */
import {
  type AnswerOf,
  type BodyIn,
  type CallDeclaration,
  fillPath,
  type ParamsIn,
  type QueryIn,
} from '#contract/call.ts'
import { readAnswer } from '#src/lib/read-answer.ts'
import { reportReachable, reportUnreachable } from './connection.ts'
import { Problem, Unreachable } from './problem.ts'
import { session } from './session.ts'

const LIMIT_MS = 15_000

type Given<K extends string, T> = [T] extends [undefined]
  ? { [P in K]?: undefined }
  : undefined extends T
    ? { [P in K]?: T }
    : { [P in K]: T }

/** Of multipart calls: what the browser sends as it stands. */
type Form<C> = C extends { multipart: true } ? { form: FormData } : { form?: undefined }

/** Of calls that take the bytes of a file. */
type Bytes<C> = C extends { bytes: true } ? { bytes: Blob } : { bytes?: undefined }

export type SendOptions<C> = Given<'params', ParamsIn<C>> &
  Given<'query', QueryIn<C>> &
  Given<'body', BodyIn<C>> &
  Form<C> &
  Bytes<C> & {
    headers?: Readonly<Record<string, string>>
    signal?: AbortSignal | undefined
    /** Whose call it is where it is not the signed-in person's: a display's token. */
    token?: string | undefined
  }

interface Request {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly form?: FormData
  readonly bytes?: Blob
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  readonly token?: string
}

function urlOf(call: CallDeclaration, { params, query = {} }: Request): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(key, String(value))
  return fillPath(call.path, params) + (search.size > 0 ? `?${search}` : '')
}

function headersOf(call: CallDeclaration, { body, bytes, headers, token }: Request): Record<string, string> {
  const me = call.who.tokens.length > 0 && !token ? session.get() : null
  return {
    Accept: 'application/json',
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(bytes ? { 'Content-Type': 'application/octet-stream' } : {}),
    ...(me || token ? { Authorization: `Bearer ${token ?? me?.token}` } : {}),
    // Whose cache the worker may keep the answer in (offline.md §2.12).
    ...(me && call.cached ? { 'X-Foyer-User': String(me._id) } : {}),
    ...headers,
  }
}

function bodyOf({ body, form, bytes }: Request): { body?: BodyInit } {
  if (form || bytes) return { body: form ?? bytes }
  return body === undefined ? {} : { body: JSON.stringify(body) }
}

/** The network itself, for what the outbox sends (src/offline/drain.ts). */
export const overTheLine = (url: string, init: RequestInit): Promise<Response> => fetch(url, init)

/**
 * Sends a call. Throws a `Problem` where the server refuses, `Unreachable` where no answer of it came, and the signal's
 * own reason where the caller gave up. A 401 to a signed-in person ends the session on this device.
 */
export async function send<const C extends CallDeclaration>(
  call: C,
  ...[options]: Record<never, never> extends SendOptions<C> ? [SendOptions<C>?] : [SendOptions<C>]
): Promise<AnswerOf<C>> {
  const request = (options ?? {}) as Request
  const token = request.token ?? session.get()?.token
  try {
    const response = await fetch(urlOf(call, request), {
      method: call.method,
      headers: headersOf(call, request),
      redirect: 'error',
      cache: 'no-store',
      signal: AbortSignal.any([AbortSignal.timeout(LIMIT_MS), ...(request.signal ? [request.signal] : [])]),
      ...bodyOf(request),
    })
    const answer = (await readAnswer(call, response)) as AnswerOf<C>
    if (response.headers.has('x-cached-at')) reportUnreachable()
    else reportReachable()
    return answer
  } catch (error) {
    if (request.signal?.aborted) throw error
    if (error instanceof Problem) {
      reportReachable()
      if (error.status === 401 && error.isOurs && call.who.tokens.length > 0) session.end(token)
      throw error
    }
    reportUnreachable()
    throw error instanceof Unreachable ? error : new Unreachable()
  }
}
