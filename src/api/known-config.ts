/** What is known of the server from its config (`portal-config.ts`), without asking for it. */
import type { PortalConfig } from '#contract/apps/portal.ts'
import { queryClient } from './query-client.ts'

export const CONFIG_KEY = ['config'] as const

/** Returns the config that was read last; null of another server, undefined while nothing is known. */
export const knownConfig = () => queryClient.getQueryData<PortalConfig | null>(CONFIG_KEY)

/** Whether this is another server than ours; undefined while nothing is known. */
export function isKnownAsOther(): boolean | undefined {
  const config = knownConfig()
  return config === undefined ? config : config === null
}
