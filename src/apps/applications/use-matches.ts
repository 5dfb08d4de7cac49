/** What matches the text that is being typed. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Application } from '#contract/apps/applications.ts'
import { applications } from './queries.ts'
import { knownSince, useCachedApplications } from './use-cached-applications.ts'

const containing = (keyword: string) => {
  const wanted = keyword.toLowerCase()
  return ({ name }: Application) => name.toLowerCase().includes(wanted)
}

/** For so long what the pages do not have is not in the catalogue. */
const BELIEVED_MS = 30_000

/**
 * Of what this device knows; where that is nothing, and more may be in the catalogue, of what the portal finds.
 * `none`: who says that there is nothing else; null while the portal is asked.
 */
export function useMatches(keyword: string, isTyping: boolean) {
  const hasAll = Math.abs(Date.now() - knownSince(useQueryClient())) < BELIEVED_MS
  const known = useCachedApplications().filter(containing(keyword))
  const { data, isFetching } = useQuery({
    ...applications.page({ keyword }),
    enabled: isTyping && known.length === 0 && !hasAll,
  })
  const none: 'portal' | 'device' | null = hasAll || data ? 'portal' : isFetching ? null : 'device'
  return { matches: known.length > 0 ? known : (data?.applications ?? []), none }
}
