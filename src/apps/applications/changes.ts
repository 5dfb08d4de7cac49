/** Pinning an app: kept on the device, shown at once, sent when there is a line. */
import * as z from 'zod/mini'
import { pinsAfter, setPins } from '#contract/apps/applications.ts'
import { callId } from '#contract/call.ts'
import { queryClient } from '#src/api/query-client.ts'
import { session } from '#src/api/session.ts'
import { within } from '#src/lib/pause.ts'
import { isAfter, type QueuedKind } from '#src/offline/kind.ts'
import { launchRows } from '#src/offline/launch-rows.ts'
import { keepChange, myChanges } from '#src/offline/my-changes.ts'
import type { Row } from '#src/offline/row.ts'
import { asOf, type HeldPins, pins } from './queries.ts'

const Pins = z.array(z.number())
/** A store that does not answer within this time will not say what was pinned before. */
const PATIENCE_MS = 1_000

interface Standing {
  /** What a person sees as pinned: the server's word with all that they did on this device and it does not show yet. */
  readonly seen: readonly number[]
  /** The same without the last that they did, as long as the next tap can still become one with it. */
  readonly below: readonly number[]
}

/** Null: on a server that keeps no pins. Undefined: not known. */
function standingOf(held: HeldPins, rows: readonly Row[]): Standing | null | undefined {
  if (held.data === null) return null
  const accepted = rows.findLast(({ state }) => state === 'acked')
  const answer = isAfter(accepted?.settledAt ?? null, asOf(held)) && z.safeParse(Pins, accepted?.answer).data
  const waiting = rows.flatMap((row) => {
    const change = row.state === 'pending' && z.safeParse(setPins.body, row.body).data
    return change ? [{ change, isUnsent: row.attempts === 0 }] : []
  })
  const first = waiting[0]?.change
  const told = answer || (held.data ?? first?.base ?? first?.applications)
  if (!told) return undefined
  const fold = (some: typeof waiting) =>
    some.reduce<readonly number[]>((list, { change }) => pinsAfter(list, change), told)
  const seen = fold(waiting)
  return { seen, below: waiting.at(-1)?.isUnsent ? fold(waiting.slice(0, -1)) : seen }
}

const isPin = ({ kind }: Row) => kind === setPins.queues

export function pinsWith(held: HeldPins, rows: readonly Row[]): readonly number[] | null | undefined {
  const standing = standingOf(held, rows.filter(isPin))
  return standing ? standing.seen : standing
}

/** From the disk: the screens hear of a tap a little later, and at a launch much later. */
async function rowsNow(userId: number): Promise<readonly Row[]> {
  const onDisk = launchRows(userId).catch(() => null)
  return (await within(PATIENCE_MS, onDisk)) ?? myChanges().rows
}

async function keepNext(userId: number, app: number, isPinned: boolean): Promise<void> {
  const rows = await rowsNow(userId)
  // What is held now may be somebody else's.
  if (session.get()?._id !== userId) return
  const held = queryClient.getQueryState(pins.queryKey)
  const standing = held && standingOf(held, rows.filter(isPin))
  if (!standing) return
  const { seen, below } = standing
  const without = (list: readonly number[]) => list.filter((id) => id !== app)
  const others = without(seen)
  // Said also where it seems to be so already: an answer that was asked for before the last change may be in the way.
  const base = seen.includes(app) !== isPinned ? below : isPinned ? without(below) : [...without(below), app]
  const entity = `pins:${userId}`
  const how = await keepChange(setPins, {
    userId,
    entity,
    target: entity,
    kind: setPins.queues,
    call: callId(setPins),
    params: {},
    // What others pin meanwhile is neither added nor taken away by it.
    body: { applications: isPinned ? [...others, app] : others, base },
    baseRev: null,
    // Of what was not sent yet each says all, so the last word is enough.
    merges: 'pins',
  })
  // Nothing lies on the disk that the next tap could build on: it builds on what the server has now.
  if (how === 'sent') await queryClient.refetchQueries({ queryKey: pins.queryKey })
}

let lastTap: Promise<void> = Promise.resolve()

/** Safe on this device once the promise settles. As each change says all of it, a tap builds on the one before. */
export function keepPin(app: number, isPinned: boolean): Promise<void> {
  const me = session.get()
  if (!me) return Promise.resolve()
  const kept = lastTap.then(() => keepNext(me._id, app, isPinned))
  lastTap = kept.catch(() => {})
  return kept
}

export const pinsChange: QueuedKind = {
  words: () => ({ title: 'Pinned apps' }),
  settled({ answer, settledAt }) {
    const { queryKey } = pins
    const stored = z.safeParse(Pins, answer)
    const held = queryClient.getQueryState(queryKey)
    if (!stored.success || !isAfter(settledAt, held && asOf(held))) {
      // What is under way was asked after what is held came, and so after an answer that is older than that.
      void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: !stored.success })
      return
    }
    // Asked before the change and answered after it, it would bring back what was.
    void queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(queryKey, stored.data, { updatedAt: settledAt })
    // What came after the change, or is to come, may know more.
    if (held?.fetchStatus === 'fetching' || !isAfter(settledAt, held?.dataUpdatedAt))
      void queryClient.invalidateQueries({ queryKey })
  },
}
