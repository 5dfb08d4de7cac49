/** What this device knows of the catalogue without asking. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Application } from '#contract/apps/applications.ts'
import { seesApplication } from '#contract/apps/sees-application.ts'
import { useIsOther } from '#src/api/portal-config.ts'
import { callerOf, useMe } from '#src/api/session.ts'
import { applications } from './queries.ts'

const hasApplications = (data: unknown): data is { applications: Application[] } =>
  typeof data === 'object' && data !== null && 'applications' in data

/** As of when this device knows every page of the catalogue, in milliseconds: as the oldest of them. 0: it does not. */
export function knownSince(client: QueryClient): number {
  const held = (page: number) => client.getQueryState(applications.page({ page }).queryKey)
  const pages = held(1)?.data?.pages ?? 0
  return pages === 0 ? 0 : Math.min(...Array.from({ length: pages }, (_, index) => held(index + 1)?.dataUpdatedAt ?? 0))
}

/** Every application that some answer held, once, as the newest of them has it; those that this person may see by now. */
export function useCachedApplications(): Application[] {
  const caller = callerOf(useMe())
  const isOther = useIsOther()
  const client = useQueryClient()
  const since = knownSince(client)
  const answers = client
    .getQueryCache()
    .findAll({ queryKey: applications.key })
    .flatMap(({ queryKey: [, keyword], state: { data, dataUpdatedAt: at } }) =>
      // What an older search found, and no page has, is gone.
      hasApplications(data) && (keyword === '' || at >= since) ? [{ at, found: data.applications }] : [],
    )
    .sort((one, other) => one.at - other.at)
  const newest = new Map(answers.flatMap(({ found }) => found).map((app) => [app._id, app]))
  // Another server may have other rules.
  return [...newest.values()].filter(({ hardId }) => isOther || seesApplication(hardId).allows(caller, {}) === true)
}
