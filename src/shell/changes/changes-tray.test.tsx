import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, onTestFinished, test, vi } from 'vitest'
import { getMyBreak, updateMyBreak } from '#contract/apps/onbreak.ts'
import { updateServerClock } from '#src/lib/server-clock.ts'
import { dayAndTime } from '#src/lib/time.ts'
import { openDb } from '#src/offline/db.ts'
import { fill, network, offlineHandler, openPage, withPortal } from '#tests/page.tsx'
import type { TestUser } from '#tests/portal.ts'

const { portal, plugIn } = withPortal()

const DAY_MS = 86_400_000
const chip = (name: RegExp) => screen.findByRole('button', { name })
const tray = () => screen.findByRole('dialog', { name: 'Your changes' })
const record = async (who: TestUser) => (await portal().call(getMyBreak, { as: who.token })).body

/** Opens the board offline as a new person and makes them go to lunch. */
async function awayOffline(message: string): Promise<{ user: UserEvent; ann: TestUser; leave: () => void }> {
  const ann = await portal().addUser({ flags: { access_onbreak: true } })
  const { user, leave } = await openPage('/app/onbreak', { portal: portal(), as: ann })
  await screen.findByLabelText('Message')
  network.use(offlineHandler)
  await fill(user, screen.getByLabelText('Message'), message)
  await user.click(screen.getByRole('button', { name: 'Update' }))
  await screen.findByRole('button', { name: "I'm Back" })
  await chip(/^Offline since .*, 1 waiting$/)
  return { user, ann, leave }
}

const openTray = async (user: UserEvent, name: RegExp) => {
  await user.click(await chip(name))
  return within(await tray())
}

test('says that everything is saved when connected with nothing to send', async () => {
  const { user } = await openPage('/', { portal: portal(), as: await portal().addUser() })
  const inTray = await openTray(user, /^Online$/)
  expect(inTray.getByText('Connected. Everything is saved.')).toBeVisible()
  expect(inTray.getByText('Nothing is waiting.')).toBeVisible()
})

test('describes a waiting change, sends it on demand, and then lists it as sent', async () => {
  const { user, ann } = await awayOffline('at the bakery')
  const inTray = await openTray(user, /^Offline since .*, 1 waiting$/)
  expect(
    inTray.getByText(/^Offline since .*Changes are kept on this device and sent when the portal is back\.$/),
  ).toBeVisible()
  const waiting = within(inTray.getByRole('list', { name: 'Not sent' }))
  for (const words of ['Away: Lunch', 'at the bakery', 'Waiting to be sent'])
    expect(waiting.getByText(words)).toBeVisible()
  plugIn()
  await user.click(waiting.getByRole('button', { name: 'Try again: Away: Lunch' })).catch(() => {})
  await waitFor(async () => expect(await record(ann)).toMatchObject({ customMessage: 'at the bakery' }))
  expect(
    await within(await inTray.findByRole('list', { name: 'Sent in the last day' })).findByText('Away: Lunch'),
  ).toBeVisible()
})

test.each([
  {
    isSecureContext: false,
    says: /^Keep this page open\. At an address that does not begin with https:\/\/ the portal/,
  },
  { isSecureContext: true, says: /^Keep this page open\. In this browser the portal cannot be opened again/ },
])(
  'says offline that the page must stay open without a service worker (https: $isSecureContext)',
  async ({ isSecureContext, says }) => {
    vi.stubGlobal('isSecureContext', isSecureContext)
    onTestFinished(() => void vi.unstubAllGlobals())
    const { user } = await awayOffline('at the bakery')
    const inTray = await openTray(user, /^Offline since .*, 1 waiting$/)
    expect(inTray.getByText(says)).toBeVisible()
    plugIn()
    await waitFor(() => expect(inTray.queryByText(says)).toBeNull(), { timeout: 10_000 })
  },
)

test('says that a full device sends nothing until there is room, and then sends', async () => {
  const { user, ann } = await awayOffline('at the bakery')
  const inTray = await openTray(user, /^Offline since .*, 1 waiting$/)
  const { put } = IDBObjectStore.prototype
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
    if (this.name === 'outbox') throw new DOMException('full', 'QuotaExceededError')
    return put.apply(this, given)
  })
  onTestFinished(() => full.mockRestore())
  plugIn()
  expect(await inTray.findByText(/^This device is full\. Free up some space/, {}, { timeout: 10_000 })).toBeVisible()
  expect(await record(ann)).toMatchObject({ status: true })
  full.mockRestore()
  await user.click(inTray.getByRole('button', { name: 'Try again: Away: Lunch' }))
  await waitFor(async () => expect(await record(ann)).toMatchObject({ customMessage: 'at the bakery' }))
  expect(await inTray.findByText('Connected. Everything is saved.')).toBeVisible()
})

