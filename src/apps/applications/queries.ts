/** Queries of the catalogue. Their keys are written in this file only. */
import { queryOptions } from '@tanstack/react-query'
import { getApplication, listApplications, listPins } from '#contract/apps/applications.ts'
import { send } from '#src/api/call.ts'
import { forForm } from '#src/api/for-form.ts'
import { staleTimeFor } from '#src/api/query-client.ts'
import { session } from '#src/api/session.ts'
import { unlessUnknown } from '#src/api/unless-unknown.ts'
import { compareText } from '#src/lib/compare-text.ts'

export interface HomeSearch {
  readonly keyword?: string
  readonly page?: number
}

const key = ['applications'] as const

/** Within this time the route's loader and the screen share one request. */
const VISIT_MS = 2_000

export const applications = {
  key, // prefix of all keys below
  page: ({ keyword = '', page = 1 }: HomeSearch = {}) =>
    queryOptions({
      queryKey: [...key, keyword, page],
      queryFn: ({ signal }) => send(listApplications, { query: { keyword, page }, signal }),
      // Refetched at each visit, a reload included; the list kept from the last one is shown meanwhile.
      staleTime: staleTimeFor(VISIT_MS),
      // The first page without a keyword is what the launch shows.
      meta: { persist: true, ...(keyword === '' && page === 1 ? { boot: true as const } : {}) },
    }),
  /** For admins: sent with the token, without which a draft is not visible. Never kept on the device. */
  one: (id: number) =>
    queryOptions({
      // Not below `key`, where it would be the key of a search for “one”.
      queryKey: ['application', id],
      queryFn: ({ signal }) =>
        send(getApplication, {
          params: { id },
          headers: { Authorization: `Bearer ${session.get()?.token ?? ''}` },
          signal,
        }),
      ...forForm,
    }),
  /** All existing categories, as suggestions for the form. */
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

/** Ids of the pinned apps, which stand above the others; null on a server that keeps no pins. */
export const pins = queryOptions({
  queryKey: ['pins'],
  queryFn: async ({ signal }) => {
    const sentAt = Date.now()
    const answer = await unlessUnknown(send(listPins, { signal }), null)
    if (answer) askedAt.set(answer, sentAt)
    return answer
  },
  // Each response must stay an array of its own, even with the same ids: `askedAt` is kept by array.
  structuralSharing: false,
  meta: { persist: true, boot: true },
})

/** The server's list as this device holds it; `data` is undefined until it is known. */
export interface HeldPins {
  readonly data: readonly number[] | null | undefined
  readonly dataUpdatedAt: number
}

/** Returns the time of the list: of its request if known, since a response does not include later changes. */
export const asOf = ({ data, dataUpdatedAt }: HeldPins): number => (data && askedAt.get(data)) ?? dataUpdatedAt
