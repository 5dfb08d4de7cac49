/** The last snapshot of a display, stored on the device for a start while the portal cannot be reached. */
import * as z from 'zod/mini'
import { LiveMessage } from '#contract/live.ts'
import { attempt } from '#src/lib/attempt.ts'
import { serverNow } from '#src/lib/server-clock.ts'
import { DAY_MS } from '#src/lib/spans.ts'
import { usePeriodicSave } from './use-periodic-save.ts'
import type { WallBoard } from './use-wall-board.ts'

const KEY = 'portal.wall'

const Snapshot = z.object({
  of: z.string(),
  heardAt: z.number(),
  people: z.array(LiveMessage),
})
type Snapshot = z.infer<typeof Snapshot>

/** Nobody needs an older snapshot, and a screen that was moved may belong to anybody. */
const LONGEST_MS = 7 * DAY_MS

/** Removes the message, which a wall never shows. */
const withoutWords = (person: LiveMessage): LiveMessage => ({ ...person, customMessage: '' })

/** Returns a part of the token that tells displays apart, but gives no access. */
const markOf = (token: string) => token.slice(-8)

function read(): Snapshot | null {
  const result = z.safeParse(
    Snapshot,
    attempt(() => JSON.parse(localStorage.getItem(KEY) ?? 'null')),
  )
  return result.success ? result.data : null
}

/** Deletes the snapshot, once the display is no longer approved. */
export const deleteSnapshot = (): void => void attempt(() => localStorage.removeItem(KEY))

/** Returns this display's last snapshot; null if there is none, or it is too old or another display's. */
export function storedSnapshot(token: string): WallBoard | null {
  const snapshot = read()
  if (snapshot && serverNow() - snapshot.heardAt > LONGEST_MS) {
    deleteSnapshot()
    return null
  }
  return snapshot?.of === markOf(token)
    ? { people: snapshot.people, heardAt: snapshot.heardAt, changedAt: 0, isKept: true }
    : null
}

/** Stores what this display shows. */
export const useStoredSnapshot = (token: string, board: WallBoard): void =>
  usePeriodicSave(board, ({ people, heardAt }) => {
    const snapshot = { of: markOf(token), heardAt, people: (people ?? []).map(withoutWords) } satisfies Snapshot
    // The storage is full: no snapshot is better than an outdated one.
    if (attempt(() => localStorage.setItem(KEY, JSON.stringify(snapshot))) === null) deleteSnapshot()
  })
