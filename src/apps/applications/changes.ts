/** Pinning an app: kept on the device, shown at once, sent when there is a line. */
import * as z from 'zod/mini'
import { setPins } from '#contract/apps/applications.ts'
import { callId } from '#contract/call.ts'
import { queryClient } from '#src/api/query-client.ts'
import { session } from '#src/api/session.ts'
import type { QueuedKind } from '#src/offline/kind.ts'
import { keepChange } from '#src/offline/my-changes.ts'
import type { Row } from '#src/offline/row.ts'
import { pins } from './queries.ts'

const Pins = z.array(z.number())

/** What a person sees as pinned: the last that they said on this device and the portal has not confirmed, else its word. */
export function pinsWith(held: readonly number[], rows: readonly Row[]): readonly number[] {
  const last = rows.findLast(({ kind, state }) => kind === setPins.queues && state === 'pending')
  const wanted = z.safeParse(setPins.body, last?.body)
  return wanted.success ? wanted.data.applications : held
}

/** These apps and no others, in this order; safe on this device once the promise settles. */
export async function keepPins(applications: readonly number[]): Promise<void> {
  const me = session.get()
  if (!me) return
  const entity = `pins:${me._id}`
  await keepChange(setPins, {
    userId: me._id,
    entity,
    target: entity,
    kind: setPins.queues,
    call: callId(setPins),
    params: {},
    body: { applications: [...applications] },
    baseRev: null,
    // Each says all of it, so the last word is enough.
    merges: 'pins',
  })
}

export const pinsChange: QueuedKind = {
  words: () => ({ title: 'Pinned apps' }),
  settled({ answer }) {
    const stored = z.safeParse(Pins, answer)
    if (stored.success) queryClient.setQueryData(pins.queryKey, stored.data)
    else void queryClient.invalidateQueries({ queryKey: pins.queryKey })
  },
}
