/** The home page's query params (spec §2 Home): `keyword` and `page`; what makes no sense is left out. */
import type { HomeSearch } from './queries.ts'

export function homeSearch(search: Record<string, unknown>): HomeSearch {
  const keyword = typeof search.keyword === 'string' ? search.keyword.trim() : ''
  const page = Number(search.page)
  return {
    ...(keyword ? { keyword } : {}),
    ...(Number.isSafeInteger(page) && page > 0 ? { page } : {}),
  }
}
