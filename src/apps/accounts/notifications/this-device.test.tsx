/** What the portal is told when this browser had a push subscription before. */
import { HttpResponse, http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { subscribe, unsubscribe } from '#contract/apps/notifications.ts'
import { UNREPORTED_CACHE } from '#src/lib/push-words.ts'
import { network, withPortal } from '#tests/page.tsx'
import { remove, turnOn } from './this-device.ts'

withPortal()

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

test('replaces an existing subscription, which the push service may no longer know', async () => {
  let made = 0
  let held: object | null = null
  const unsubscribe = async () => {
    held = null
    return true
  }
  const pushManager = {
    getSubscription: async () => held,
    // As in browsers (Push API, `subscribe`): an existing subscription is returned again.
    subscribe: async () => {
      const endpoint = `https://push.example/${held ? made : ++made}`
      held = { toJSON: () => ({ endpoint, keys: {} }), unsubscribe }
      return held
    },
  }
  vi.stubGlobal('Notification', { requestPermission: async () => 'granted' })
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { ready: Promise.resolve({ pushManager }) },
  })
  const told: unknown[] = []
  network.use(
    http.post(`*${subscribe.path}`, async ({ request }) => {
      told.push(((await request.json()) as { endpoint: string }).endpoint)
      const device = { _id: told.length, name: 'x', createdAt: '2026-03-05T12:00:00.000Z', lastSentAt: null }
      return HttpResponse.json({ ...device, isThis: true, isSignedOut: false }, { status: 201 })
    }),
  )
  await turnOn('AAAA')
  // The push service told the portal that there is no such device; the person turns notifications on again, as advised.
  await turnOn('AAAA')
  expect(told).toEqual(['https://push.example/1', 'https://push.example/2'])
})

test('gives up on a push service that never answers', async () => {
  vi.useFakeTimers()
  let come = (_: unknown) => {}
  const subscribe = () =>
    new Promise((resolve) => {
      come = resolve
    })
  const pushManager = { getSubscription: async () => null, subscribe }
  vi.stubGlobal('Notification', { requestPermission: async () => 'granted' })
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { ready: Promise.resolve({ pushManager }) },
  })
  const turned = expect(turnOn('AAAA')).rejects.toThrow(/notification service could not be reached/)
  await vi.advanceTimersByTimeAsync(30_000)
  await turned
  // A subscription that arrives late would claim that notifications are on, though the portal does not know it.
  const unsubscribe = vi.fn(async () => true)
  come({ unsubscribe })
  await vi.advanceTimersByTimeAsync(0)
  expect(unsubscribe).toHaveBeenCalledOnce()
})

test('forgets an unreported change of the subscription when notifications are turned off', async () => {
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission: 'granted' })
  const kept = new Set([UNREPORTED_CACHE])
  vi.stubGlobal('caches', { delete: async (name: string) => kept.delete(name) })
  const registration = { pushManager: { getSubscription: async () => null } }
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => registration },
  })
  network.use(http.delete(`*${unsubscribe.path}`, () => new HttpResponse(null, { status: 204 })))
  await remove({ _id: 2, isThis: false })
  expect([...kept]).toEqual([UNREPORTED_CACHE])
  await remove({ _id: 1, isThis: true })
  expect([...kept]).toEqual([])
})
