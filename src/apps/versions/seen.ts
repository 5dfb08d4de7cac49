/** The newest release note a person has seen on this device. A newer one shows a dot in the header. */
import { useSyncExternalStore } from 'react'
import { attempt } from '#src/lib/attempt.ts'
import { listeners } from '#src/lib/listeners.ts'

const keyOf = (userId: number) => `portal.seen-version:${userId}`

const { notify, listen } = listeners(() => {
  window.addEventListener('storage', notify)
  return () => window.removeEventListener('storage', notify)
})

/** Without storage, every note counts as unread. */
const lastSeen = (userId: number): number => Number(attempt(() => localStorage.getItem(keyOf(userId)))) || 0

/** Marks a note as seen. Never goes backwards: another tab may have seen a newer note. */
export function markSeen(userId: number, id: number): void {
  if (id <= lastSeen(userId)) return
  attempt(() => localStorage.setItem(keyOf(userId), String(id)))
  notify()
}

export const useLastSeen = (userId: number): number => useSyncExternalStore(listen, () => lastSeen(userId))
