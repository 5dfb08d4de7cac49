import { useQueryClient } from '@tanstack/react-query'
import type { Application } from '#contract/apps/applications.ts'
import { applications } from './queries.ts'

interface CachedPage {
  readonly applications: Application[]
}

/** Every application that some cached page holds, once. */
export function useCachedApplications(): Application[] {
  const pages = useQueryClient().getQueriesData<CachedPage>({ queryKey: applications.key })
  return [...new Map(pages.flatMap(([, page]) => page?.applications ?? []).map((app) => [app._id, app])).values()]
}
