/** A refusal of a request: thrown anywhere below a route, answered as `{detail, fields?, current?}`. */
import { type Overtaken, overtakenSentence, type ProblemBody } from '#contract/problem.ts'
import { whenOf } from '../lib/company-time.ts'

/** The content type of every JSON answer. */
export const JSON_TYPE = 'application/json; charset=utf-8'

export class Problem extends Error {
  readonly status: number
  readonly body: ProblemBody
  readonly headers: Readonly<Record<string, string>>
  constructor(status: number, body: string | ProblemBody, headers: Readonly<Record<string, string>> = {}) {
    const full = typeof body === 'string' ? { detail: body } : body
    super(full.detail)
    this.status = status
    this.body = full
    this.headers = headers
  }
}

/** `field`: the name of the input in the body that the sentence is about; a form shows it below that input. */
export const badRequest = (detail: string, field?: string) =>
  new Problem(400, field ? { detail, fields: { [field]: detail } } : { detail })
/** Also for a wrong password: every 401 must name a way to authenticate (RFC 9110 §15.5.2). */
export const unauthorized = (detail = 'Please sign in.') => new Problem(401, detail, { 'www-authenticate': 'Bearer' })
export const forbidden = (detail: string) => new Problem(403, detail)
export const notFound = (detail = 'There is no such thing.') => new Problem(404, detail)
/** `current`: the record as it is now. */
export const conflict = (detail: string, current?: unknown) =>
  new Problem(409, current === undefined ? { detail } : { detail, current })
/** Someone else changed the record after this person did; `current` is the record as that left it. */
export const tooLate = (overtaken: Overtaken, at: { now: string; timeZone: string }, current: unknown) =>
  new Problem(409, { detail: overtakenSentence(overtaken, (instant) => whenOf(instant, at)), current, overtaken })
/** `seconds`: when to try again. */
export const tooMany = (detail: string, seconds: number) => new Problem(429, detail, { 'retry-after': String(seconds) })

/** Rounds up to whole minutes, so that the wait is over by then. */
export function tryAgainIn(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return `Please try again in ${minutes} minute${minutes === 1 ? '' : 's'}.`
}

/** Closes the connection with the answer, since the client would go on sending. */
export const tooLarge = () => new Problem(413, 'This is too large.', { connection: 'close' })
