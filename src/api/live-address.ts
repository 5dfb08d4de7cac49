/** The address of the live socket (spec §7, wire.md “Live socket”). Pure. */
import type { PortalConfig } from '#contract/apps/portal.ts'
import { isLocal } from '#contract/local-host.ts'

/** The spec's rule: port 8001 on the page's host, 8000 on local development. */
const SPEC_PORT = 8001
const SPEC_LOCAL_PORT = 8000

type Page = Pick<Location, 'protocol' | 'hostname'>

/** Returns the socket's address. `config`: undefined for another server, which sends none. `ticket`: null without one. */
export function liveAddress(
  page: Page,
  config: Pick<PortalConfig, 'livePort' | 'liveUrl'> | undefined,
  ticket: string | null,
): string {
  const scheme = page.protocol === 'https:' ? 'wss' : 'ws'
  const port = config?.livePort ?? (isLocal(page.hostname) ? SPEC_LOCAL_PORT : SPEC_PORT)
  const url = new URL(config?.liveUrl ?? `${scheme}://${page.hostname}:${port}/`)
  if (ticket !== null) url.searchParams.set('ticket', ticket)
  return url.href
}
