/** The portal's config: name, registration and live socket. Another server has no such call; then the spec's rules hold. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getConfig, type PortalConfig } from '#contract/apps/portal.ts'
import { send } from './call.ts'
import { CONFIG_KEY, knownConfig } from './known-config.ts'
import { queryClient } from './query-client.ts'
import { unlessUnknown } from './unless-unknown.ts'

/**
 * The config; null on another server, which knows section 7 of the spec but none of our additions (wire.md). A server that
 * has sent it once is ours for good: a proxy may answer 404 in its place while it restarts.
 */
export const portalConfig = queryOptions({
  queryKey: CONFIG_KEY,
  queryFn: async ({ signal }): Promise<PortalConfig | null> =>
    (await unlessUnknown(send(getConfig, { signal }), null)) ?? knownConfig() ?? null,
  meta: { persist: true },
  staleTime: 300_000,
})

/** Returns the company's time zone, if it is known. */
export const knownTimeZone = (): string | undefined => knownConfig()?.timeZone

/** Whether this is another server, where our additions are not offered. False while nothing is known. */
export const useIsOther = (): boolean => useQuery(portalConfig).data === null

/** Whether this is another server, for code that may wait for the config. False if it cannot be fetched. */
export const isOther = async (): Promise<boolean> =>
  (await queryClient.fetchQuery(portalConfig).catch(() => undefined)) === null
