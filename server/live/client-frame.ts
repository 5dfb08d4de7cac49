/** What a client may send on the live socket, and how often (wire.md “Live socket”). Pure. */
import * as z from 'zod/mini'
import { CLOSE } from '#contract/live.ts'
import { Id } from '#contract/values.ts'

/** The largest frame, in bytes. */
export const MAX_FRAME_BYTES = 4_096
const MAX_FRAMES_PER_WINDOW = 20
const WINDOW_MS = 10_000

/**
 * A status object names its user as a live message does (`userId`) or as break info does (`user`). Other fields are
 * ignored.
 */
const Named = z.union([
  z.pipe(
    z.object({ userId: Id }),
    z.transform(({ userId }) => userId),
  ),
  z.pipe(
    z.object({ user: Id }),
    z.transform(({ user }) => user),
  ),
])

/** Returns the user that a frame names, or the code to close with. */
export function readFrame(data: Buffer): { userId: number } | { close: number } {
  if (data.byteLength > MAX_FRAME_BYTES) return { close: CLOSE.badFrame }
  try {
    const named = Named.safeParse(JSON.parse(data.toString('utf8')))
    return named.success ? { userId: named.data } : { close: CLOSE.badFrame }
  } catch {
    return { close: CLOSE.badFrame }
  }
}

/** Returns a function that counts frames; false from the 21st frame within 10 s on. */
export function frameLimit(): (now: number) => boolean {
  let times: number[] = []
  return (now) => {
    times = [...times.filter((at) => at > now - WINDOW_MS), now]
    return times.length <= MAX_FRAMES_PER_WINDOW
  }
}
