/**
 * Restricts the addresses to which notifications are sent. They come from browsers, so from anybody who is signed in,
 * and must not lead the server to anything outside the public internet.
 */
import { createECDH } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { badRequest } from '../../http/problem.ts'

/** Names for private networks only (RFC 6761, 6762, 8375; ICANN's .internal). */
const PRIVATE_NAMES = /(?:^|\.)(?:localhost|local|internal|lan|home\.arpa)\.?$/i
const NOT_HERE = 'Notifications cannot be sent to this address.'

const notPublic = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  notPublic.addSubnet(net, bits, 'ipv4')
// Exceptions from the allocated ranges below: special protocols, documentation examples, and stand-ins for IPv4
// addresses.
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublic.addSubnet(net, bits, 'ipv6')

/** All allocated IPv6 addresses (IANA's registry of global unicast addresses), and IPv4-mapped ones. */
const public6 = new BlockList()
public6.addSubnet('2000::', 3, 'ipv6')
public6.addSubnet('::ffff:0:0', 96, 'ipv6')

/** Whether an address is on the public internet. */
export function isPublic(address: string): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  return (family === 'ipv4' || public6.check(address, family)) && !notPublic.check(address, family)
}

const isName = (host: string) =>
  isIP(host.replace(/^\[|\]$/g, '')) === 0 && host.includes('.') && !PRIVATE_NAMES.test(host)

/** Throws 400 for an endpoint to which nothing may be sent. */
export function refuseAddress(endpoint: string, anywhere: boolean): void {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null
  const isOne =
    url !== null &&
    (anywhere || (url.protocol === 'https:' && url.port === '' && isName(url.hostname))) &&
    url.username === '' &&
    url.password === ''
  if (!isOne) throw badRequest(NOT_HERE, 'endpoint')
}

/** Throws 400 for a key that is no point on the curve: nothing could be encrypted for it. */
export function refuseKey(p256dh: string): void {
  try {
    const curve = createECDH('prime256v1')
    curve.generateKeys()
    curve.computeSecret(Buffer.from(p256dh, 'base64url'))
  } catch {
    throw badRequest('This is not a public key.', 'keys')
  }
}

async function addressesOf(host: string, names: Resolver): Promise<{ address: string; family: number }[]> {
  const family = isIP(host)
  if (family !== 0) return [{ address: host, family }]
  if (!isName(host)) return []
  const found = await Promise.allSettled([names.resolve4(host), names.resolve6(host)])
  return found.flatMap((each, index) =>
    each.status === 'fulfilled' ? each.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
  )
}

/**
 * Returns a lookup that yields public addresses only. Checked at each connection, as a name may resolve differently
 * each time.
 */
export const lookUpBy =
  (names: Resolver): LookupFunction =>
  (host, options, done) => {
    addressesOf(host, names).then((found) => {
      const open = found.filter(({ address }) => isPublic(address))
      const [first] = open
      if (!first) return done(new Error('No public address.'), '')
      if (options.all) return done(null, open)
      done(null, first.address, first.family)
    })
  }

/**
 * Asks the name servers directly: the system's own lookup (`dns.lookup`) occupies one of a few threads, and two names
 * that nobody answers for would hold up everything that the server does in threads.
 */
export const lookUpPublic = lookUpBy(new Resolver({ timeout: 2_500, tries: 2 }))
