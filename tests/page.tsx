/** The page for a test: every call goes to the real app over a database of its own, and nothing is made up. */
import { createMemoryHistory } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
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

/** Every call to the portal's own app. */
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

/** As if the line were cut. */
export const unplugged = http.all('*/api/*', () => HttpResponse.error())

export const network = setupServer()

/** Of what is asked for there nothing reaches the portal before it is released. */
export function slowLine(method: typeof http.all, path: string): { calls: () => number; release: () => void } {
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

/** Longer than any test takes. */
const LONG_MS = 600_000

/**
 * Call at the top of a test file: a portal for all of its tests, and a clean page before each. `plugIn` mends
 * the line. What comes after `earlierThanOthers` was done before what others have done by now, however long it is under
 * way: until `setNow(null)` the portal takes no time to have passed since. What is made by `longBefore` was there before all
 * of that.
 */
export function withPortal(): {
  portal: () => Portal
  plugIn: () => void
  earlierThanOthers: () => void
  longBefore: <T>(make: () => Promise<T>) => Promise<T>
} {
  let portal: Portal
  const plugIn = () => {
    network.resetHandlers()
    network.use(forwardTo(portal))
    reportReachable()
  }
  const earlierThanOthers = () => portal.setNow(new Date().toISOString())
  async function longBefore<T>(make: () => Promise<T>): Promise<T> {
    portal.setNow(new Date(Date.now() - LONG_MS).toISOString())
    return make().finally(() => portal.setNow(null))
  }
  beforeAll(async () => {
    network.listen({ onUnhandledRequest: 'error' })
    portal = await openPortal()
    network.use(forwardTo(portal))
  })
  // A call of the file before, which ended without an answer, is no word about this one's line.
  beforeEach(reportReachable)
  afterEach(() => {
    for (const leave of open) leave()
    // What was said last is no word of the next page, which may be another file's.
    announce('')
    portal.setNow(null)
    plugIn()
  })
  afterAll(async () => {
    network.close()
    await portal.close()
  })
  return { portal: () => portal, plugIn, earlierThanOthers, longBefore }
}

export const sessionOf = async (portal: Portal, user: TestUser): Promise<SessionUser> => ({
  ...((await portal.call(getProfile, { as: user.token })).body as User),
  token: user.token,
})

interface Opened {
  readonly router: Router
  readonly user: UserEvent
  /** Where the page is now, search included. */
  address(): string
  /** Closes the page and signs out. */
  leave(): void
}

/** What a screen reader was told last of what is seen to have happened. */
export const announced = (): string => document.querySelector('body > [aria-live="polite"]')?.textContent ?? ''

const open = new Set<() => void>()

/** Opens the page at a path, as somebody or as nobody. */
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

/** Pastes a text into a field instead of what is in it: a form is drawn anew for every key that is typed. */
export async function fill(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.click(field)
  ;(field as HTMLInputElement).select()
  await user.paste(text)
}

/** Puts it behind what is in it. */
export const append = (user: UserEvent, field: HTMLElement, text: string): Promise<void> =>
  fill(user, field, (field as HTMLInputElement).value + text)
