import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import type { Root } from 'react-dom/client'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { network, sessionOf, withPortal } from '#tests/page.tsx'
import { reportReachable } from './api/connection.ts'
import { queryClient } from './api/query-client.ts'
import { session } from './api/session.ts'
import { boot } from './boot.tsx'
import { openDb } from './offline/db.ts'
import { signOutAfterLongSilence } from './shell/long-silence.ts'

const roots = vi.hoisted((): Root[] => [])
vi.mock('react-dom/client', async (original) => {
  const real = await original<typeof import('react-dom/client')>()
  const createRoot: typeof real.createRoot = (...where) => {
    const root = real.createRoot(...where)
    roots.push(root)
    return root
  }
  return { ...real, createRoot }
})

const { portal } = withPortal()

// Unmounts the pages: they would go on to render changes of the connection after the window is gone.
afterAll(() => {
  act(() => {
    for (const root of roots) root.unmount()
  })
  reportReachable()
})

beforeEach(() => {
  document.body.innerHTML = '<div id="root"></div>'
})

const WEEK_MS = 7 * 86_400_000
/** Time between the two probes of a launch after a long silence; it passes only when a test advances the timers. */
const BETWEEN_MS = 3_000
function fakePauses(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
}

const launch = (path: string) => {
  window.history.replaceState(null, '', path)
  return boot()
}

test('removes all data of a person whose session ends during the launch', async () => {
  const ann = await portal().addUser({ name: 'Ann Revoked', flags: { access_onbreak: true } })
  session.set(await sessionOf(portal(), ann))
  await portal().deps.db.deleteFrom('session').where('user_id', '=', ann.id).execute()
  queryClient.setQueryData(['a secret of hers'], 'for nobody else')

  await launch('/app/onbreak')
  expect(await screen.findByRole('heading', { name: 'Sign In' })).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent('Your session has ended.')
  expect(queryClient.getQueryData(['a secret of hers'])).toBeUndefined()
  // The outbox, which starts after the first screen, does not store her token again either.
  await vi.waitFor(async () => expect((await indexedDB.databases()).map(({ name }) => name)).toContain('foyer'), 10_000)
  expect(await openDb().session.get('current')).toBeUndefined()
})

test('keeps the session after a week away if the portal answers, even one that is about to stop', async () => {
  const ann = await portal().addUser({ name: 'Ann Back', flags: { access_onbreak: true } })
  session.set(await sessionOf(portal(), ann))
  localStorage.setItem('portal.last-contact', String(Date.now() - WEEK_MS))
  network.use(
    http.get('*/api/health', () => HttpResponse.json({ detail: 'The portal is stopping.' }, { status: 503 }), {
      once: true,
    }),
  )
  await launch('/')
  expect(await screen.findByRole('heading', { name: 'Our Apps' })).toBeVisible()
  expect(session.get()?._id).toBe(ann.id)
})

test('asks for sign-in on a page that stayed open for a week without reaching the portal', async () => {
  const ann = await portal().addUser({ name: 'Ann Asleep', flags: { access_onbreak: true } })
  session.set(await sessionOf(portal(), ann))
  await launch('/')
  expect(await screen.findByRole('heading', { name: 'Our Apps' })).toBeVisible()
  localStorage.setItem('portal.last-contact', String(Date.now() - WEEK_MS))
  const looked = vi.fn()
  network.use(
    http.get('*/api/health', () => {
      looked()
      return HttpResponse.error()
    }),
  )
  fakePauses()
  // The page reacts once the code that the first screen does not wait for has started.
  await waitFor(() => {
    document.dispatchEvent(new Event('visibilitychange'))
    expect(looked).toHaveBeenCalled()
  })
  await act(() => vi.advanceTimersByTimeAsync(BETWEEN_MS))
  expect(await screen.findByRole('heading', { name: 'Sign In' })).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent('This device has not reached the portal for a week.')
  reportReachable()
})

test('keeps the session if another tab reaches the portal while a probe fails', async () => {
  const ann = await portal().addUser({ name: 'Ann Woken' })
  session.set(await sessionOf(portal(), ann))
  localStorage.setItem('portal.last-contact', String(Date.now() - WEEK_MS))
  let looks = 0
  network.use(
    http.get('*/api/health', () => {
      looks++
      return HttpResponse.error()
    }),
  )
  fakePauses()
  const looked = signOutAfterLongSilence()
  expect(signOutAfterLongSilence()).toBe(looked)
  await vi.waitFor(() => expect(looks).toBe(1), 10_000)
  // Another tab reaches the portal.
  localStorage.setItem('portal.last-contact', String(Date.now()))
  vi.advanceTimersByTime(BETWEEN_MS)
  await looked
  expect(session.get()?._id).toBe(ann.id)
  expect(looks).toBe(1)
})

test('removes abandoned drafts and leftover data of signed-out people at launch', async () => {
  const ann = await portal().addUser({ name: 'Ann Tidy' })
  session.set(await sessionOf(portal(), ann))
  const draft = (at: number) => JSON.stringify({ at, values: 'half a report' })
  localStorage.setItem(`portal.draft:${ann.id}:mood:1`, draft(Date.now() - 6 * WEEK_MS))
  localStorage.setItem(`portal.draft:${ann.id}:mood:7`, draft(Date.now() - WEEK_MS))
  for (const key of ['kept', 'boot'])
    for (const id of [ann.id, 99_999]) localStorage.setItem(`portal.${key}:${id}`, '{}')
  await launch('/')
  const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('portal.draft:'))
  expect(drafts()).toEqual([`portal.draft:${ann.id}:mood:7`])
  await vi.waitFor(() => expect(localStorage.getItem('portal.kept:99999')).toBeNull(), 10_000)
  expect(localStorage.getItem('portal.boot:99999')).toBeNull()
  expect(localStorage.getItem(`portal.kept:${ann.id}`)).not.toBeNull()
})
