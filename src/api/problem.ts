/** The errors of a call, told apart by type and never by text. */
import type { ProblemBody } from '#contract/problem.ts'

interface ProblemOptions {
  /** Whether the body has the portal's error shape; a proxy may answer with a status alone. */
  readonly isOurs?: boolean
  /** Whether a gateway answered in the portal's place, so that the portal was not reached. */
  readonly isOfGateway?: boolean
  /** `Retry-After`, in milliseconds from now. */
  readonly retryAfterMs?: number | null
}

/** The server's refusal: its sentence, the sentences for single fields, and the stored record if that was the reason. */
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
    { isOurs = true, isOfGateway = false, retryAfterMs = null }: ProblemOptions = {},
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

/** Whether the server does not know the call: another one knows only the calls of the spec (wire.md). */
export const isUnknownCall = (error: unknown): boolean =>
  error instanceof Problem && (error.status === 404 || error.status === 405)

/** Whether the portal itself refuses access; a 401 or 403 from a proxy does not count. */
export const isAccessRefused = (error: unknown): error is Problem =>
  error instanceof Problem && error.isOurs && (error.status === 401 || error.status === 403)

/** No answer of the portal came: no network, a time-out, a captive portal, or a gateway in between. */
export class Unreachable extends Error {
  constructor(message = 'The portal cannot be reached right now. Please check your connection and try again.') {
    super(message)
    this.name = 'Unreachable'
  }
}

/** Somebody else has changed the same thing meanwhile; the message says how to go on. */
export class Conflict extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'Conflict'
  }
}

/** Returns the sentence that a person reads about an error. */
export const sentenceOf = (error: unknown): string =>
  error instanceof Problem || error instanceof Unreachable || error instanceof Conflict
    ? error.message
    : 'Something went wrong in this app. Please reload the page.'
