/**
 * Where notifications may be sent. The address comes from a browser, that is from anybody who is signed in: it must not
 * lead the server to anything that is not on the public internet.
 */
import { createECDH } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { badRequest } from '../../http/problem.ts'

/** Names that lead nowhere but into a network of one's own (RFC 6761, 6762, 8375; ICANN's .internal). */
const OWN_NAMES = /(?:^|\.)(?:localhost|local|internal|lan|home\.arpa)\.?$/i
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
// Of what is given out at all (below): protocols of their own, examples, and what stands for an address of IPv4.
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublic.addSubnet(net, bits, 'ipv6')

/** All that is given out of IPv6 (IANA's registry of global unicast addresses), and IPv4 in its form. */
const public6 = new BlockList()
public6.addSubnet('2000::', 3, 'ipv6')
public6.addSubnet('::ffff:0:0', 96, 'ipv6')

/** Whether an address is on the public internet. */
export function isPublic(address: string): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  return (family === 'ipv4' || public6.check(address, family)) && !notPublic.check(address, family)
}

const isName = (host: string) => isIP(host.replace(/^\[|\]$/g, '')) === 0 && host.includes('.') && !OWN_NAMES.test(host)

/** 400 where nothing may be sent to. */
export function refuseAddress(endpoint: string, anywhere: boolean): void {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null
  const isOne =
    url !== null &&
    (anywhere || (url.protocol === 'https:' && url.port === '' && isName(url.hostname))) &&
    url.username === '' &&
    url.password === ''
  if (!isOne) throw badRequest(NOT_HERE, 'endpoint')
}

/** 400 where the key is no point on the curve: nothing could be encrypted for it. */
export function refuseKey(p256dh: string): void {
  try {
    const curve = createECDH('prime256v1')
    curve.generateKeys()
    curve.computeSecret(Buffer.from(p256dh, 'base64url'))
  } catch {
    throw badRequest('This is no public key.', 'keys')
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

/** A name may lead to another address each time it is asked: only public ones are dialled. */
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
 * By asking the name servers: the system's own search (`dns.lookup`) waits in one of a few threads, and two names that
 * nobody answers for would hold up all that the server does in threads.
 */
export const lookUpPublic = lookUpBy(new Resolver({ timeout: 2_500, tries: 2 }))
