/** How long an answer is waited for: what goes up with the request takes its time first. For page and worker. */
import { ANSWER_MS } from './page-and-worker.ts'

/** Of a file: a line that is slower is no line to send one by, and a part of a video must not wait for long where it stalls. */
const FILE_BYTES_A_MS = 16
/** Of what somebody has written: at the edge of a mobile network, where a long report would be begun anew for ever. */
const TEXT_BYTES_A_MS = 2
/** On the way for no longer than this it is within the usual time. */
const SHORT_MS = 1_000

function onTheWay(part: unknown): number {
  if (part instanceof Blob) return part.size / FILE_BYTES_A_MS
  return typeof part === 'string' ? new Blob([part]).size / TEXT_BYTES_A_MS : 0
}

/** In whole milliseconds. */
export function patienceFor(body: BodyInit | undefined): number {
  const parts = body instanceof FormData ? [...body.values()] : [body]
  const way = parts.reduce<number>((sum, part) => sum + onTheWay(part), 0)
  return ANSWER_MS + Math.max(0, Math.ceil(way) - SHORT_MS)
}
