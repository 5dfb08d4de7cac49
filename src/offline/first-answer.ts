/** What a route waits for before its screen is drawn. */
import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query'
import { queryClient } from '#src/api/query-client.ts'
import { withTimeout } from '#src/lib/pause.ts'
import { deviceRead } from './device.ts'

/** A disk that has not answered within this time is not waited for any longer. */
const SILENT_MS = 300
/** An answer that takes longer does not keep the screen's frame and title back. */
const SLOW_MS = 500

/**
 * Fetches what a screen shows. Resolves once there is something to draw, from this device or from the first answer, so
 * that the screen is drawn once, or after half a second without either. Never throws: the screen reports errors.
 */
export async function firstAnswer<T, E, D, K extends QueryKey>(query: FetchQueryOptions<T, E, D, K>): Promise<void> {
  await withTimeout(SILENT_MS, deviceRead())
  const fetching = queryClient.prefetchQuery(query)
  if (queryClient.getQueryData(query.queryKey) === undefined) await withTimeout(SLOW_MS, fetching)
}
