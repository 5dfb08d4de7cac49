import { expect, test } from 'vitest'
import { networkOf, plainAddress } from './network.ts'

test.each([
  ['10.1.2.3', '10.1.2.3'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['::FFFF:a01:203', '10.1.2.3'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001::4:5:6:7:8', '2001:0:0:4::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['10.1.2.3:50123', '10.1.2.3'],
  ['[2001:db8:1:2::1]:443', '2001:db8:1:2::/64'],
  ['[::ffff:10.1.2.3]', '10.1.2.3'],
  ['', 'unknown'],
  ['no address', 'unknown'],
  ['another:1', 'unknown'],
])('networkOf(“%s”) is %s', (address, network) => expect(networkOf(address)).toBe(network))

test.each([
  ['10.1.2.3:50123', '10.1.2.3'],
  ['::FFFF:a01:203', '10.1.2.3'],
  ['[2001:DB8::1]:443', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['another:1', ''],
])('plainAddress(“%s”) is “%s”', (address, plain) => expect(plainAddress(address)).toBe(plain))
