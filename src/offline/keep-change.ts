/** What a person does: kept on this device or, where that cannot be, sent at once. */
import { type CallDeclaration, callId } from '#contract/call.ts'
import { send } from '#src/api/call.ts'
import { isKnownAsOther } from '#src/api/portal-config.ts'
import { Unreachable } from '#src/api/problem.ts'
import { session } from '#src/api/session.ts'
import { holdUnsaved } from '#src/lib/unsaved.ts'
import { uuid } from '#src/lib/uuid.ts'
import { whileUnderWay } from './left-behind.ts'
import { myChanges, noteAnswer, noteKept, outbox } from './my-changes.ts'
import type { Change } from './outbox.ts'
import { isStale, type Row, timedHeaders } from './row.ts'

/** A tap is on the disk in milliseconds; a store that takes longer than this will not keep it. */
const STORE_MS = 5_000

/** A change as an app says it: by the call itself, which a row has by its name. */
export type Made = Omit<Change, 'kind' | 'call'> & { readonly call: CallDeclaration & { readonly queues: string } }

/** A change with what it has from the moment it was made. */
type Tap = Change & Required<Pick<Change, 'key' | 'occurredAt'>> & { readonly declared: CallDeclaration }

type Outbox = Awaited<ReturnType<typeof outbox>>

/** Whether the store has taken it in time; what it may still write later has the key that is then sent. */
async function isKept(userId: number, keep: (outbox: Outbox) => Promise<void>): Promise<boolean> {
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('The store is silent.')), STORE_MS))
  late.catch(() => {}) // nobody may be waiting for it by then
  const there = outbox()
  const keeping = there instanceof Promise ? there.then(keep) : keep(there)
  const isTaken = await Promise.race([keeping, late]).then(
    () => true,
    () => false,
  )
  noteKept(userId, isTaken)
  return isTaken
}

/** Keys of what was sent at once. A slow store may keep it all the same: by then there is no taking it back on the device alone. */
const gone = new Set<string>()

const asOfNow = (made: Made): Tap => ({
  ...made,
  kind: made.call.queues,
  call: callId(made.call),
  declared: made.call,
  key: uuid(),
  occurredAt: new Date().toISOString(),
  undoes: (earlier) => !gone.has(earlier.key) && made.undoes?.(earlier) === true,
})

/** What the store would not keep. Throws what `send` throws. */
async function sendAtOnce(tap: Tap): Promise<void> {
  const { declared, params, body, baseRev, key, occurredAt, userId } = tap
  const headers = timedHeaders({ key, occurredAt, baseRev }, Date.now())
  // Somebody else may have come to this device while the store was silent.
  if (session.get()?._id !== userId) throw new Unreachable()
  gone.add(key)
  const options = { params, body, headers, takesAny: isKnownAsOther() } as never
  const answer: unknown = await whileUnderWay(send<CallDeclaration>(declared, options))
  // Nor is whoever has come while it was on its way told of it.
  if (session.get()?._id === userId) noteAnswer({ ...tap, state: 'acked', answer, settledAt: Date.now() })
}

const NOT_BEFORE =
  'An earlier change of yours is not sent yet, and this device has no room for another. Please try again in a moment.'

/**
 * What is sent by itself overtakes nothing: what waits for longer would come after it, and undo it. But for what is too old
 * to go by itself.
 */
function stayBehind({ entity, key }: Tap): void {
  // A store that was only slow may have kept this very one by now.
  const isEarlier = (row: Row) =>
    row.entity === entity && row.key !== key && row.state === 'pending' && !isStale(row, Date.now())
  if (myChanges().rows.some(isEarlier)) throw new Unreachable(NOT_BEFORE)
}

/** Until a slow store has it, or the portal, it is on this page alone: no new version takes it away. */
async function held<T>(work: () => Promise<T>): Promise<T> {
  const letGo = holdUnsaved(() => true)
  try {
    return await work()
  } finally {
    letGo()
  }
}

/**
 * Keeps a change on this device, to be sent as soon as there is a line; once this settles it is safe. Where the device
 * cannot keep it, it is sent at once instead, and this throws what `send` throws. Answers which of the two it was.
 */
export function keepChange(made: Made): Promise<'kept' | 'sent'> {
  const tap = asOfNow(made)
  return held(async () => {
    if (await isKept(tap.userId, ({ keep }) => keep(tap))) return 'kept'
    stayBehind(tap)
    await sendAtOnce(tap)
    return 'sent'
  })
}

/** Several changes of one person, as `keepChange`, but written in one step. `safe` hears of each that is, by its place. */
export function keepChanges(
  userId: number,
  made: readonly Made[],
  safe: (place: number) => void = () => {},
): Promise<void> {
  const taps = made.map(asOfNow)
  return held(async () => {
    const areKept = await isKept(userId, ({ keepAll }) => keepAll(userId, taps))
    for (const [place, each] of taps.entries()) {
      if (!areKept) {
        stayBehind(each)
        await sendAtOnce(each)
      }
      safe(place)
    }
  })
}
