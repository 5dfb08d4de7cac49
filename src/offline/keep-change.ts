/** Makes a person's change: stored on this device or, if that fails, sent at once. */
import { type CallDeclaration, callId } from '#contract/call.ts'
import { send } from '#src/api/call.ts'
import { Unreachable } from '#src/api/problem.ts'
import { session } from '#src/api/session.ts'
import { withTimeout } from '#src/lib/pause.ts'
import { registerUnsaved } from '#src/lib/unsaved.ts'
import { uuid } from '#src/lib/uuid.ts'
import { whileUnderWay } from './left-behind.ts'
import { myChanges, noteKept, outbox } from './my-changes.ts'
import type { Change } from './outbox.ts'
import { isStale, type Row, timedHeaders } from './row.ts'
import { reportAnswer } from './settled-answers.ts'

/** A tap is on disk within milliseconds; a store that takes longer than this is taken to have failed. */
const STORE_MS = 5_000

/** A change as an app describes it: with the call itself, where a row has only the call's id. */
export type ChangeRequest = Omit<Change, 'kind' | 'call'> & {
  readonly call: CallDeclaration & { readonly queues: string }
}

/** A change with the parts that are fixed at the moment it is made. */
type Tap = Change & Required<Pick<Change, 'key' | 'occurredAt'>> & { readonly declared: CallDeclaration }

type Outbox = Awaited<ReturnType<typeof outbox>>

/**
 * Whether the store has taken the change in time. If it writes it later after all, the key is that of the request sent
 * instead.
 */
async function isKept(userId: number, keep: (outbox: Outbox) => Promise<void>): Promise<boolean> {
  const there = outbox()
  // Begun at once where the store is open: the person may close the page right after the tap.
  const keeping = there instanceof Promise ? there.then(keep) : keep(there)
  const stored = keeping.then(
    () => true,
    () => false,
  )
  const isStored = (await withTimeout(STORE_MS, stored)) ?? false
  noteKept(userId, isStored)
  return isStored
}

/**
 * Keys of changes that were sent at once. A slow store may keep one all the same, but it can no longer be taken back on
 * the device alone.
 */
const sentKeys = new Set<string>()

const newTap = (made: ChangeRequest): Tap => ({
  ...made,
  kind: made.call.queues,
  call: callId(made.call),
  declared: made.call,
  key: uuid(),
  occurredAt: new Date().toISOString(),
  undoes: (earlier) => !sentKeys.has(earlier.key) && made.undoes?.(earlier) === true,
})

/** Sends a change that the store would not keep. Throws what `send` throws. */
async function sendAtOnce(tap: Tap): Promise<void> {
  const { declared, params, body, baseRev, key, occurredAt, userId } = tap
  const headers = timedHeaders({ key, occurredAt, baseRev }, Date.now())
  // Another person may have signed in while the store did not answer.
  if (session.get()?._id !== userId) throw new Unreachable()
  sentKeys.add(key)
  const options = { params, body, headers } as never
  const answer: unknown = await whileUnderWay(send<CallDeclaration>(declared, options))
  // A person who has signed in during the request is not told of the answer either.
  if (session.get()?._id === userId) reportAnswer({ ...tap, state: 'acked', answer, settledAt: Date.now() })
}

const NOT_BEFORE =
  'An earlier change of yours is not sent yet, and this device has no room for another. Please try again in a moment.'

/**
 * Throws if an earlier change of the entity still waits. A change that is sent at once must not overtake it: the
 * waiting one would be sent later and undo it. Rows too old to be sent automatically do not count.
 */
function refuseToOvertake({ entity, key }: Tap): void {
  // Its own row does not count: a slow store may have written it by now.
  const isEarlier = (row: Row) =>
    row.entity === entity && row.key !== key && row.state === 'pending' && !isStale(row, Date.now())
  if (myChanges().rows.some(isEarlier)) throw new Unreachable(NOT_BEFORE)
}

/**
 * Runs `work` with the page marked as unsaved: until the slow store or the portal has the change, it exists on this
 * page alone, and no new version may reload the page.
 */
async function whileUnsaved<T>(work: () => Promise<T>): Promise<T> {
  const unregister = registerUnsaved(() => true)
  try {
    return await work()
  } finally {
    unregister()
  }
}

/**
 * Stores a change on this device, to be sent as soon as there is a line; once the promise resolves it is safe. If the
 * device cannot store it, it is sent at once instead, and this throws what `send` throws. Returns which of the two it
 * was.
 */
export function keepChange(made: ChangeRequest): Promise<'kept' | 'sent'> {
  const tap = newTap(made)
  return whileUnsaved(async () => {
    if (await isKept(tap.userId, ({ keep }) => keep(tap))) return 'kept'
    refuseToOvertake(tap)
    await sendAtOnce(tap)
    return 'sent'
  })
}

/**
 * Makes several changes of one person like `keepChange`, but stores them in one transaction. `onSafe` is called with the
 * index of each change that is safe.
 */
export function keepChanges(
  userId: number,
  made: readonly ChangeRequest[],
  onSafe: (place: number) => void = () => {},
): Promise<void> {
  const taps = made.map(newTap)
  return whileUnsaved(async () => {
    const areKept = await isKept(userId, ({ keepAll }) => keepAll(userId, taps))
    for (const [place, each] of taps.entries()) {
      if (!areKept) {
        refuseToOvertake(each)
        await sendAtOnce(each)
      }
      onSafe(place)
    }
  })
}
