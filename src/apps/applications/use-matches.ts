/** The applications that match the text while it is typed. */
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { Application } from '#contract/apps/applications.ts'
import { foldForSearch } from '#contract/folded.ts'
import { applications } from './queries.ts'
import { knownSince, useCachedApplications } from './use-cached-applications.ts'

/**
 * Matches names like the portal's search, which runs on Enter: with the accents as typed, or without those that a
 * keyboard does not have.
 */
const containing = (keyword: string) => {
  const wanted = keyword.toLowerCase()
  const plain = foldForSearch(keyword)
  return ({ name }: Application) =>
    name.toLowerCase().includes(wanted) || (plain !== '' && foldForSearch(name).includes(plain))
}

/** Debounce of the request while matches from this device are shown already. */
const PAUSE_MS = 250

/** For this long the cached pages count as the whole catalogue. */
const BELIEVED_MS = 30_000

/**
 * Returns matches among the applications this device knows; if there are none, those that the portal finds. The portal
 * is asked unless the whole catalogue is cached. `asOf`: who says that there is nothing else; null while the portal is
 * asked. `isWhole`: the matches are all there are.
 */
export function useMatches(keyword: string, isTyping: boolean) {
  const hasAll = Math.abs(Date.now() - knownSince()) < BELIEVED_MS
  const known = useCachedApplications().filter(containing(keyword))
  const [paused] = useDebouncedValue(keyword, PAUSE_MS)
  const isDue = known.length === 0 || paused === keyword
  const { data, isFetching } = useQuery({
    ...applications.page({ keyword }),
    enabled: isTyping && !hasAll && isDue,
  })
  const asOf: 'portal' | 'device' | null = hasAll || data ? 'portal' : isFetching || !isDue ? null : 'device'
  return { matches: known.length > 0 ? known : (data?.applications ?? []), asOf, isWhole: hasAll || data?.pages === 1 }
}
