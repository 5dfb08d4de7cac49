/** Name, registration and live socket of this portal. Another server does not know the call: then the spec's rules hold. */
import { queryOptions } from '@tanstack/react-query'
import { getConfig } from '#contract/apps/portal.ts'
import { send } from './call.ts'

export const portalConfig = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => send(getConfig, { signal }),
  meta: { persist: true },
  staleTime: 300_000,
})
