/** What the screens read of the catalogue; nobody else spells these keys. */
import { queryOptions } from '@tanstack/react-query'
import { listApplications } from '#contract/apps/applications.ts'
import { send } from '#src/api/call.ts'

export interface HomeSearch {
  readonly keyword?: string
  readonly page?: number
}

const key = ['applications'] as const

export const applications = {
  key, // everything below it
  page: ({ keyword = '', page = 1 }: HomeSearch = {}) =>
    queryOptions({
      queryKey: [...key, keyword, page],
      queryFn: ({ signal }) => send(listApplications, { query: { keyword, page }, signal }),
      // The first page without a keyword is what the launch shows.
      meta: { persist: true, ...(keyword === '' && page === 1 ? { boot: true as const } : {}) },
    }),
}
