/** Notifications that are allowed or blocked beside the address, while the profile stays visible. */
import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, withPortal } from '#tests/page.tsx'

const { portal } = withPortal()

afterEach(() => {
  vi.unstubAllGlobals()
  for (const name of ['serviceWorker', 'permissions']) Reflect.deleteProperty(navigator, name)
})

test('follows a permission that is given or taken beside the address at once', async () => {
  const notification = { permission: 'default', requestPermission: vi.fn() }
  notification.requestPermission.mockImplementation(async () => {
    notification.permission = 'denied'
    return 'denied'
  })
  const status = new EventTarget()
  const registration = { pushManager: { getSubscription: async () => null } }
  const of = (value: unknown) => ({ configurable: true, value })
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('Notification', notification)
  vi.stubGlobal('PushManager', class {})
  Object.defineProperty(navigator, 'permissions', of({ query: async () => status }))
  Object.defineProperty(
    navigator,
    'serviceWorker',
    of({ ready: Promise.resolve(registration), getRegistration: async () => registration, addEventListener() {} }),
  )
  const { user } = await openPage('/profile', { portal: portal(), as: await portal().addUser() })
  await user.click(await screen.findByRole('button', { name: 'Turn on for this device' }))
  expect(await screen.findByText(/blocked in this browser/)).toBeVisible()
  notification.permission = 'granted'
  status.dispatchEvent(new Event('change'))
  expect(await screen.findByRole('button', { name: 'Turn on for this device' })).toBeEnabled()
  // That message described the permission before the change.
  expect(screen.queryByText(/Notifications stay off/)).toBeNull()
  notification.permission = 'denied'
  status.dispatchEvent(new Event('change'))
  expect(await screen.findByText(/blocked in this browser/)).toBeVisible()
})
