/** What becomes of a row once it was sent: the table of answers (offline.md §2.5), for page and worker. */
import type { CallDeclaration } from '#contract/call.ts'
import { Problem } from '#src/api/problem.ts'
import { readAnswer } from '#src/api/read-answer.ts'

export type Fate =
  /** Done, or done before. `rev` is the record's, null where the server counts none; `detail`: what others had changed later. */
  | { readonly is: 'acked'; readonly answer: unknown; readonly rev: number | null; readonly detail: string | null }
  /** The server will not have it: a person decides. */
  | { readonly is: 'rejected'; readonly status: number; readonly detail: string }
  /** The server is there and wants it later. */
  | { readonly is: 'busy'; readonly retryAfterMs: number | null }
  /** Nobody whom the person may send as: it waits until they sign in again. */
  | { readonly is: 'signIn' }
  /** No answer of the portal: it may have the row or not. */
  | { readonly is: 'unreachable' }

const LATER: ReadonlySet<number> = new Set([408, 425, 429])
/** A proxy's own demand for a password, and a network's (RFC 6585 §6): nothing that the portal says. */
const OF_NETWORKS: ReadonlySet<number> = new Set([407, 511])

function refusal({ status, message, isOurs, retryAfterMs }: Problem): Fate {
  // “Now”, or an instant that has passed by this device's clock, names no pause: the row would go out in a circle.
  if (OF_NETWORKS.has(status)) return { is: 'unreachable' }
  if (status >= 500 || LATER.has(status)) return { is: 'busy', retryAfterMs: retryAfterMs || null }
  if (status < 400 || !isOurs) return { is: 'unreachable' }
  return status === 401 ? { is: 'signIn' } : { is: 'rejected', status, detail: message }
}

function revOf(answer: unknown): number | null {
  const rev = typeof answer === 'object' && answer !== null && 'rev' in answer ? answer.rev : null
  return typeof rev === 'number' ? rev : null
}

/** Reads the response to the end: a body that was cut off is no answer. `isOther`: it is of another server than ours. */
export async function fateOf(call: CallDeclaration, response: Response, isOther: boolean): Promise<Fate> {
  try {
    const answer = await readAnswer(call, response, isOther)
    return { is: 'acked', answer, rev: revOf(answer), detail: call.leaves?.(answer) ?? null }
  } catch (error) {
    return error instanceof Problem ? refusal(error) : { is: 'unreachable' }
  }
}
