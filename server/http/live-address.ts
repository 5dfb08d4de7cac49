/** Tells the page where the live socket is, for the host name that was requested (wire.md “Live socket”). Pure. */
import { BlockList, isIP } from 'node:net'
import { isLocal } from '#contract/local-host.ts'
import type { Config } from '../config.ts'

/** What decides which host name a request was made to. */
export interface HostContext {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** The address of the peer of the TCP connection. */
  readonly remoteAddress: string | undefined
}

type TrustProxy = Config['trustProxy']

/** Returns the first entry of a comma-separated header, which the outermost proxy wrote. */
function first(value: string | readonly string[] | undefined): string | undefined {
  const text = typeof value === 'string' ? value : value?.[0]
  return text?.split(',')[0]?.trim() || undefined
}

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

const compiled = new WeakMap<readonly string[], BlockList>()

/** Returns the compiled form of a list of addresses, cached because every request needs it. */
function netsOf(list: readonly string[]): BlockList {
  const known = compiled.get(list)
  if (known) return known
  const nets = new BlockList()
  for (const entry of list) {
    const [net = '', bits] = entry.split('/')
    if (isIP(net) === 0) continue
    if (bits === undefined) nets.addAddress(net, family(net))
    else nets.addSubnet(net, Number(bits), family(net))
  }
  compiled.set(list, nets)
  return nets
}

/** Whether the forwarded headers of this peer are trusted (FOYER_TRUST_PROXY). */
export function isTrusted(trustProxy: TrustProxy, remoteAddress: string | undefined): boolean {
  if (trustProxy === false || !remoteAddress) return false
  const address = remoteAddress.replace(/^::ffff:/, '')
  return trustProxy === 1 || netsOf(trustProxy).check(address, family(address))
}

/**
 * Returns the host name without port: `[::1]:8000` → `[::1]`. Null if it is no host name, since it goes into a header of
 * ours.
 */
export function hostName(host: string | undefined): string | null {
  const name = /^(\[[0-9a-f:.]+\]|[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?\.?)(?::\d{1,5})?$/i.exec(host ?? '')?.[1]
  return name?.toLowerCase().replace(/\.$/, '') ?? null
}

/** Returns the host name that the browser requested. */
export function askedHost({ headers, remoteAddress }: HostContext, trustProxy: TrustProxy): string | null {
  const forwarded = isTrusted(trustProxy, remoteAddress) ? first(headers['x-forwarded-host']) : undefined
  return hostName(forwarded ?? first(headers.host))
}

type LiveConfig = Pick<Config, 'port' | 'livePort' | 'liveUrl'>

/** Returns the live address for GET config: the URL if one is configured, else the port. */
export function liveAddress(config: LiveConfig, host: string | null): { liveUrl: string } | { livePort: number } {
  if (config.liveUrl) return { liveUrl: config.liveUrl }
  return { livePort: host !== null && isLocal(host) ? config.port : (config.livePort ?? config.port) }
}

/** Returns the sources that `connect-src` needs besides 'self' for the page to reach its socket. */
export function liveSources(config: LiveConfig, host: string | null): string[] {
  if (config.liveUrl) return URL.canParse(config.liveUrl) ? [new URL(config.liveUrl).origin.replace(/^http/, 'ws')] : []
  if (host === null) return []
  // A source list cannot contain an IPv6 address, so any host is allowed.
  if (host.startsWith('[')) return ['ws:', 'wss:']
  const ports = new Set([config.port, config.livePort ?? config.port])
  return [...ports].flatMap((port) => [`ws://${host}:${port}`, `wss://${host}:${port}`])
}

/**
 * Whether a page of this origin may open a socket here. A client without an Origin is no browser, so there is nothing to
 * protect.
 */
export function isOwnOrigin(context: HostContext, config: LiveConfig & Pick<Config, 'trustProxy'>): boolean {
  const origin = first(context.headers.origin)
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const name = hostName(new URL(origin).host)
  if (name === null) return false
  const liveHost = config.liveUrl && URL.canParse(config.liveUrl) ? hostName(new URL(config.liveUrl).host) : null
  return name === askedHost(context, config.trustProxy) || name === liveHost
}
