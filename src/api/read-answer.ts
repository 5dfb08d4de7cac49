/** What an HTTP response says of a call: its answer, the portal's refusal, or nothing that the portal said. For page and worker. */
import * as z from 'zod/mini'
import type { CallDeclaration } from '#contract/call.ts'
import { ProblemBody, saysOvertaken } from '#contract/problem.ts'
import { localDay } from '#src/lib/local-day.ts'
import { OWN_PAGE } from '#src/lib/page-and-worker.ts'
import { dayAndTime, writer } from '#src/lib/time.ts'
import { Problem, Unreachable } from './problem.ts'

/** JSON of something else is not the portal's, and HTML is a captive portal's: neither is an answer. */
async function jsonOf(response: Response): Promise<unknown> {
  if (!response.headers.get('content-type')?.includes('json')) throw new Unreachable()
  try {
    return await response.json()
  } catch {
    throw new Unreachable()
  }
}

const NO_SUCH_CALL = { detail: 'This portal cannot do that.' }

/** Another server may answer every path that it does not know with the page itself: it has no such call. */
const isOwnPage = async (response: Response): Promise<boolean> =>
  response.headers.get('content-type')?.startsWith('text/html') === true && (await response.text()).includes(OWN_PAGE)

/** RFC 9110 §10.2.3: seconds, or a date. Null where it says neither. */
function retryAfterOf(headers: Headers): number | null {
  const value = headers.get('retry-after')
  if (!value) return null
  const wait = /^\d+$/.test(value.trim()) ? Number(value) * 1_000 : Date.parse(value) - Date.now()
  return Number.isFinite(wait) ? Math.max(0, wait) : null
}

// Not `clockTime`: the worker has no storage for its dial.
const clock = writer({ hour: '2-digit', minute: '2-digit' })
/** In the reader's time: `at 14:05`, and before or after today `on 21 Nov 2026, 14:05`. */
const whenOf = (instant: string): string =>
  localDay(Date.parse(instant)) === localDay(Date.now()) ? `at ${clock(instant)}` : `on ${dayAndTime(instant)}`

/** The server knows the company's time alone. */
const inOwnTime = ({ overtaken, ...said }: ProblemBody): ProblemBody => {
  if (!overtaken) return said
  const by = overtaken.isOwn ? 'you' : overtaken.by
  return { ...said, detail: saysOvertaken({ ...overtaken, by }, whenOf) }
}

/**
 * A page in the place of an answer that says something of this request, and not of the line: another server may have one
 * for what it does not know and for its own faults, a gateway for what is too large or comes too often.
 */
const OF_THE_REQUEST: ReadonlySet<number> = new Set([404, 405, 413, 414, 429, 431, 500])

/** A refusal, in the server's words where it has any. */
async function problemOf(response: Response): Promise<Problem> {
  const json = await jsonOf(response).catch(() => null)
  const body = z.safeParse(ProblemBody, json)
  const said = body.success
    ? inOwnTime(body.data)
    : { detail: `The portal could not answer (${response.status}). Please try again.` }
  return new Problem(response.status, said, {
    isOurs: body.success,
    isOfGateway: json === null && !OF_THE_REQUEST.has(response.status),
    retryAfterMs: retryAfterOf(response.headers),
  })
}

/** Made, with nothing to add. An empty 200 may come from anything in between. */
const isBare = ({ status, headers }: Response): boolean =>
  (status === 201 || status === 204) && headers.get('content-type') === null

/**
 * The answer of a call. Throws a `Problem` where it was refused, `Unreachable` where the portal has not answered.
 * `takesAny`: whether anything will do where the spec does not show the answer. Not of what is kept until it is sent,
 * unless this is known to be another server: what a gateway says in its place would end it.
 */
export async function readAnswer(call: CallDeclaration, response: Response, takesAny = !call.queues): Promise<unknown> {
  // A request that was led elsewhere was answered by somebody else.
  if (response.redirected || response.type === 'opaqueredirect') throw new Unreachable()
  if (!response.ok) throw await problemOf(response)
  if (call.ours && (await isOwnPage(response))) throw new Problem(404, NO_SUCH_CALL, { isOurs: false })
  const isAnyDone = call.unshown === true && takesAny
  if (call.answer === null || (isAnyDone && isBare(response))) return undefined
  const answer = z.safeParse(call.answer, await jsonOf(response))
  if (!answer.success && isAnyDone) return undefined
  if (!answer.success) throw new Unreachable('The portal’s answer could not be read. Please try again.')
  return answer.data
}
