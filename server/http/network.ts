/** Maps an address to the network that its requests are counted under. Pure. */
import { isIP } from 'node:net'

/** Returns the eight groups of an IPv6 address. */
function groupsOf(address: string): string[] {
  // URL normalises the address: lower case, shortest form, no dotted part.
  const { hostname } = new URL(`http://[${address}]`)
  const [head = '', tail] = hostname.slice(1, -1).split('::')
  const [left, right] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean)) as [string[], string[]]
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
}

/** Strips the port that some proxies write into `X-Forwarded-For`: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const withoutPort = (address: string) => /^\[(.+)\](?::\d+)?$|^([^:]+):\d+$/.exec(address)?.slice(1).join('') ?? address

/** Returns an address without port and zone, an IPv4-mapped IPv6 one as IPv4; '' for what is no address. */
export function plainAddress(address: string): string {
  const [bare = ''] = withoutPort(address).split('%')
  if (isIP(bare) !== 6) return isIP(bare) === 4 ? bare : ''
  const groups = groupsOf(bare)
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return bare.toLowerCase()
  return groups
    .slice(6)
    .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
    .join('.')
}

/**
 * Returns the network that stands for one customer or site: the /64 of an IPv6 address, within which one client has more
 * addresses than can be counted, or an IPv4 address itself. An IPv4-mapped IPv6 address (`::ffff:10.1.2.3`), as a
 * dual-stack socket reports it, counts as IPv4. Everything that is no address counts as one network.
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address)
  if (isIP(plain) === 6) return `${groupsOf(plain).slice(0, 4).join(':')}::/64`
  return plain || 'unknown'
}
