/** Notifications on the profile: requested only by a tap, only kinds that the person may get, or why they cannot be. */
import { createECDH } from 'node:crypto'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { login } from '#contract/apps/accounts.ts'
import { getNotifications, sendTest, setWanted, subscribe } from '#contract/apps/notifications.ts'
import { queryClient } from '#src/api/query-client.ts'
import { append, network, offlineHandler, openPage, withPortal } from '#tests/page.tsx'
import type { TestUser } from '#tests/portal.ts'
import { notifications } from './queries.ts'

const { portal } = withPortal()

const curve = createECDH('prime256v1')
const KEYS = { p256dh: curve.generateKeys().toString('base64url'), auth: 'a-secret-of-16-bytes-A' }

interface BrowserOptions {
  permission?: NotificationPermission
  /** The person's answer when the browser asks. */
  answer?: NotificationPermission
}

let count = 0

/** Mocks a browser that supports push notifications. */
function browser({ permission = 'default', answer = 'granted' }: BrowserOptions = {}) {
  let subscription: object | null = null
  const asked = vi.fn(async () => {
    notification.permission = answer
    return answer
  })
  const notification = { permission, requestPermission: asked }
  const unsubscribe = vi.fn(async () => {
    subscription = null
    return true
  })
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: vi.fn(async () => {
      const endpoint = `https://push.example/${++count}`
      subscription = { toJSON: () => ({ endpoint, keys: KEYS }), unsubscribe }
      return subscription
    }),
  }
  const registration = { pushManager }
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('Notification', notification)
  vi.stubGlobal('PushManager', class {})
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { ready: Promise.resolve(registration), getRegistration: async () => registration, addEventListener() {} },
  })
  return { asked, unsubscribe, notification, subscribe: pushManager.subscribe }
}
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

const section = () => screen.findByRole('region', { name: 'Notifications' })
const button = (name: string) => screen.findByRole('button', { name })
const open = (as: TestUser) => openPage('/profile', { portal: portal(), as })
const stored = async (as: TestUser) => (await portal().call(getNotifications, { as: as.token })).body
const FIREFOX = { endpoint: 'https://push.example/other', keys: KEYS, name: 'Firefox on Android' }
const addFirefox = (as: TestUser) => portal().call(subscribe, { as: as.token, body: FIREFOX })

test('turns on with a tap, sends a test, and turns off with another tap', async () => {
  const { asked, unsubscribe, subscribe: subscribed } = browser()
  const ann = await portal().addUser()
  const { user } = await open(ann)
  const on = await button('Turn on for this device')
  expect(asked).not.toHaveBeenCalled()
  await user.click(on)
  expect(await screen.findByText('On for this device')).toBeVisible()
  expect(await screen.findByText('On for this device.')).toBeVisible()
  expect(await button('Turn off for this device')).toHaveFocus()
  expect(asked).toHaveBeenCalledOnce()
  expect(subscribed).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: expect.any(Uint8Array) })
  expect((await stored(ann)).devices).toMatchObject([{ isThis: true }])
  const list = screen.getByRole('list', { name: 'Your devices' })
  expect(within(list).getByText(/\(this device\)/)).toBeVisible()

  network.use(http.post(`*${sendTest.path}`, () => new HttpResponse(null, { status: 204 })))
  await user.click(await button('Send a test notification'))
  expect(await screen.findByText('Sent. It appears within some seconds.')).toBeVisible()

  await user.click(await button('Turn off for this device'))
  expect(await button('Turn on for this device')).toBeVisible()
  expect(unsubscribe).toHaveBeenCalled()
  expect((await stored(ann)).devices).toEqual([])
})

