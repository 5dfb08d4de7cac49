/**
 * Sends waiting rows, oldest first, each entity in order (offline.md §2.5). Runs in every tab and in the worker; the
 * holder of the Web Lock sends. The lock serves order and economy only: the server ensures that each row takes effect
 * once.
 */
import { fillPath } from '#contract/call.ts'
import { requestTimeoutFor } from '#src/lib/request-timeout.ts'
import { type Claimed, claim, settle, settleAndClaimNext } from './claim.ts'
import type { Device, DrainContext } from './drain-context.ts'
import { type Fate, fateOf } from './fate.ts'
import { timedHeaders } from './row.ts'

const LOCK = 'outbox'
/** A lock holder that does not let go for this long is frozen. */
const PATIENCE_MS = 30_000
/** Longest turn with the lock: it is then handed on, long before the patience of those who wait for it ends. */
const TURN_MS = 10_000
/** Longest wait for one answer, so that a tab still sending a long text at the end of its turn is not taken for frozen. */
const ANSWER_AT_MOST_MS = PATIENCE_MS - TURN_MS

/** After this many busy answers in a row the server is taken to be busy for every row. */
const MOST_BUSY = 3
const BUSY_PAUSE_MS = 10_000

export type DrainOutcome =
  /** Nothing is due. `next` is when something will be, null if no row waits for its time. */
  | { readonly is: 'idle'; readonly next: number | null }
  /** The portal did not answer. */
  | { readonly is: 'unreachable' }
  /** The session with this token, which the rows were sent with, has ended. */
  | { readonly is: 'signIn'; readonly token: string }
  | { readonly is: 'nobody' }
  /** The turn is over and more rows are to be sent. */
  | { readonly is: 'more' }

function headersOf({ row, token, baseRev }: Claimed, { now }: Device): Record<string, string> {
  return {
    Accept: 'application/json',
    'Content-Type': 'application/json',
    Authorization: `Bearer ${token}`,
    ...timedHeaders({ ...row, baseRev }, now()),
  }
}

async function sendOne({ send, device }: DrainContext, claimed: Claimed): Promise<Fate> {
  const { row, call } = claimed
  const body = JSON.stringify(row.body ?? {})
  try {
    const response = await send(fillPath(call.path, row.params), {
      method: call.method,
      headers: headersOf(claimed, device),
      body,
      redirect: 'error',
      cache: 'no-store',
      signal: AbortSignal.timeout(Math.min(requestTimeoutFor(body), ANSWER_AT_MOST_MS)),
    })
    return await fateOf(call, response, claimed.isOther)
  } catch {
    return { is: 'unreachable' }
  }
}

const MORE: DrainOutcome = { is: 'more' }

/** Returns the outcome that ends the turn after this fate; null if the next row is worth trying. */
function stopAfter(fate: Fate, token: string): DrainOutcome | null {
  if (fate.is === 'unreachable') return fate
  return fate.is === 'signIn' ? { is: 'signIn', token } : null
}

async function turn(context: DrainContext, isOver: () => boolean): Promise<DrainOutcome> {
  const { device } = context
  const end = device.now() + TURN_MS
  let busy = 0
  let claimed = await claim(context)
  while (claimed.is === 'claimed') {
    const fate = await sendOne(context, claimed)
    if (fate.is === 'acked' || fate.is === 'rejected') context.onAnswer?.()
    busy = fate.is === 'busy' ? busy + 1 : 0
    const pause: DrainOutcome | null = busy < MOST_BUSY ? null : { is: 'idle', next: device.now() + BUSY_PAUSE_MS }
    const stop = stopAfter(fate, claimed.token) ?? pause ?? (isOver() || device.now() > end ? MORE : null)
    if (stop) {
      await settle(context, claimed, fate)
      return stop
    }
    claimed = await settleAndClaimNext(context, claimed, fate)
  }
  return claimed
}

const isNamed = (error: unknown, name: string) => error instanceof DOMException && error.name === name

/** Runs a turn under the lock. Steals the lock from a frozen holder; both may then send, which does no harm. */
async function lockedTurn(context: DrainContext, isOver: () => boolean): Promise<DrainOutcome> {
  const { locks } = context
  if (!locks) return turn(context, isOver)
  let isStolen = false
  const work = () => turn(context, () => isStolen || isOver())
  const request = (options: LockOptions): Promise<DrainOutcome> =>
    locks.request(LOCK, options, work).catch((error) => {
      if (!isNamed(error, 'AbortError')) throw error
      isStolen = true
      return MORE
    })
  try {
    return await request({ signal: AbortSignal.timeout(PATIENCE_MS) })
  } catch (error) {
    if (!isNamed(error, 'TimeoutError')) throw error
    return request({ steal: true })
  }
}

/** Sends until nothing is due, nobody may send or the portal is out of reach. `isOver` ends it between two rows. */
export async function drain(context: DrainContext, isOver: () => boolean = () => false): Promise<DrainOutcome> {
  for (;;) {
    const outcome = await lockedTurn(context, isOver)
    if (outcome.is !== 'more' || isOver()) return outcome
  }
}
