/** What the wall of a signed-in person showed last: their board, as the device keeps it, whichever screen heard it. */
import { useQuery } from '@tanstack/react-query'
import type { LiveMessage } from '#contract/live.ts'
import { queryClient } from '#src/api/query-client.ts'
import { serverNow } from '#src/lib/server-clock.ts'
import { merge } from '../merge.ts'
import { board } from '../queries.ts'
import { useKeeping } from './use-keeping.ts'
import type { WallBoard } from './use-wall-board.ts'
import { freshnessAt } from './wall-time.ts'

/** How far this device's clock is behind the portal's, in milliseconds. */
const behind = () => serverNow() - Date.now()

/** Null where the device keeps none of this person. */
export function ownPicture(): WallBoard | null {
  const kept = queryClient.getQueryState(board.queryKey)
  if (!kept?.data?.length) return null
  const heardAt = kept.dataUpdatedAt + behind()
  // Who comes from the board has heard the portal a moment ago; what an earlier page heard is no news.
  const isNews = kept.dataUpdatedAt >= performance.timeOrigin && freshnessAt(serverNow(), heardAt) === 'fresh'
  return { people: kept.data, heardAt, changedAt: 0, isKept: !isNews }
}

/** Once the person may look no longer: nobody on it, on the device as well. */
export const forgetOwnPicture = (): void => void queryClient.setQueryData(board.queryKey, (held) => held && [])

/** Keeps what this wall shows, for the board and for the next start. */
export function useOwnPicture(shown: WallBoard): void {
  // Held for as long as the wall is open, and kept on the device.
  useQuery({ ...board, enabled: false, notifyOnChangeProps: [] })
  useKeeping(shown, ({ people, heardAt }) => {
    // What an answer or another screen has brought since stays.
    const forward = (held: LiveMessage[] = []) => (people ? merge(held, [...people]) : held)
    queryClient.setQueryData(board.queryKey, forward, { updatedAt: heardAt - behind() })
  })
}
