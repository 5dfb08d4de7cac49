/** The home page's query params (spec §2 Home): `keyword` and `page`; what makes no sense is left out. */
import { given, positive, someText } from '#src/lib/search-params.ts'
import type { HomeSearch } from './queries.ts'

export function homeSearch(search: Record<string, unknown>): HomeSearch {
  const keyword = typeof search.keyword === 'string' ? search.keyword.trim() : undefined
  const page = positive(search.page)
  // The links to the pages name it also where nothing is searched for (wire.md §4).
  return given({ keyword: page ? keyword : someText(keyword), page })
}
