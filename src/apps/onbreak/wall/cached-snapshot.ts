/**
 * The last snapshot of a signed-in person's wall: their board in the device's cache, whichever screen has received it.
 */
import { useQuery } from '@tanstack/react-query'
import type { LiveMessage } from '#contract/live.ts'
import { queryClient } from '#src/api/query-client.ts'
import { serverNow } from '#src/lib/server-clock.ts'
import { merge } from '../merge.ts'
import { board } from '../queries.ts'
import { usePeriodicSave } from './use-periodic-save.ts'
import type { WallBoard } from './use-wall-board.ts'
import { freshnessAt } from './wall-time.ts'

/** Returns how far this device's clock is behind the portal's, in milliseconds. */
const behind = () => serverNow() - Date.now()

/** Returns the cached board; null if the device has none of this person. */
export function cachedBoardSnapshot(): WallBoard | null {
  const kept = queryClient.getQueryState(board.queryKey)
  if (!kept?.data?.length) return null
  const heardAt = kept.dataUpdatedAt + behind()
  // Coming from the board, the portal was heard a moment ago; a board that an earlier page received is not fresh.
  const isNews = kept.dataUpdatedAt >= performance.timeOrigin && freshnessAt(serverNow(), heardAt) === 'fresh'
  return { people: kept.data, heardAt, changedAt: 0, isKept: !isNews }
}

/** Empties the cached board, also on disk, once the person may no longer see it. */
export const clearCachedBoard = (): void => void queryClient.setQueryData(board.queryKey, (held) => held && [])

/** Stores what this wall shows, for the board and for the next start. */
export function useCachedBoardSnapshot(shown: WallBoard): void {
  // Observed without fetching, so that the query stays in the cache and on the device while the wall is open.
  useQuery({ ...board, enabled: false, notifyOnChangeProps: [] })
  usePeriodicSave(shown, ({ people, heardAt }) => {
    // Keeps newer rows that a response or another screen has brought meanwhile.
    const forward = (held: LiveMessage[] = []) => (people ? merge(held, [...people]) : held)
    queryClient.setQueryData(board.queryKey, forward, { updatedAt: heardAt - behind() })
  })
}
