/** The home page's query params (spec §2 Home): `keyword` and `page`; what makes no sense is left out. */
import type { HomeSearch } from './queries.ts'

export function homeSearch(search: Record<string, unknown>): HomeSearch {
  const keyword = typeof search.keyword === 'string' ? search.keyword.trim() : undefined
  const page = Number(search.page)
  const hasPage = Number.isSafeInteger(page) && page > 0
  return {
    // The links to the pages name it also where nothing is searched for (wire.md §4).
    ...(keyword || (keyword === '' && hasPage) ? { keyword } : {}),
    ...(hasPage ? { page } : {}),
  }
}
