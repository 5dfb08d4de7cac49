/** The boot order: the snapshot of the last visit, the data kept on the device, the first frame, the service worker. */
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { getHealth } from '#contract/apps/portal.ts'
import { App } from './App.tsx'
import { send } from './api/call.ts'
import { watchConnection } from './api/probe.ts'
import { KEPT_MS, queryClient, refetchEarlierPageData } from './api/query-client.ts'
import { session } from './api/session.ts'
import { applications } from './apps/applications/queries.ts'
import { withTimeout, yieldToMain } from './lib/pause.ts'
import { renderInLongSlices } from './lib/render-slices.ts'
import { watchTextInput } from './lib/unsaved.ts'
import { whenIdle } from './lib/when-idle.ts'
import { finishForgetting, restoreDevice } from './offline/device.ts'
import { followPerson } from './offline/my-changes.ts'
import { registerServiceWorker } from './offline/service-worker.ts'
import { makeRouter } from './router.tsx'
import { followSession } from './shell/follow-session.ts'
import { watchInstall } from './shell/install.ts'
import { Frame } from './shell/lazy-screens.ts'
import { signOutAfterLongSilence } from './shell/long-silence.ts'
import { reloadOnceForNewCode } from './shell/updates/new-code.ts'

/** The first frame waits at most this long for code and data; nobody should look at an empty page for longer. */
const FIRST_FRAME_WAIT_MS = 1_500
/** After this time the worker is registered even without a first screen, to bring the next version and send the outbox. */
const DRAWN_WITHIN_MS = 10_000

/** Waits until the shell's HTML is parsed: the code may run before its end has arrived. */
const wholeShell = async () =>
  document.readyState === 'loading' &&
  new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }))

/** Boots the page; called once, by the entry. */
export async function boot(): Promise<void> {
  reloadOnceForNewCode(() => send(getHealth))
  watchInstall()
  watchTextInput()
  watchConnection(() => send(getHealth))
  await signOutAfterLongSilence()
  // Loads the frame's code and styles while the router finds the route.
  if (session.get()) void Frame.preload?.()
  const router = makeRouter()
  // In one task with the following steps a phone would not react to a finger for too long. The session is read only after
  // this, so that nothing can change it before `followSession` observes it.
  await yieldToMain()
  const me = session.get()
  const restored = me && restoreDevice(queryClient, me._id, KEPT_MS)
  let onDrawn = () => {}
  const inDocument = new Promise<void>((resolve) => {
    onDrawn = resolve
  })
  const inTime = withTimeout(DRAWN_WITHIN_MS, inDocument)
  const drawn = inTime.then(whenIdle)
  const shown = followPerson(me, drawn)
  // Before any request is sent, because its answer may end the session.
  followSession(router)
  // If the code cannot be loaded, the screen says so itself.
  const fetched = router.load().catch(() => {})
  // The home page is in the snapshot; other screens show data kept on the device, so they wait for it.
  const isDrawn = window.location.pathname === '/' && queryClient.getQueryData(applications.page().queryKey)
  await withTimeout(FIRST_FRAME_WAIT_MS, Promise.all([fetched, isDrawn || Promise.all([shown, restored])]))
  await wholeShell()
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no #root.')
  // Not on a first visit: that waits for the network anyway, and somebody may use the page meanwhile.
  if (navigator.serviceWorker?.controller) renderInLongSlices(inTime)
  // As a transition, so that input is handled between the slices of work.
  startTransition(() => createRoot(root).render(<App router={router} onDrawn={onDrawn} />))
  if (import.meta.env.PROD) registerServiceWorker(drawn, (path) => router.history.push(path))
  await drawn
  refetchEarlierPageData(queryClient)
  finishForgetting(session.get()?._id ?? null)
}
