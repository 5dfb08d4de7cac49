/** The apps that Home shows: a page of the catalogue or, while the person types, what this device knows as well. */
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect } from 'react'
import type { Application } from '#contract/apps/applications.ts'
import { keepUnlessEmpty } from '#src/api/keep-unless-empty.ts'
import { Problem, Unreachable } from '#src/api/problem.ts'
import { announce } from '#src/lib/announce.ts'
import { compareText } from '#src/lib/compare-text.ts'
import { applications, type HomeSearch } from './queries.ts'
import { useMatches } from './use-matches.ts'

const byName = (a: Application, b: Application) => compareText(a.name, b.name) || a._id - b._id

/** Returns the number of apps in words. `where`: the part that was counted, if not all of them. */
const countOf = (apps: number, where?: string | false) =>
  `${apps} ${apps === 1 ? 'app' : 'apps'}${where ? ` on ${where}` : ''}`

/**
 * Returns the apps for the search in the address and the text in the field.
 * - `page`: the page of the catalogue on screen, perhaps still that of the previous search.
 * - `emptyFor`: who says that there are no apps, the portal or this device, which may know only a part of them; null
 *   while neither does.
 */
export function useHomeApps(search: HomeSearch, text: string) {
  const {
    data: answer,
    error,
    isPlaceholderData,
  } = useQuery({ ...applications.page(search), placeholderData: keepUnlessEmpty(({ applications }) => applications) })
  // Deferred, so that rendering a page of tiles can be interrupted by input.
  const page = useDeferredValue(answer)
  const isCurrent = page !== undefined && page === answer
  const keyword = search.keyword ?? ''
  const typed = text.trim()
  const isTyping = typed !== keyword
  const { matches, asOf, isWhole } = useMatches(typed, isTyping)
  // Matches found while typing stay if the portal cannot be asked, but not if it refuses the search.
  const isRefused = error instanceof Problem && error.status === 400
  const isFoundHere = isTyping || (keyword !== '' && !page && error !== null && !isRefused)
  const shown = (isFoundHere ? matches : (page?.applications ?? [])).toSorted(byName)
  // Whether the result of the search is final. Only then its count is announced to screen readers.
  const isKnown = isFoundHere ? asOf !== null : isCurrent && !isPlaceholderData
  const where = isFoundHere ? !isWhole && 'this device' : page && page.pages > 1 && `page ${page.page} of ${page.pages}`
  // An empty result is not announced here: its visible sentence is a status already.
  const count = typed && isKnown && shown.length > 0 ? countOf(shown.length, where) : ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: announces each search, even with an unchanged count
  useEffect(() => {
    if (!count) return
    announce(count)
    // The announcement no longer describes what is shown.
    return () => announce('')
  }, [count, typed])
  return {
    page,
    isTyping,
    isPending: !page && !error,
    shown,
    isFoundHere,
    emptyFor: isFoundHere ? asOf : isCurrent ? ('portal' as const) : null,
    // What this device finds while the portal cannot be reached is an answer, and no failure.
    error: page || (isFoundHere && isKnown && error instanceof Unreachable) ? null : error,
  }
}
