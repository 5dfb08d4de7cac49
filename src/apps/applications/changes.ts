/** Pinning an app: stored on the device, shown at once, sent when there is a connection. */
import * as z from 'zod/mini'
import { pinsAfter, setPins } from '#contract/apps/applications.ts'
import { queryClient } from '#src/api/query-client.ts'
import { session } from '#src/api/session.ts'
import { withTimeout } from '#src/lib/pause.ts'
import { keepChange } from '#src/offline/keep-change.ts'
import type { QueuedKind } from '#src/offline/kind.ts'
import { launchRows } from '#src/offline/launch-rows.ts'
import { myChanges } from '#src/offline/my-changes.ts'
import { isPendingAndShown, isSettledAfter, type Row } from '#src/offline/row.ts'
import { asOf, type HeldPins, pins } from './queries.ts'

const Pins = z.array(z.number())
/** Longest wait for the rows on disk. After that the rows in memory have to do. */
const PATIENCE_MS = 1_000

const isPin = ({ kind }: Row) => kind === setPins.queues

/**
 * Returns the pins as the person sees them: the server's list plus the changes on this device that it does not show
 * yet. Null: this server keeps no pins. Undefined: not known.
 */
export function pinsWith(held: HeldPins, rows: readonly Row[]): readonly number[] | null | undefined {
  if (held.data === null) return null
  const mine = rows.filter(isPin)
  const accepted = mine.findLast(({ state }) => state === 'acked')
  const answer = isSettledAfter(accepted?.settledAt ?? null, asOf(held)) && z.safeParse(Pins, accepted?.answer).data
  const waiting = mine.filter(isPendingAndShown).flatMap(({ body }) => z.safeParse(setPins.body, body).data ?? [])
  const known = answer || (held.data ?? waiting[0]?.base ?? waiting[0]?.applications)
  return known && waiting.reduce<readonly number[]>(pinsAfter, known)
}

/** Returns the rows on disk: those in memory follow a tap a little later, and at a launch much later. */
async function rowsNow(userId: number): Promise<readonly Row[]> {
  const onDisk = launchRows(userId).catch(() => null)
  return (await withTimeout(PATIENCE_MS, onDisk)) ?? myChanges().rows
}

async function keepNext(userId: number, app: number, isPinned: boolean): Promise<void> {
  const rows = await rowsNow(userId)
  // Another person may be signed in by now: the pins in the cache would be theirs.
  if (session.get()?._id !== userId) return
  const held = queryClient.getQueryState(pins.queryKey)
  const seen = held && pinsWith(held, rows)
  if (!seen) return
  const without = seen.filter((id) => id !== app)
  const withIt = [...without, app]
  // Stored even if nothing seems to change: `seen` may come from a response requested before the last change.
  const [base, applications] = isPinned ? [without, withIt] : [withIt, without]
  const entity = `pins:${userId}`
  const how = await keepChange({
    call: setPins,
    userId,
    entity,
    target: entity,
    params: {},
    // `base` limits the change to this app: pins changed elsewhere meanwhile are neither added nor removed.
    body: { applications, base },
    baseRev: null,
  })
  // Sent without a row on disk that the next tap could build on, so that tap needs the server's present list.
  if (how === 'sent') await queryClient.refetchQueries({ queryKey: pins.queryKey })
}

let lastTap: Promise<void> = Promise.resolve()

/** Pins or unpins an app: safe on this device once the promise resolves. Each tap builds on the one before. */
export function keepPin(app: number, isPinned: boolean): Promise<void> {
  const me = session.get()
  if (!me) return Promise.resolve()
  const kept = lastTap.then(() => keepNext(me._id, app, isPinned))
  lastTap = kept.catch(() => {})
  return kept
}

export const pinsChange: QueuedKind = {
  describe: () => ({ title: 'Pinned apps' }),
  onSettled({ answer, settledAt }) {
    const { queryKey } = pins
    const stored = z.safeParse(Pins, answer)
    const held = queryClient.getQueryState(queryKey)
    if (!stored.success || !isSettledAfter(settledAt, held && asOf(held))) {
      // The answer is older than the cached list. A query under way was sent later, knows the change, and may finish.
      void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: !stored.success })
      return
    }
    // A query sent before the change and answered after it would bring back the old pins.
    void queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(queryKey, stored.data, { updatedAt: settledAt })
    // A list that arrived after the change, or is still to arrive, may be newer.
    if (held?.fetchStatus === 'fetching' || !isSettledAfter(settledAt, held?.dataUpdatedAt))
      void queryClient.invalidateQueries({ queryKey })
  },
}
