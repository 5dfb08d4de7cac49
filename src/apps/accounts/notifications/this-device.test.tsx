/** What is told to the portal where this browser was told of things before. */
import { HttpResponse, http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { subscribe, unsubscribe } from '#contract/apps/notifications.ts'
import { UNTOLD } from '#src/lib/push-words.ts'
import { network, withPortal } from '#tests/page.tsx'
import { remove, turnOn } from './this-device.ts'

withPortal()

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

test('a subscription that the browser still has is given up for a new one: its service may know it no more', async () => {
  let made = 0
  let held: object | null = null
  const unsubscribe = async () => {
    held = null
    return true
  }
  const pushManager = {
    getSubscription: async () => held,
    // As browsers do (Push API, `subscribe`): while there is one it is given again.
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
  // The service answered the portal that there is no such device; the person turns them on again, as they are told to.
  await turnOn('AAAA')
  expect(told).toEqual(['https://push.example/1', 'https://push.example/2'])
})

test('a notification service that never answers is not waited for for ever', async () => {
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
  // One that comes all the same would say that they are on, and the portal knew nothing of it.
  const unsubscribe = vi.fn(async () => true)
  come({ unsubscribe })
  await vi.advanceTimersByTimeAsync(0)
  expect(unsubscribe).toHaveBeenCalledOnce()
})

test('what the portal was not told of a changed subscription turns none on again that is turned off', async () => {
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission: 'granted' })
  const kept = new Set([UNTOLD])
  vi.stubGlobal('caches', { delete: async (name: string) => kept.delete(name) })
  const registration = { pushManager: { getSubscription: async () => null } }
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => registration },
  })
  network.use(http.delete(`*${unsubscribe.path}`, () => new HttpResponse(null, { status: 204 })))
  await remove({ _id: 2, isThis: false })
  expect([...kept]).toEqual([UNTOLD])
  await remove({ _id: 1, isThis: true })
  expect([...kept]).toEqual([])
})