test('shows a refused change first, with the server’s reason, until it is discarded', async () => {
  const { user, ann } = await awayOffline('too late')
  await portal().deps.db.updateTable('user').set({ access_onbreak: 0 }).where('id', '=', ann.id).execute()
  plugIn()
  const inTray = await openTray(user, /1 refused$/)
  expect(inTray.getByText(/^This needs the permission Access On-Break\./)).toBeVisible()
  const standing = inTray.getByText(/^Connected/)
  const said: (string | null)[] = []
  const hears = new MutationObserver(() => said.push(standing.textContent))
  hears.observe(standing, { subtree: true, childList: true, characterData: true })
  network.use(
    http.put(`*${updateMyBreak.path}`, async () => {
      await waitFor(() => expect(said).toEqual(['Connected.']))
      return HttpResponse.json({ detail: 'Still not.' }, { status: 403 })
    }),
  )
  await user.click(inTray.getByRole('button', { name: 'Try again: Away: Lunch' }))
  // The change is sent and refused again: the status line, which has the focus by then, announces it.
  await waitFor(() => expect(said).toEqual(['Connected.', 'Connected. 1 refused.']))
  hears.disconnect()
  await waitFor(() => expect(standing).toHaveFocus())
  await user.click(await inTray.findByRole('button', { name: 'Discard: Away: Lunch' }))
  const question = within(await screen.findByRole('dialog', { name: 'Away: Lunch' }))
  expect(question.getByText('The portal refused this change. Discard it?')).toBeVisible()
  await user.click(question.getByRole('button', { name: 'Discard' }))
  expect(await inTray.findByText('Nothing is waiting.')).toBeVisible()
})

test.each([
  [2, 'Has been waiting for more than a day'],
  [15, 'Older than 14 days. Send it anyway?'],
])('after %i days: %s', async (days, words) => {
  const { user, ann } = await awayOffline('long ago')
  const occurredAt = new Date(Date.now() - days * DAY_MS).toISOString()
  await openDb().outbox.where('userId').equals(ann.id).modify({ occurredAt })
  const inTray = await openTray(user, /1 waiting$/)
  expect(await inTray.findByText(words)).toBeVisible()
  // With the day: a time alone would be taken for today's.
  expect(inTray.getByText(dayAndTime(occurredAt))).toBeVisible()
})

test('a device whose clock is weeks behind does not call a new change old', async () => {
  const { user } = await awayOffline('right now')
  try {
    updateServerClock(new Date(Date.now() + 20 * DAY_MS).toUTCString(), Date.now(), 0)
    const inTray = await openTray(user, /1 waiting$/)
    expect(await inTray.findByText('Waiting to be sent')).toBeVisible()
  } finally {
    updateServerClock(new Date().toUTCString(), Date.now(), 0)
  }
})

test('says that a change needs a newer release, and of a private change only its kind', async () => {
  const { user, ann } = await awayOffline('between us')
  await openDb().outbox.where('userId').equals(ann.id).modify({ call: 'PUT /api/later/', isPrivate: true })
  const inTray = await openTray(user, /1 waiting$/)
  expect(await inTray.findByText('Needs the newer version of this app')).toBeVisible()
  expect(inTray.queryByRole('button', { name: /^Try again/ })).toBeNull()
  expect(inTray.queryByText('between us')).toBeNull()
})

test('never shows a private change, but lets its author copy it once it is refused', async () => {
  const { user, ann } = await awayOffline('between us')
  await openDb().outbox.where('userId').equals(ann.id).modify({ isPrivate: true })
  await portal().deps.db.updateTable('user').set({ access_onbreak: 0 }).where('id', '=', ann.id).execute()
  plugIn()
  const inTray = await openTray(user, /1 refused$/)
  await user.click(await inTray.findByRole('button', { name: /^Copy text: Away/ }))
  expect(await navigator.clipboard.readText()).toContain('between us')
  expect(inTray.queryByText('between us')).toBeNull()
  expect(await inTray.findByText('It was copied.')).toBeInTheDocument()
})

test('keeps the focus in the tray as changes disappear, and returns it on closing', async () => {
  const { user } = await awayOffline('by keyboard')
  const [inTray, box] = [await openTray(user, /1 waiting$/), await tray()]
  await waitFor(() => expect(box).toContainElement(document.activeElement as HTMLElement))

  const discard = inTray.getByRole('button', { name: 'Discard: Away: Lunch' })
  await user.click(discard)
  const question = await screen.findByRole('dialog', { name: 'Away: Lunch' })
  await waitFor(() => expect(within(question).getByRole('button', { name: 'Cancel' })).toHaveFocus())
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Away: Lunch' })).toBeNull())
  expect(box).toBeVisible()
  await waitFor(() => expect(discard).toHaveFocus())

  await user.keyboard('{Enter}')
  const again = await screen.findByRole('dialog', { name: 'Away: Lunch' })
  await user.click(within(again).getByRole('button', { name: 'Discard' }))
  await inTray.findByText('Nothing is waiting.')
  await waitFor(() => expect(inTray.getByRole('status')).toHaveFocus())

  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(async () => expect(await chip(/^Offline/)).toHaveFocus())
})

const signOutButton = () => screen.getByRole('button', { name: 'Sign out' })
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Sign out' }))
// Looks for the heading anew each time: it is rendered again during the navigation to the sign-in page.
const signedOut = () => waitFor(() => expect(screen.getByRole('heading', { name: 'Sign In' })).toBeVisible())
const kept = async (who: TestUser) =>
  (await openDb().outbox.where('userId').equals(who.id).toArray()).map(({ state }) => state)

