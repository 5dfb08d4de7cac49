/** The home page's search params (spec §2 Home): `keyword` and `page`. Invalid values are left out. */
import { positive, someText, withoutUndefined } from '#src/lib/search-params.ts'
import type { HomeSearch } from './queries.ts'

export function homeSearch(search: Record<string, unknown>): HomeSearch {
  const keyword = typeof search.keyword === 'string' ? search.keyword.trim() : undefined
  const page = positive(search.page)
  // Page links carry the keyword even if it is empty (wire.md §4).
  return withoutUndefined({ keyword: page ? keyword : someText(keyword), page })
}
