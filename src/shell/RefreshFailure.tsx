/**
 * Says why a screen that shows data could not be brought up to date (spec §8): its panels show an error only where they
 * have nothing to show. While offline the connection chip and the screens say so instead.
 */
import { notifyManager, type QueryState } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { isUnknownCall, Problem } from '#src/api/problem.ts'
import { queryClient } from '#src/api/query-client.ts'
import { timeWithDay } from '#src/lib/time-with-day.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import card from '#src/ui/Card.module.css'

/**
 * Whether the portal refused to bring held data up to date: a gateway in its place counts as no connection, and another
 * server lacks some calls.
 */
const isFailed = ({ data, error }: QueryState): boolean =>
  data !== undefined && error instanceof Problem && !error.isOfGateway && !isUnknownCall(error)

const cache = queryClient.getQueryCache()
const subscribe = (onChange: () => void) => cache.subscribe(notifyManager.batchCalls(onChange))

/** Returns the state of a query of this screen whose last refresh was refused, if there is one. */
const failedRefresh = (): QueryState | undefined =>
  cache.getAll().find((query) => isFailed(query.state) && query.isActive())?.state

export function RefreshFailure() {
  const failed = useSyncExternalStore(subscribe, failedRefresh)
  if (!failed) return null
  return (
    <div className={card.above}>
      <ErrorAlert error={failed.error} />
      <p className="quiet">
        Some of what you see is as of {timeWithDay(new Date(failed.dataUpdatedAt).toISOString())}.
      </p>
    </div>
  )
}