test('signing out asks: send now', async () => {
  const { user, ann } = await awayOffline('sent at the door')
  await user.click(signOutButton())
  expect((await dialog()).getByText('1 change has not been sent.')).toBeVisible()
  // Offline, keeping the change is the action that works.
  await waitFor(async () => expect((await dialog()).getByRole('button', { name: /^Keep on this/ })).toHaveFocus())
  await user.click((await dialog()).getByRole('button', { name: 'Send now and sign out' }))
  expect(await (await dialog()).findByText('It could not be sent yet.')).toBeVisible()
  plugIn()
  expect(await (await dialog()).findByText('Everything has been sent.')).toBeVisible()
  expect(await record(ann)).toMatchObject({ customMessage: 'sent at the door' })
  await user.click((await dialog()).getByRole('button', { name: 'Sign out' }))
  await signedOut()
})

test('keeps the focus in the dialog when changes are sent meanwhile', async () => {
  const { user } = await awayOffline('sent meanwhile')
  await user.click(signOutButton())
  await waitFor(async () => expect((await dialog()).getByRole('button', { name: /^Keep on this/ })).toHaveFocus())
  plugIn()
  await waitFor(async () => expect((await dialog()).getByRole('button', { name: 'Sign out' })).toHaveFocus(), {
    timeout: 20_000,
  })
  await user.keyboard('{Enter}')
  await signedOut()
})

test('keeps the person signed in and shows the reason when the server refuses a change', async () => {
  const { user, ann } = await awayOffline('not allowed')
  await portal().deps.db.updateTable('user').set({ access_onbreak: 0 }).where('id', '=', ann.id).execute()
  plugIn()
  await chip(/1 refused$/)
  // The screen that the person may no longer open is replaced, and the new one takes the focus.
  await screen.findByText(/^This needs the permission Access On-Break or Admin On-Break\./)
  await user.click(signOutButton())
  const inDialog = await dialog()
  expect(inDialog.getByText('1 change has not been sent. It was refused.')).toBeVisible()
  expect(inDialog.getByText(/^This needs the permission Access On-Break\./)).toBeVisible()
  // Sending is not offered: the change would be refused again.
  expect(inDialog.queryByRole('button', { name: 'Send now and sign out' })).toBeNull()
  await waitFor(() => expect(inDialog.getByRole('button', { name: /^Keep on this device/ })).toHaveFocus())
  await user.click(inDialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(signOutButton()).toHaveFocus())
})

test('cancelling while changes are being sent keeps the person signed in', async () => {
  const { user, ann } = await awayOffline('wait for me')
  await user.click(signOutButton())
  const inDialog = await dialog()
  let answer = () => {}
  const slowly = new Promise<void>((resolve) => {
    answer = resolve
  })
  network.use(http.all('*/api/onbreak/*', () => slowly.then(() => undefined)))
  await user.click(inDialog.getByRole('button', { name: 'Send now and sign out' }))
  await inDialog.findByRole('button', { name: 'Sending…' })
  await user.click(inDialog.getByRole('button', { name: 'Cancel' }))
  plugIn()
  answer()
  await waitFor(async () => expect(await record(ann)).toMatchObject({ customMessage: 'wait for me' }))
  expect(await chip(/^Online$/)).toBeVisible()
})

test('signing out asks: keep; the next person does not see that there are changes', async () => {
  const { user, ann, leave } = await awayOffline('kept for me')
  await user.click(signOutButton())
  await user.click((await dialog()).getByRole('button', { name: 'Keep on this device until I sign in' }))
  await signedOut()
  expect(screen.queryByText(/Sign in again to send/)).toBeNull()
  expect(await kept(ann)).toEqual(['pending'])
  leave()
  plugIn()
  const next = await openPage('/', { portal: portal(), as: await portal().addUser() })
  expect(await chip(/^Online$/)).toBeVisible()
  expect((await openTray(next.user, /^Online$/)).getByText('Nothing is waiting.')).toBeVisible()
  // Ann's session has ended on the server too, so read the row from the database.
  const { db } = portal().deps
  expect(await db.selectFrom('break_info').select('status').where('user_id', '=', ann.id).execute()).toEqual([
    { status: 1 },
  ])
})

test('signing out asks: discard', async () => {
  const { user, ann } = await awayOffline('never mind')
  await user.click(signOutButton())
  await user.click((await dialog()).getByRole('button', { name: 'Discard and sign out' }))
  await signedOut()
  expect(await kept(ann)).toEqual([])
})

test('after a session ended, sign-in says how many changes wait, and keeps them', async () => {
  const { ann } = await awayOffline('after the weekend')
  await portal().deps.db.deleteFrom('session').where('user_id', '=', ann.id).execute()
  plugIn()
  await waitFor(() => expect(screen.getByText(/Sign in again to send 1 change\.$/)).toBeVisible())
  expect(await kept(ann)).toEqual(['pending'])
})
