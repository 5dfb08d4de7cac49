/** Which release note somebody has seen last on this device: a newer one makes a dot in the header. */
import { useSyncExternalStore } from 'react'
import { listeners } from '#src/lib/listeners.ts'

const keyOf = (userId: number) => `portal.seen-version:${userId}`

const { tell, listen } = listeners(() => {
  window.addEventListener('storage', tell)
  return () => window.removeEventListener('storage', tell)
})

function lastSeen(userId: number): number {
  try {
    return Number(localStorage.getItem(keyOf(userId))) || 0
  } catch {
    return 0 // no storage: all is news
  }
}

/** Never backwards: another tab may have seen a newer one. */
export function markSeen(userId: number, id: number): void {
  if (id <= lastSeen(userId)) return
  try {
    localStorage.setItem(keyOf(userId), String(id))
  } catch {
    // no storage: the dot stays
  }
  tell()
}

export const useLastSeen = (userId: number): number => useSyncExternalStore(listen, () => lastSeen(userId))
