/** Whom an address stands for where calls are counted by it. Pure. */
import { isIP } from 'node:net'

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): string[] {
  // As URLs spell it: lower case, short, and without dots.
  const { hostname } = new URL(`http://[${address}]`)
  const [head = '', tail] = hostname.slice(1, -1).split('::')
  const [left, right] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean)) as [string[], string[]]
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
}

/** Some proxies write the port into `X-Forwarded-For` too: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const withoutPort = (address: string) => /^\[(.+)\](?::\d+)?$|^([^:]+):\d+$/.exec(address)?.slice(1).join('') ?? address

/**
 * One customer, one site: of IPv6 that is a /64, in which anybody has more addresses than can be counted. IPv4 in the
 * clothes of IPv6 (`::ffff:10.1.2.3`), as a socket for both tells it, is IPv4. All that is no address counts as one.
 */
export function networkOf(address: string): string {
  const [bare = ''] = withoutPort(address).split('%')
  const version = isIP(bare)
  if (version !== 6) return version === 4 ? bare : 'unknown'
  const groups = groupsOf(bare)
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return `${groups.slice(0, 4).join(':')}::/64`
  return groups
    .slice(6)
    .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
    .join('.')
}
