/** Renders the page for a test. Every call goes to the real server app over a database of its own: nothing is mocked. */
import { createMemoryHistory } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { bypass, HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { SessionUser, User } from '#contract/apps/accounts.ts'
import { getProfile } from '#contract/apps/accounts.ts'
import { App } from '#src/App.tsx'
import { reportReachable } from '#src/api/connection.ts'
import { queryClient } from '#src/api/query-client.ts'
import { session } from '#src/api/session.ts'
import { announce } from '#src/lib/announce.ts'
import { makeRouter, type Router } from '#src/router.tsx'
import { followSession } from '#src/shell/follow-session.ts'
import { openPortal, type Portal, type TestUser } from './portal.ts'

/** Forwards every call to the portal's server app. */
const forwardTo = ({ app }: Portal) =>
  http.all('*/api/*', async ({ request }) => {
    const { pathname, search } = new URL(request.url)
    const body = Buffer.from(await request.arrayBuffer())
    const answer = await app.inject({
      method: request.method as 'GET',
      url: pathname + search,
      headers: Object.fromEntries(request.headers),
      ...(body.length > 0 ? { payload: body } : {}),
    })
    const hasBody = answer.statusCode !== 204 && answer.statusCode !== 304
    return new HttpResponse(hasBody ? answer.body : null, {
      status: answer.statusCode,
      headers: { 'content-type': String(answer.headers['content-type'] ?? 'text/plain') },
    })
  })

/** Makes every call fail, as if the line were cut. */
export const offlineHandler = http.all('*/api/*', () => HttpResponse.error())

export const network = setupServer()

/** Holds requests to `path` back from the portal until `release` is called; `calls` counts them. */
export function holdRequests(method: typeof http.all, path: string): { calls: () => number; release: () => void } {
  let calls = 0
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  network.use(
    method(path, async () => {
      calls++
      await isReleased
    }),
  )
  return { calls: () => calls, release }
}

/** The portal carries out the first request to `path`, but its answer is lost. `hear` gets the body that was sent. */
export function loseFirstAnswer(method: typeof http.all, path: string, hear?: (body: unknown) => void): void {
  const handler = method(
    path,
    async ({ request }) => {
      hear?.(await request.clone().json())
      await fetch(bypass(request))
      return HttpResponse.error()
    },
    { once: true },
  )
  network.use(handler)
}

/** Longer than any test takes, in milliseconds. */
const TEN_MINUTES_MS = 600_000

/**
 * Called at the top of a test file: opens one portal for all of its tests and cleans the page up after each.
 * - `plugIn` restores the line.
 * - `freezeClock` stops the portal's clock until `setNow(null)`. A change made offline that is sent afterwards then
 *   counts as older than what others have done by now, however long the sending takes.
 * - `longBefore` makes something with a clock ten minutes ago, so that it is older than all changes of the test.
 */
export function withPortal(): {
  portal: () => Portal
  plugIn: () => void
  freezeClock: () => void
  longBefore: <T>(make: () => Promise<T>) => Promise<T>
} {
  let portal: Portal
  const plugIn = () => {
    network.resetHandlers()
    network.use(forwardTo(portal))
    reportReachable()
  }
  const freezeClock = () => portal.setNow(new Date().toISOString())
  async function longBefore<T>(make: () => Promise<T>): Promise<T> {
    portal.setNow(new Date(Date.now() - TEN_MINUTES_MS).toISOString())
    return make().finally(() => portal.setNow(null))
  }
  beforeAll(async () => {
    network.listen({ onUnhandledRequest: 'error' })
    portal = await openPortal()
    network.use(forwardTo(portal))
  })
  // A call of the previous file that ended without an answer must not make this file's page count as offline.
  beforeEach(reportReachable)
  afterEach(() => {
    for (const leave of open) leave()
    // The last announcement must not be found on the next page, which may belong to another file.
    announce('')
    portal.setNow(null)
    plugIn()
  })
  afterAll(async () => {
    network.close()
    await portal.close()
  })
  return { portal: () => portal, plugIn, freezeClock, longBefore }
}

export const sessionOf = async (portal: Portal, user: TestUser): Promise<SessionUser> => ({
  ...((await portal.call(getProfile, { as: user.token })).body as User),
  token: user.token,
})

interface Opened {
  readonly router: Router
  readonly user: UserEvent
  /** The page's current path, with search. */
  address(): string
  /** Closes the page and signs out. */
  leave(): void
}

/** Returns the last announcement to screen readers. */
export const announced = (): string => document.querySelector('body > [aria-live="polite"]')?.textContent ?? ''

const open = new Set<() => void>()

/** Opens the page at a path, signed in as `as` or signed out. */
export async function openPage(path: string, { portal, as }: { portal?: Portal; as?: TestUser } = {}): Promise<Opened> {
  if (portal && as) session.set(await sessionOf(portal, as))
  const router = makeRouter(createMemoryHistory({ initialEntries: [path] }))
  const stop = followSession(router)
  const { unmount } = render(<App router={router} env="test" />)
  const leave = () => {
    open.delete(leave)
    stop()
    unmount()
    session.set(null)
    session.arrive()
    queryClient.clear()
  }
  open.add(leave)
  return { router, user: userEvent.setup(), address: () => router.state.location.href, leave }
}

/** Replaces a field's text by pasting: typing would render the form anew with every key. */
export async function fill(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.click(field)
  ;(field as HTMLInputElement).select()
  await user.paste(text)
}

/** Appends a text to what is in the field. */
export const append = (user: UserEvent, field: HTMLElement, text: string): Promise<void> =>
  fill(user, field, (field as HTMLInputElement).value + text)
