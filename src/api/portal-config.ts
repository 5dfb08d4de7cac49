/** Name, registration and live socket of this portal. Another server does not know the call: then the spec's rules hold. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getConfig, type PortalConfig } from '#contract/apps/portal.ts'
import { send } from './call.ts'
import { isUnknownCall } from './problem.ts'
import { queryClient } from './query-client.ts'

/** Null on another server, which knows section 7 of the spec and nothing of what is ours (wire.md). */
export const portalConfig = queryOptions({
  queryKey: ['config'],
  queryFn: async ({ signal }): Promise<PortalConfig | null> => {
    try {
      return await send(getConfig, { signal })
    } catch (error) {
      if (isUnknownCall(error)) return null
      throw error
    }
  },
  meta: { persist: true },
  staleTime: 300_000,
})

/** Whether this is another server: what only ours can do is not offered then. As long as nothing is known it is ours. */
export const useIsOther = (): boolean => useQuery(portalConfig).data === null

/** The same where something is about to be done. */
export const isOther = async (): Promise<boolean> =>
  (await queryClient.fetchQuery(portalConfig).catch(() => undefined)) === null
