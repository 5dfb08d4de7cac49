/** Pinning an app: kept on the device, shown at once, sent when there is a line. */
import * as z from 'zod/mini'
import { pinsAfter, setPins } from '#contract/apps/applications.ts'
import { queryClient } from '#src/api/query-client.ts'
import { session } from '#src/api/session.ts'
import { within } from '#src/lib/pause.ts'
import { keepChange } from '#src/offline/keep-change.ts'
import type { QueuedKind } from '#src/offline/kind.ts'
import { launchRows } from '#src/offline/launch-rows.ts'
import { myChanges } from '#src/offline/my-changes.ts'
import { isAfter, isAwaited, type Row } from '#src/offline/row.ts'
import { asOf, type HeldPins, pins } from './queries.ts'

const Pins = z.array(z.number())
/** A store that does not answer within this time will not say what was pinned before. */
const PATIENCE_MS = 1_000

const isPin = ({ kind }: Row) => kind === setPins.queues

/**
 * What a person sees as pinned: the server's word with all that they did on this device and it does not show yet. Null: on
 * a server that keeps no pins. Undefined: not known.
 */
export function pinsWith(held: HeldPins, rows: readonly Row[]): readonly number[] | null | undefined {
  if (held.data === null) return null
  const mine = rows.filter(isPin)
  const accepted = mine.findLast(({ state }) => state === 'acked')
  const answer = isAfter(accepted?.settledAt ?? null, asOf(held)) && z.safeParse(Pins, accepted?.answer).data
  const waiting = mine.filter(isAwaited).flatMap(({ body }) => z.safeParse(setPins.body, body).data ?? [])
  const told = answer || (held.data ?? waiting[0]?.base ?? waiting[0]?.applications)
  return told && waiting.reduce<readonly number[]>(pinsAfter, told)
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
  const seen = held && pinsWith(held, rows)
  if (!seen) return
  const without = seen.filter((id) => id !== app)
  const withIt = [...without, app]
  // Said also where it seems to be so already: an answer that was asked for before the last change may be in the way.
  const [base, applications] = isPinned ? [without, withIt] : [withIt, without]
  const entity = `pins:${userId}`
  const how = await keepChange({
    call: setPins,
    userId,
    entity,
    target: entity,
    params: {},
    // What others pin meanwhile is neither added nor taken away by it.
    body: { applications, base },
    baseRev: null,
  })
  // Nothing lies on the disk that the next tap could build on: it builds on what the server has now.
  if (how === 'sent') await queryClient.refetchQueries({ queryKey: pins.queryKey })
}

let lastTap: Promise<void> = Promise.resolve()

/** Safe on this device once the promise settles. A tap builds on the one before. */
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
      // The answer is older than what is held. A query under way was sent after that: it knows of the change, and may finish.
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
