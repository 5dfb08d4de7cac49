/** How a query is fetched: what it holds is drawn first; the worker's copy of an old answer is for one without data. */
import type { QueryPersister } from '@tanstack/react-query'
import { afterPaint } from '#src/lib/after-paint.ts'
import { withTimeout } from '#src/lib/pause.ts'
import { connection } from './connection.ts'
import { isHeld, noteHeld, takeCopy } from './copies.ts'
import { Unreachable } from './problem.ts'

/** Queries whose data is the worker's copy, shown because the network was slow; they are refetched at once. */
const shownCopies = new WeakSet<object>()
/** Whether the query's data is such a copy; also removes the mark. */
export const takeShownCopy = (query: object) => shownCopies.delete(query)

/** Longest wait for a paint: a window may report to be visible and still not be painted. */
const MAX_PAINT_WAIT_MS = 1_000

/** Waits until the data at hand is painted: sending the requests for a screen's four lists takes a phone two frames. */
async function painted(signal: AbortSignal): Promise<void> {
  await withTimeout(MAX_PAINT_WAIT_MS, new Promise<void>((resolve) => void afterPaint(resolve)))
  // Sends no request for a query that was cancelled meanwhile, as when the person signs out.
  signal.throwIfAborted()
}

/**
 * Draws the data that a query holds before refetching it. The worker's copy never replaces that data, since it would count
 * as fresh; a slow answer is waited for instead. Only a query without data takes the copy.
 */
export const heldFirst: QueryPersister = async (queryFn, context, query) => {
  const { signal } = context
  const holds = () => query.state.data !== undefined
  if (holds()) {
    noteHeld(signal)
    await painted(signal)
  }
  const answer = await queryFn(context)
  if (!takeCopy(signal)) return answer
  const isSlow = connection().online && !isHeld(signal)
  if (!holds()) {
    if (isSlow) shownCopies.add(query)
    return answer
  }
  if (!isSlow) throw new Unreachable()
  // The kept data was read from the device while the request was under way.
  noteHeld(signal)
  const waitedFor = await queryFn(context)
  if (takeCopy(signal)) throw new Unreachable()
  return waitedFor
}
