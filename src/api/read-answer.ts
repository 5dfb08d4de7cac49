/** Reads the HTTP response to a call: its answer, the portal's refusal, or no answer of the portal. For page and worker. */
import * as z from 'zod/mini'
import type { CallDeclaration } from '#contract/call.ts'
import { overtakenSentence, ProblemBody } from '#contract/problem.ts'
import { localDay } from '#src/lib/local-day.ts'
import { OWN_PAGE } from '#src/lib/page-and-worker.ts'
import { dayAndTime, writer } from '#src/lib/time.ts'
import { Problem, Unreachable } from './problem.ts'

/** Returns the body's JSON. Throws `Unreachable` for anything else, such as a captive portal's HTML: it is no answer. */
async function jsonOf(response: Response): Promise<unknown> {
  if (!response.headers.get('content-type')?.includes('json')) throw new Unreachable()
  try {
    return await response.json()
  } catch {
    throw new Unreachable()
  }
}

const NO_SUCH_CALL = { detail: 'This portal cannot do that.' }

/** Whether the response is the portal's page: another server may answer a call that it does not know with it. */
const isOwnPage = async (response: Response): Promise<boolean> =>
  response.headers.get('content-type')?.startsWith('text/html') === true && (await response.text()).includes(OWN_PAGE)

/** Returns `Retry-After` (RFC 9110 §10.2.3: seconds or a date) in milliseconds from now; null if it is neither. */
function retryAfterOf(headers: Headers): number | null {
  const value = headers.get('retry-after')
  if (!value) return null
  const wait = /^\d+$/.test(value.trim()) ? Number(value) * 1_000 : Date.parse(value) - Date.now()
  return Number.isFinite(wait) ? Math.max(0, wait) : null
}

// Not `clockTime`: the worker has no storage, in which that keeps its format.
const clock = writer({ hour: '2-digit', minute: '2-digit' })
/** Returns an instant in the reader's time: `at 14:05`, or on another day `on 21 Nov 2026, 14:05`. */
const whenOf = (instant: string): string =>
  localDay(Date.parse(instant)) === localDay(Date.now()) ? `at ${clock(instant)}` : `on ${dayAndTime(instant)}`

/** Rewrites a sentence about an overtaken change in the reader's time: the server only knows the company's. */
const inOwnTime = ({ overtaken, ...body }: ProblemBody): ProblemBody => {
  if (!overtaken) return body
  const by = overtaken.isOwn ? 'you' : overtaken.by
  return { ...body, detail: overtakenSentence({ ...overtaken, by }, whenOf) }
}

/**
 * Statuses that concern the request and not the connection, even if the body is a page instead of JSON: another server may
 * send one for an unknown call and for its own faults, a gateway for a request that is too large or comes too often.
 */
const OF_THE_REQUEST: ReadonlySet<number> = new Set([413, 414, 429, 431, 500])
/** The same, unless this is known to be our server: it says so in JSON, so that a gateway stands in its place. */
const OF_AN_UNKNOWN_CALL: ReadonlySet<number> = new Set([404, 405])

/** Builds the `Problem` for a refusal, in the server's words if it sent any. */
async function problemOf(response: Response, isOther: boolean | undefined): Promise<Problem> {
  const json = await jsonOf(response).catch(() => null)
  const body = z.safeParse(ProblemBody, json)
  const content = body.success
    ? inOwnTime(body.data)
    : { detail: `The portal could not answer (${response.status}). Please try again.` }
  return new Problem(response.status, content, {
    isOurs: body.success,
    isOfGateway:
      json === null &&
      !OF_THE_REQUEST.has(response.status) &&
      !(isOther !== false && OF_AN_UNKNOWN_CALL.has(response.status)),
    retryAfterMs: retryAfterOf(response.headers),
  })
}

/** Whether the answer is a success without a body (201 or 204). An empty 200 does not count: a gateway may send one. */
const isBare = ({ status, headers }: Response): boolean =>
  (status === 201 || status === 204) && headers.get('content-type') === null

/** Reads the answer to a call that has none: 204, or whatever another server sends in its place, but no page. */
function readNothing({ status, headers }: Response, isOther: boolean | undefined): undefined {
  const isPage = headers.get('content-type')?.startsWith('text/html')
  if (status !== 204 && (isOther === false || isPage)) throw new Unreachable()
}

/**
 * Returns the answer of a call. Throws a `Problem` if it was refused, `Unreachable` if the portal has not answered.
 * `isOther`: whether this is another server than ours; undefined while that is unknown. What ours never sends is a gateway's
 * and no success. Where the spec does not show the answer, another server may send anything; while it is unknown, that
 * counts unless the call waits in the outbox, from which a gateway's answer would remove the change unsent.
 */
export async function readAnswer(call: CallDeclaration, response: Response, isOther?: boolean): Promise<unknown> {
  // A redirected request was answered by another server.
  if (response.redirected || response.type === 'opaqueredirect') throw new Unreachable()
  if (!response.ok) throw await problemOf(response, isOther)
  if (call.ours && (await isOwnPage(response))) throw new Problem(404, NO_SUCH_CALL, { isOurs: false })
  if (call.answer === null) return readNothing(response, isOther)
  const isAnyDone = call.unspecifiedAnswer === true && (isOther ?? !call.queues)
  if (isAnyDone && isBare(response)) return undefined
  const answer = z.safeParse(call.answer, await jsonOf(response))
  if (!answer.success && isAnyDone) return undefined
  if (!answer.success) throw new Unreachable('The portal’s answer could not be read. Please try again.')
  return answer.data
}