test('tells a person who refuses, or has refused before, how to allow them', async () => {
  const { notification } = browser({ answer: 'denied' })
  const ann = await portal().addUser()
  const { user } = await open(ann)
  await user.click(await button('Turn on for this device'))
  expect(await screen.findByText(/blocked in this browser/)).toBeVisible()
  expect(screen.queryByRole('button', { name: /Turn on/ })).toBeNull()
  expect((await stored(ann)).devices).toEqual([])
  expect(screen.getByText(/blocked in this browser/).closest('[role="status"]')).not.toBeNull()
  expect(await screen.findByRole('heading', { name: 'Notifications' })).toHaveFocus()
  notification.permission = 'default'
  window.dispatchEvent(new Event('visibilitychange'))
  expect(await button('Turn on for this device')).toBeVisible()
})

test('says that nothing was turned on when the question is closed, and can ask again', async () => {
  browser({ answer: 'default' })
  const { user } = await open(await portal().addUser())
  await user.click(await button('Turn on for this device'))
  expect(await screen.findByText(/Notifications stay off/)).toBeVisible()
  expect(await button('Turn on for this device')).toBeEnabled()
})

test.each([
  ['a browser without', () => vi.stubGlobal('isSecureContext', true), /cannot show notifications/],
  ['an address without TLS', () => vi.stubGlobal('isSecureContext', false), /https:/],
  [
    'an iPhone before the portal is installed',
    () => {
      vi.stubGlobal('isSecureContext', true)
      vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)')
      Object.defineProperty(navigator, 'standalone', { configurable: true, value: false })
    },
    /Add to Home Screen/,
  ],
  [
    'an iPad, which calls itself a Mac,',
    () => {
      vi.stubGlobal('isSecureContext', true)
      vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)')
      vi.spyOn(navigator, 'maxTouchPoints', 'get').mockReturnValue(5)
      Object.defineProperty(navigator, 'standalone', { configurable: true, value: false })
    },
    /Add to Home Screen/,
  ],
])('%s says so', async (_, make, words) => {
  make()
  await open(await portal().addUser())
  expect(await within(await section()).findByText(words)).toBeVisible()
  expect(screen.queryByRole('button', { name: /Turn on/ })).toBeNull()
  vi.restoreAllMocks()
  Reflect.deleteProperty(navigator, 'standalone')
})

test('offers only kinds that the person has a right to, and stores the choice', async () => {
  browser()
  const [plain, all] = [
    await portal().addUser(),
    await portal().addUser({ flags: { access_onbreak: true, access_mood: true, access_etl: true } }),
  ]
  const kinds = () => screen.getAllByRole<HTMLInputElement>('checkbox').map(({ labels }) => labels?.[0]?.textContent)
  const first = await open(plain)
  await screen.findByText('Tell me about')
  expect(kinds()).toEqual(['Tasks of mine'])
  expect(screen.queryByText('ETL failures')).toBeNull()
  first.leave()

  const { user } = await open(all)
  await screen.findByText('Tell me about')
  expect(kinds()).toEqual(['My break ran over its planned length', 'Mood report due', 'Tasks of mine'])
  await user.click(screen.getByRole('checkbox', { name: 'Mood report due' }))
  await user.type(screen.getByRole('combobox', { name: 'ETL failures' }), 'shop{Enter}')
  await user.click(within(await section()).getByRole('button', { name: 'Save Choices' }))
  expect(await screen.findByText('Saved.')).toBeVisible()
  const chosen = { breakOver: false, moodDue: true, tasks: false, etlSources: ['shop'] }
  expect((await stored(all)).wanted).toEqual(chosen)
})

test('does not undo a choice made on another device meanwhile', async () => {
  browser()
  const ann = await portal().addUser({ flags: { access_onbreak: true, access_mood: true } })
  const NONE = { breakOver: false, moodDue: false, tasks: false, etlSources: [] }
  const choose = (wanted: object) => portal().call(setWanted, { as: ann.token, body: { ...NONE, ...wanted } })
  await choose({ moodDue: true })
  const { user } = await open(ann)
  expect(await screen.findByRole('checkbox', { name: 'Mood report due' })).toBeChecked()
  await choose({ moodDue: false })
  await user.click(screen.getByRole('checkbox', { name: 'Tasks of mine' }))
  await user.click(await button('Save Choices'))
  expect(await screen.findByText('Saved.')).toBeVisible()
  expect((await stored(ann)).wanted).toEqual({ ...NONE, tasks: true })
  expect(screen.getByRole('checkbox', { name: 'Mood report due' })).not.toBeChecked()
})

