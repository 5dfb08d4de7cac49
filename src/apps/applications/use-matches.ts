/** What matches the text that is being typed. */
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Application } from '#contract/apps/applications.ts'
import { folded } from '#contract/folded.ts'
import { applications } from './queries.ts'
import { knownSince, useCachedApplications } from './use-cached-applications.ts'

/** As the portal has it, which finds what Enter asks for: with the accents that were typed, or without those that a keyboard does not have. */
const containing = (keyword: string) => {
  const wanted = keyword.toLowerCase()
  const plain = folded(keyword)
  return ({ name }: Application) =>
    name.toLowerCase().includes(wanted) || (plain !== '' && folded(name).includes(plain))
}

/** Not with each key, where something is seen already. */
const PAUSE_MS = 250

/** For so long what the pages do not have is not in the catalogue. */
const BELIEVED_MS = 30_000

/**
 * Of what this device knows; where more may be in the catalogue, soon of what the portal finds too.
 * `asOf`: who says that there is nothing else; null while the portal is asked. `isWhole`: they are all there are.
 */
export function useMatches(keyword: string, isTyping: boolean) {
  const hasAll = Math.abs(Date.now() - knownSince(useQueryClient())) < BELIEVED_MS
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
