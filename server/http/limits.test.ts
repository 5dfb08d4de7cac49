import { fastify, type InjectOptions } from 'fastify'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import * as accounts from '#contract/apps/accounts.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'
import { limitRates } from './limits.ts'
import { createSession } from './sessions.ts'

let portal: Portal
let ann: TestUser
beforeEach(async () => {
  portal = await openPortal()
  ann = await portal.addUser({ name: 'Ann', isAdmin: true })
})
afterEach(() => portal.close())

const as = (token: string) => ({ authorization: `Bearer ${token}` })
const ask = (options: InjectOptions) =>
  portal.app.inject({ ...options, headers: { ...as(ann.token), ...options.headers } })

describe('the general rate limit', () => {
  const times = async (count: number, options: InjectOptions) => {
    const counts: Record<number, number> = {}
    for (let call = 0; call < count; call++) {
      const { statusCode } = await portal.app.inject(options)
      counts[statusCode] = (counts[statusCode] ?? 0) + 1
    }
    return counts
  }

  test('is 1,200 calls a minute per session, and does not affect other sessions', async () => {
    // Freezes the clock, so that the calls are within one window however long they take.
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    expect(await times(1_200, { url: '/api/config/', headers: as(ann.token) })).toEqual({ 200: 1_200 })
    const over = await ask({ url: '/api/users/profile/' })
    expect(over.statusCode).toBe(429)
    expect(Number(over.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(over.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect(over.json().detail).toContain('Too many requests')
    const eve = await portal.addUser()
    const herOther = await createSession(portal.deps.db, ann.id, portal.deps.clock())
    for (const token of [eve.token, herOther])
      expect((await portal.call(accounts.getProfile, { as: token })).status).toBe(200)
    expect((await portal.app.inject({ url: '/api/config/' })).statusCode).toBe(200)
  })

  test('is reset after a minute, even if the computer’s clock was set back', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    try {
      const options = { url: '/api/config/' }
      expect(await times(600, options)).toEqual({ 200: 600 })
      vi.setSystemTime(Date.now() - 3_600_000)
      const over = await portal.app.inject(options)
      expect(over.statusCode).toBe(429)
      expect(Number(over.headers['retry-after'])).toBeLessThanOrEqual(60)
      vi.advanceTimersByTime(60_000)
      expect((await portal.app.inject(options)).statusCode).toBe(200)
    } finally {
      vi.useRealTimers()
    }
  })

  test.each([
    ['open calls', { url: '/api/config/' }, 200],
    ['refused calls', { url: '/api/users/profile/' }, 401],
    ['guessed tokens', { url: '/api/users/profile/', headers: as('guess') }, 401],
    ['what is no call', { url: '/api/nothing/' }, 404],
    ['a percent-encoded path', { url: '/%61pi/config/' }, 200],
  ])('is 600 calls a minute per address without a session, for %s', async (_, options, status) => {
    expect(await times(601, options)).toEqual({ [status]: 600, 429: 1 })
    const elsewhere = await portal.app.inject({ ...options, remoteAddress: '10.1.2.3' })
    expect(elsewhere.statusCode).toBe(status)
    expect((await ask({ url: '/api/users/profile/' })).statusCode).toBe(200)
    for (const url of ['/api/health', '/api/health/'])
      expect((await portal.app.inject({ url })).statusCode, url).toBe(200)
  })

  test('is not lifted by calls from thousands of other addresses, as long as the limited one keeps calling', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    // Without the rest of the portal: thousands of its answers would take many seconds.
    const app = fastify()
    await limitRates(app)
    const from = async (remoteAddress: string) => (await app.inject({ url: '/api/nothing/', remoteAddress })).statusCode
    const others = (at: number) => from(`10.1.${Math.trunc(at / 256)}.${at % 256}`)
    for (let call = 0; call < 600; call++) expect(await from('10.9.8.7')).toBe(404)
    expect(await from('10.9.8.7')).toBe(429)
    for (let at = 0; at < 4_999; at++) await others(at)
    expect(await from('10.9.8.7')).toBe(429)
    expect(await others(4_999)).toBe(404)
    expect(await from('10.9.8.7')).toBe(429)
    await app.close()
  })

  test('counts an IPv6 /64 network as one address, and IPv4-mapped addresses as IPv4', async () => {
    const from = async (remoteAddress: string) =>
      (await portal.app.inject({ url: '/api/config/', remoteAddress })).statusCode
    for (let call = 0; call < 600; call++) expect(await from(`2001:db8:1:2::${call.toString(16)}`)).toBe(200)
    expect(await from('2001:db8:1:2:ffff::')).toBe(429)
    expect(await from('2001:db8:1:3::1')).toBe(200)
    for (let call = 0; call < 600; call++) expect(await from(call % 2 ? '::ffff:10.9.8.7' : '10.9.8.7')).toBe(200)
    expect([await from('::ffff:10.9.8.7'), await from('10.9.8.7')]).toEqual([429, 429])
    expect(await from('::ffff:10.9.8.6')).toBe(200)
  })
})