test('saves sources in any order, and keeps one that was added elsewhere meanwhile', async () => {
  browser()
  const ann = await portal().addUser({ flags: { access_etl: true } })
  const { user } = await open(ann)
  await user.type(await screen.findByRole('combobox', { name: 'ETL failures' }), 'shop{Enter}crm{Enter}')
  const save = within(await section()).getByRole('button', { name: 'Save Choices' })
  await user.click(save)
  expect(await screen.findByText('Saved.')).toBeVisible()
  const NONE = { breakOver: false, moodDue: false, tasks: false }
  await portal().call(setWanted, { as: ann.token, body: { ...NONE, etlSources: ['crm', 'shop', 'web'] } })
  await user.click(screen.getByRole('checkbox', { name: 'Tasks of mine' }))
  await user.click(save)
  expect(await screen.findByText('Saved.')).toBeVisible()
  expect((await stored(ann)).wanted).toMatchObject({ tasks: true, etlSources: ['crm', 'shop', 'web'] })
  await user.click(screen.getByRole('link', { name: 'Foyer' }))
  expect(await screen.findByRole('heading', { name: 'Our Apps' })).toBeVisible()
})

test('keeps unsaved choices unsaved when another device changes something', async () => {
  browser()
  const ann = await portal().addUser({ flags: { access_onbreak: true, access_mood: true } })
  const { user } = await open(ann)
  await user.click(await screen.findByRole('checkbox', { name: 'Tasks of mine' }))
  const body = { breakOver: false, moodDue: true, tasks: false, etlSources: [] }
  await portal().call(setWanted, { as: ann.token, body })
  await queryClient.refetchQueries({ queryKey: notifications.queryKey })
  await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Mood report due' })).toBeChecked())
  await user.click(screen.getByRole('link', { name: 'Foyer' }))
  expect(await screen.findByRole('dialog', { name: 'Unsaved changes' })).toBeVisible()
})

