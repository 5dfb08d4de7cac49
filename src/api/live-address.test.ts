import { expect, test } from 'vitest'
import { liveAddress } from './live-address.ts'
import { reconnectOptions } from './live-waits.ts'

const page = (href: string) => new URL(href)

test.each([
  ['http://portal.example.com/app', undefined, 'ws://portal.example.com:8001/?ticket=t'],
  ['https://portal.example.com/', undefined, 'wss://portal.example.com:8001/?ticket=t'],
  ['http://localhost:8000/', undefined, 'ws://localhost:8000/?ticket=t'],
  ['http://127.0.0.1:8000/', undefined, 'ws://127.0.0.1:8000/?ticket=t'],
  ['http://[::1]:8000/', undefined, 'ws://[::1]:8000/?ticket=t'],
  ['http://localhost:9000/', { livePort: 9000 }, 'ws://localhost:9000/?ticket=t'],
  ['https://portal.example.com/', { livePort: 443 }, 'wss://portal.example.com/?ticket=t'],
  ['https://portal.example.com/', { liveUrl: 'wss://live.example.com/x' }, 'wss://live.example.com/x?ticket=t'],
])('from %s with %o: %s', (href, config, address) => expect(liveAddress(page(href), config, 't')).toBe(address))

test('leaves the ticket out for another server, which gives none', () =>
  expect(liveAddress(page('http://portal.example.com/'), undefined, null)).toBe('ws://portal.example.com:8001/'))

test('reconnects by the numbers of the spec, with a random delay for each page', () => {
  expect(reconnectOptions(0)).toMatchObject({
    connectionTimeout: 4_000,
    minReconnectionDelay: 1_000,
    maxReconnectionDelay: 10_000,
    reconnectionDelayGrowFactor: 1.3,
    minUptime: 5_000,
    maxEnqueuedMessages: 0,
  })
  expect(reconnectOptions(0.5).minReconnectionDelay).toBe(1_500)
})
