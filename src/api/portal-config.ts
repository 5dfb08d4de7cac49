/** Name, registration and live socket of this portal. Another server does not know the call: then the spec's rules hold. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getConfig, type PortalConfig } from '#contract/apps/portal.ts'
import { send } from './call.ts'
import { queryClient } from './query-client.ts'
import { unlessUnknown } from './unless-unknown.ts'

const queryKey = ['config']
const known = () => queryClient.getQueryData<PortalConfig | null>(queryKey)

/**
 * Null on another server, which knows section 7 of the spec and nothing of what is ours (wire.md). One that has told it
 * once is ours: while it is started anew a proxy may answer for it that there is no such thing.
 */
export const portalConfig = queryOptions({
  queryKey,
  queryFn: async ({ signal }) => (await unlessUnknown(send(getConfig, { signal }), null)) ?? known() ?? null,
  meta: { persist: true },
  staleTime: 300_000,
})

/** The company's, as far as it is known. */
export const knownTimeZone = (): string | undefined => known()?.timeZone

/** Whether this is another server: what only ours can do is not offered then. As long as nothing is known it is ours. */
export const useIsOther = (): boolean => useQuery(portalConfig).data === null

/** The same outside of what is drawn; undefined as long as nothing is known. */
export function isKnownAsOther(): boolean | undefined {
  const config = known()
  return config === undefined ? config : config === null
}

/** The same where something is about to be done. */
export const isOther = async (): Promise<boolean> =>
  (await queryClient.fetchQuery(portalConfig).catch(() => undefined)) === null
