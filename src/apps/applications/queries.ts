/** What the screens read of the catalogue; nobody else spells these keys. */
import { queryOptions } from '@tanstack/react-query'
import { getApplication, listApplications, listPins } from '#contract/apps/applications.ts'
import { send } from '#src/api/call.ts'
import { forForm } from '#src/api/for-form.ts'
import { freshFor } from '#src/api/query-client.ts'
import { session } from '#src/api/session.ts'
import { unlessUnknown } from '#src/api/unless-unknown.ts'
import { compareText } from '#src/lib/compare-text.ts'

export interface HomeSearch {
  readonly keyword?: string
  readonly page?: number
}

const key = ['applications'] as const

/** From the route's asking to the screen's: one question. */
const VISIT_MS = 2_000

export const applications = {
  key, // everything below it
  page: ({ keyword = '', page = 1 }: HomeSearch = {}) =>
    queryOptions({
      queryKey: [...key, keyword, page],
      queryFn: ({ signal }) => send(listApplications, { query: { keyword, page }, signal }),
      // Asked for anew at each visit, a reload included: what the device kept of the last one is shown meanwhile.
      staleTime: freshFor(VISIT_MS),
      // The first page without a keyword is what the launch shows.
      meta: { persist: true, ...(keyword === '' && page === 1 ? { boot: true as const } : {}) },
    }),
  /** For admins: with the token, without which a draft is nobody's to see. Never kept on the device. */
  one: (id: number) =>
    queryOptions({
      // Not below `key`, where a search for “one” is.
      queryKey: ['application', id],
      queryFn: ({ signal }) =>
        send(getApplication, {
          params: { id },
          headers: { Authorization: `Bearer ${session.get()?.token ?? ''}` },
          signal,
        }),
      ...forForm,
    }),
  /** Every category there is, for the one who writes another. */
  categories: queryOptions({
    queryKey: [...key, 'categories'],
    queryFn: async ({ signal }) => {
      const found = new Set<string>()
      for (let page = 1, pages = 1; page <= pages; page++) {
        const answer = await send(listApplications, { query: { page }, signal })
        pages = answer.pages
        for (const { category } of answer.applications) if (category) found.add(category)
      }
      return [...found].sort(compareText)
    },
  }),
}

const askedAt = new WeakMap<readonly number[], number>()

/** Ids of the apps that stand above the others; null on a server that keeps no pins. */
export const pins = queryOptions({
  queryKey: ['pins'],
  queryFn: async ({ signal }) => {
    const asked = Date.now()
    const answer = await unlessUnknown(send(listPins, { signal }), null)
    if (answer) askedAt.set(answer, asked)
    return answer
  },
  // The same ids once more are of a later time.
  structuralSharing: false,
  meta: { persist: true, boot: true },
})

/** The server's word as this device holds it; no `data`: not known yet. */
export interface HeldPins {
  readonly data: readonly number[] | null | undefined
  readonly dataUpdatedAt: number
}

/** As of when that is: of what was changed after it was asked for an answer does not know. */
export const asOf = ({ data, dataUpdatedAt }: HeldPins): number => (data && askedAt.get(data)) ?? dataUpdatedAt