test('asks only once about unsaved choices and an unsaved name', async () => {
  const ann = await portal().addUser({ flags: { access_mood: true } })
  const { user, address } = await open(ann)
  await user.click(await screen.findByRole('checkbox', { name: 'Mood report due' }))
  await append(user, screen.getByLabelText('Name'), ' the Second')
  await user.click(screen.getByRole('link', { name: 'Foyer' }))
  const question = within(await screen.findByRole('dialog', { name: 'Unsaved changes' }))
  await user.click(question.getByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(address()).toBe('/'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('removes another device after a confirmation', async () => {
  browser()
  const ann = await portal().addUser()
  await addFirefox(ann)
  const { user } = await open(ann)
  // This session's device is on the server's list, but without a subscription in the browser it counts as off.
  expect(await button('Turn on for this device')).toBeVisible()
  await user.click(await button('Remove Firefox on Android'))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Your devices' })).toBeNull())
  expect((await stored(ann)).devices).toEqual([])
  expect(await screen.findByText('Removed Firefox on Android.')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Your devices' })).toHaveFocus()
})

test('says that a device whose session has ended gets nothing, and does not count it as on', async () => {
  browser()
  portal().setNow(new Date(Date.now() - 20 * 86_400_000).toISOString())
  const ann = await portal().addUser()
  await addFirefox(ann)
  const body = { breakOver: false, moodDue: false, tasks: true, etlSources: [] }
  await portal().call(setWanted, { as: ann.token, body })
  portal().setNow(new Date().toISOString())
  const { email: username, password } = ann
  const { token } = (await portal().call(login, { body: { username, password } })).body
  const { user } = await open({ ...ann, token })
  const words = 'Signed out: it gets nothing until you sign in there and turn notifications on again.'
  expect((await screen.findByText('Firefox on Android')).closest('li')).toHaveTextContent(words)
  expect(await screen.findByText(NO_DEVICE)).toBeVisible()

  await user.click(await button('Turn on for this device'))
  await waitFor(() => expect(screen.queryByText(NO_DEVICE)).toBeNull())
  expect(screen.getAllByText(words)).toHaveLength(1)
})

const CHOOSE = 'Choose below what you want to be told about.'
const NO_DEVICE = 'Notifications are not on for any of your devices yet.'

test('says so while a device is on but nothing is chosen', async () => {
  browser()
  const { user } = await open(await portal().addUser())
  const on = await button('Turn on for this device')
  expect(screen.queryByText(CHOOSE)).toBeNull()
  await user.click(on)
  expect(await screen.findByText(CHOOSE)).toBeVisible()
  expect(await screen.findByText('On for this device.')).toBeVisible()
  await user.click(screen.getByRole('checkbox', { name: 'Tasks of mine' }))
  await user.click(await button('Save Choices'))
  await waitFor(() => expect(screen.queryByText(CHOOSE)).toBeNull())
  expect(screen.getByText('Saved.')).toBeVisible()
  expect(screen.queryByText(NO_DEVICE)).toBeNull()
})

test('says so while something is chosen but no device is on', async () => {
  browser()
  const { user } = await open(await portal().addUser())
  await user.click(await screen.findByRole('checkbox', { name: 'Tasks of mine' }))
  expect(screen.queryByText(NO_DEVICE)).toBeNull()
  await user.click(await button('Save Choices'))
  expect(await screen.findByText(NO_DEVICE)).toBeVisible()
  expect(screen.getByText('Saved.')).toBeVisible()
  await user.click(await button('Turn on for this device'))
  await waitFor(() => expect(screen.queryByText(NO_DEVICE)).toBeNull())
  expect(screen.queryByText(CHOOSE)).toBeNull()
})

test('ignores a kind whose right was lost', async () => {
  browser()
  const ann = await portal().addUser()
  const body = { breakOver: true, moodDue: false, tasks: false, etlSources: [] }
  await portal().call(setWanted, { as: ann.token, body })
  const { user } = await open(ann)
  await user.click(await button('Turn on for this device'))
  expect(await screen.findByText(CHOOSE)).toBeVisible()
})

test('clears an old refusal after a later action', async () => {
  const { subscribe: subscribed } = browser()
  subscribed.mockRejectedValue(new DOMException('push service error', 'AbortError'))
  const ann = await portal().addUser()
  await addFirefox(ann)
  const { user } = await open(ann)
  const fail = async () => {
    await user.click(await button('Turn on for this device'))
    expect(await screen.findByRole('alert')).toBeVisible()
  }
  await fail()
  await user.click(await button('Save Choices'))
  await screen.findByText('Saved.')
  expect(screen.queryByRole('alert')).toBeNull()
  await fail()
  await user.click(await button('Remove Firefox on Android'))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
  await screen.findByText('Removed Firefox on Android.')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('reports a push service that cannot be reached, and stays off', async () => {
  const { subscribe: subscribed } = browser()
  subscribed.mockRejectedValue(new DOMException('push service error', 'AbortError'))
  const { user } = await open(await portal().addUser())
  await user.click(await button('Turn on for this device'))
  expect(await screen.findByRole('alert')).toHaveTextContent('notification service could not be reached')
  expect(await button('Turn on for this device')).toBeEnabled()
})

test('cannot be changed while offline, and is absent on a portal without notifications', async () => {
  browser()
  const ann = await portal().addUser()
  network.use(http.get(`*${getNotifications.path}`, () => HttpResponse.json({ detail: 'No.' }, { status: 404 })))
  const first = await open(ann)
  expect(await screen.findByText('Appearance')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Notifications' })).toBeNull())
  first.leave()
  network.use(offlineHandler)
  await open(ann)
  expect(await within(await section()).findByText(/You are offline/)).toBeVisible()
})
