/** The queries of the displays' page; in a file of their own, since hardly anybody opens it. */
import { queryOptions } from '@tanstack/react-query'
import { findAskingScreen, listDisplays, plainCode } from '#contract/apps/displays.ts'
import { send } from '#src/api/call.ts'
import { Problem } from '#src/api/problem.ts'
import { fieldErrors } from '#src/forms/form-errors.ts'

/** Polled while on screen, since the time when each display was last seen is all there is to watch. */
export const displays = queryOptions({
  queryKey: ['onbreak', 'displays'],
  queryFn: ({ signal }) => send(listDisplays, { signal }),
  staleTime: 0,
  refetchInterval: 10_000,
  meta: { persist: true },
})

/**
 * The screen that shows a typed code, once the code is whole. A refusal is final: each request for a wrong code counts,
 * and ten are the limit.
 */
export const askingScreen = (typed: string) => {
  const code = plainCode(typed)
  const isWhole = Object.keys(fieldErrors(findAskingScreen.query, { code })).length === 0
  return queryOptions({
    queryKey: ['onbreak', 'asking-screen', code],
    queryFn: ({ signal }) => send(findAskingScreen, { query: { code }, signal }),
    enabled: ({ state }) => isWhole && !(state.error instanceof Problem),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}
