import { describe, expect, test } from 'vitest'
import { askedHost, hostName, isOwnOrigin, isTrusted, liveAddress, liveSources } from './live-address.ts'

const config = { port: 8000, livePort: 8001, liveUrl: null, trustProxy: false as const }
const asked = (headers: Record<string, string>, remoteAddress = '10.0.0.9') => ({ headers, remoteAddress })

describe('hostName', () => {
  test.each([
    ['portal.example.com:8000', 'portal.example.com'],
    ['LOCALHOST', 'localhost'],
    ['[::1]:8000', '[::1]'],
    ['example.com.', 'example.com'],
    ['192.168.1.7:80', '192.168.1.7'],
  ])('of %s is %s', (host, name) => expect(hostName(host)).toBe(name))

  test.each(['', 'a b', "x; script-src 'unsafe-inline'", 'host:port', 'a,b', '-x.com'])('of “%s” is null', (host) =>
    expect(hostName(host)).toBeNull(),
  )
})

test('liveAddress is the portal’s own port on loopback hosts, and the live port on others', () => {
  for (const host of ['localhost', '127.0.0.1', '127.8.9.10', '[::1]']) {
    expect(liveAddress(config, host)).toEqual({ livePort: 8000 })
  }
  for (const host of ['portal.example.com', '192.168.1.7', '127.0.0.1.example.com', 'notlocalhost', null])
    expect(liveAddress(config, host), String(host)).toEqual({ livePort: 8001 })
})

test('liveAddress is the portal’s port if no live port is set, and the live URL if one is set', () => {
  expect(liveAddress({ ...config, livePort: null }, 'portal.example.com')).toEqual({ livePort: 8000 })
  expect(liveAddress({ ...config, liveUrl: 'wss://live.example.com/s' }, 'localhost')).toEqual({
    liveUrl: 'wss://live.example.com/s',
  })
})

test('askedHost uses X-Forwarded-Host only from a trusted proxy', () => {
  const request = asked({ host: 'inside:8000', 'x-forwarded-host': 'portal.example.com, other' })
  expect(askedHost(request, false)).toBe('inside')
  expect(askedHost(request, 1)).toBe('portal.example.com')
  expect(askedHost(request, ['10.0.0.0/8'])).toBe('portal.example.com')
  expect(askedHost(request, ['192.168.0.1'])).toBe('inside')
  expect(isTrusted(['10.0.0.9'], '::ffff:10.0.0.9')).toBe(true)
})

test('liveSources names the live socket by the requested host or the live URL', () => {
  expect(liveSources(config, 'portal.example.com')).toContain('wss://portal.example.com:8001')
  expect(liveSources({ ...config, liveUrl: 'https://live.example.com/s?x' }, 'a.b')).toEqual(['wss://live.example.com'])
  expect(liveSources(config, '[::1]')).toEqual(['ws:', 'wss:'])
  expect(liveSources(config, null)).toEqual([])
})

test('isOwnOrigin accepts pages of the same host and requests without an origin, and no others', () => {
  const from = (origin: string) => isOwnOrigin(asked({ host: 'portal.example.com:8001', origin }), config)
  expect(from('https://portal.example.com')).toBe(true)
  expect(from('http://portal.example.com:8000')).toBe(true)
  for (const origin of ['https://evil.example', 'null', 'https://portal.example.com.evil.example', 'nonsense'])
    expect(from(origin), origin).toBe(false)
  expect(isOwnOrigin(asked({ host: 'portal.example.com' }), config)).toBe(true)
  const behind = { ...config, liveUrl: 'wss://live.example.com' }
  expect(isOwnOrigin(asked({ host: 'inside', origin: 'https://live.example.com' }), behind)).toBe(true)
})
