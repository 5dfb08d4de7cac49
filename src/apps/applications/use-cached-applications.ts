/** The part of the catalogue that this device has cached. */
import type { Application } from '#contract/apps/applications.ts'
import { isObject } from '#contract/records.ts'
import { seesApplication } from '#contract/sees-application.ts'
import { useIsOther } from '#src/api/portal-config.ts'
import { queryClient } from '#src/api/query-client.ts'
import { callerOf, useMe } from '#src/api/session.ts'
import { applications } from './queries.ts'

const hasApplications = (data: unknown): data is { applications: Application[] } =>
  isObject(data) && 'applications' in data

/** Returns the time (ms) of the oldest cached page if every page of the catalogue is cached, else 0. */
export function knownSince(): number {
  const held = (page: number) => queryClient.getQueryState(applications.page({ page }).queryKey)
  const pages = held(1)?.data?.pages ?? 0
  return pages === 0 ? 0 : Math.min(...Array.from({ length: pages }, (_, index) => held(index + 1)?.dataUpdatedAt ?? 0))
}

/** Returns every application of the cached responses once, as of the newest, if this person may see it by now. */
export function useCachedApplications(): Application[] {
  const caller = callerOf(useMe())
  const isOther = useIsOther()
  const since = knownSince()
  const answers = queryClient
    .getQueryCache()
    .findAll({ queryKey: applications.key })
    .flatMap(({ queryKey: [, keyword], state: { data, dataUpdatedAt: at } }) =>
      // Skips searches older than the cached pages: an application that they found and no page has is gone.
      hasApplications(data) && (keyword === '' || at >= since) ? [{ at, found: data.applications }] : [],
    )
    .sort((one, other) => one.at - other.at)
  const newest = new Map(answers.flatMap(({ found }) => found).map((app) => [app._id, app]))
  // Another server may have other rules, so all it returned is shown.
  return [...newest.values()].filter(({ hardId }) => isOther || seesApplication(hardId).allows(caller, {}) === true)
}
