/** The time-out of a request, which grows with its body: an upload takes time before the answer. For page and worker. */
import { ANSWER_MS } from './page-and-worker.ts'

/** Slowest upload of a file: a slower network cannot send one, and a stalled part of a video must time out soon. */
const FILE_BYTES_A_MS = 16
/** Slowest upload of text: for the edge of a mobile network, where a long report would otherwise time out each time. */
const TEXT_BYTES_A_MS = 2
/** An upload that takes no longer than this does not extend the time-out. */
const SHORT_MS = 1_000

function onTheWay(part: unknown): number {
  if (part instanceof Blob) return part.size / FILE_BYTES_A_MS
  return typeof part === 'string' ? new Blob([part]).size / TEXT_BYTES_A_MS : 0
}

/** Returns the time-out for a request with this body, in whole milliseconds. */
export function requestTimeoutFor(body: BodyInit | undefined): number {
  const parts = body instanceof FormData ? [...body.values()] : [body]
  const way = parts.reduce<number>((sum, part) => sum + onTheWay(part), 0)
  return ANSWER_MS + Math.max(0, Math.ceil(way) - SHORT_MS)
}
