/** What the screen reads of the videos; nobody else spells these keys. */
import { queryOptions } from '@tanstack/react-query'
import { getVideoAddress, listVideos } from '#contract/apps/videos.ts'
import { send } from '#src/api/call.ts'
import { isUnknownCall } from '#src/api/problem.ts'

export const videos = queryOptions({
  queryKey: ['videos'],
  queryFn: async ({ signal }) => {
    try {
      return await send(listVideos, { signal })
    } catch (error) {
      // Another server may have none of this.
      if (isUnknownCall(error)) return []
      throw error
    }
  },
  meta: { persist: true },
})

/** Where the file of a video plays; asked anew each time somebody opens it. */
export const addressOf = (id: number) =>
  queryOptions({
    queryKey: ['video address', id],
    queryFn: ({ signal }) => send(getVideoAddress, { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
