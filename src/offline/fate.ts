/** What becomes of a sent row, by the server's answer: the table of answers (offline.md §2.5), for page and worker. */
import type { CallDeclaration } from '#contract/call.ts'
import { isObject } from '#contract/records.ts'
import { Problem } from '#src/api/problem.ts'
import { readAnswer } from '#src/api/read-answer.ts'

export type Fate =
  /**
   * Done now, or done before. `rev`: the record's revision, null if the server counts none. `detail`: what others had
   * changed later and was left so.
   */
  | { readonly is: 'acked'; readonly answer: unknown; readonly rev: number | null; readonly detail: string | null }
  /** The server refuses it: the person decides. */
  | { readonly is: 'rejected'; readonly status: number; readonly detail: string }
  /** The server is up and asks for a later retry. */
  | { readonly is: 'busy'; readonly retryAfterMs: number | null }
  /** The person's session has ended: the row waits until they sign in again. */
  | { readonly is: 'signIn' }
  /** The portal did not answer: it may or may not have the row. */
  | { readonly is: 'unreachable' }

const LATER: ReadonlySet<number> = new Set([408, 425, 429])
/** A proxy's demand for a password (407) and a network's own sign-in (511, RFC 6585 §6): never the portal's answer. */
const NETWORK_STATUSES: ReadonlySet<number> = new Set([407, 511])

function refusal({ status, message, isOurs, retryAfterMs }: Problem): Fate {
  if (NETWORK_STATUSES.has(status)) return { is: 'unreachable' }
  // `Retry-After: 0`, or a date that has passed by this device's clock, names no pause: the row would go out in a loop.
  if (status >= 500 || LATER.has(status)) return { is: 'busy', retryAfterMs: retryAfterMs || null }
  if (status < 400 || !isOurs) return { is: 'unreachable' }
  return status === 401 ? { is: 'signIn' } : { is: 'rejected', status, detail: message }
}

function revOf(answer: unknown): number | null {
  const rev = isObject(answer) ? answer.rev : null
  return typeof rev === 'number' ? rev : null
}

/**
 * Returns the row's fate. Reads the response to the end: a truncated body is no answer. `isOther`: the response is from
 * another server than ours.
 */
export async function fateOf(call: CallDeclaration, response: Response, isOther: boolean): Promise<Fate> {
  try {
    const answer = await readAnswer(call, response, isOther)
    return { is: 'acked', answer, rev: revOf(answer), detail: call.leftoverNotice?.(answer) ?? null }
  } catch (error) {
    return error instanceof Problem ? refusal(error) : { is: 'unreachable' }
  }
}
