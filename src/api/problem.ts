/** What can go wrong with a call, told apart by type and never by text. */
import type { ProblemBody } from '#contract/problem.ts'

interface Circumstances {
  /** Whether it was said in the portal's own shape; anything in between may answer with a status alone. */
  readonly isOurs?: boolean
  /** Whether what is in between said it, and the portal has not been heard. */
  readonly isOfGateway?: boolean
  /** `Retry-After`, in milliseconds from now. */
  readonly retryAfterMs?: number | null
}

/** The server's refusal: what it says, under which fields, and the record as it is where that was the reason. */
export class Problem extends Error {
  readonly status: number
  readonly fields: Readonly<Record<string, string>>
  readonly current: unknown
  readonly isOurs: boolean
  readonly isOfGateway: boolean
  readonly retryAfterMs: number | null
  constructor(
    status: number,
    body: ProblemBody,
    { isOurs = true, isOfGateway = false, retryAfterMs = null }: Circumstances = {},
  ) {
    super(body.detail)
    this.name = 'Problem'
    this.status = status
    this.fields = body.fields ?? {}
    this.current = body.current
    this.isOurs = isOurs
    this.isOfGateway = isOfGateway
    this.retryAfterMs = retryAfterMs
  }
}

/** Another server than ours: it knows the calls of the spec, and no such thing (wire.md). */
export const isUnknownCall = (error: unknown): boolean =>
  error instanceof Problem && (error.status === 404 || error.status === 405)

/** The portal itself lets this one in no longer; anything in between may answer 401 or 403 as well. */
export const isTurnedAway = (error: unknown): error is Problem =>
  error instanceof Problem && error.isOurs && (error.status === 401 || error.status === 403)

/** No answer of the portal came: no network, a time-out, a captive portal, or something else in between. */
export class Unreachable extends Error {
  constructor(message = 'The portal cannot be reached right now. Please check your connection and try again.') {
    super(message)
    this.name = 'Unreachable'
  }
}

/** Somebody else has changed the very same meanwhile: its sentence says how to go on. */
export class Clash extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'Clash'
  }
}

/** The sentence for a person. */
export const sentenceOf = (error: unknown): string =>
  error instanceof Problem || error instanceof Unreachable || error instanceof Clash
    ? error.message
    : 'Something went wrong in this app. Please reload the page.'
