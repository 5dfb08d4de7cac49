/** Boot order: the picture of the last visit, what the device keeps, the first frame, the worker. */
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { getHealth } from '#contract/apps/portal.ts'
import { App } from './App.tsx'
import { send } from './api/call.ts'
import { watchConnection } from './api/connection.ts'
import { askAnew, KEPT_MS, queryClient } from './api/query-client.ts'
import { session } from './api/session.ts'
import { applications } from './apps/applications/queries.ts'
import { drawInLongTurns } from './lib/drawing-turns.ts'
import { within, yieldToMain } from './lib/pause.ts'
import { followWriting } from './lib/unsaved.ts'
import { whenIdle } from './lib/when-idle.ts'
import { finishFarewells, welcome } from './offline/device.ts'
import { followPerson } from './offline/my-changes.ts'
import { makeRouter } from './router.tsx'
import { followSession } from './shell/follow-session.ts'
import { watchInstall } from './shell/install.ts'
import { Frame } from './shell/lazy-screens.ts'
import { lockAfterLongSilence } from './shell/lock.ts'
import { reloadOnceForNewCode } from './shell/new-code.ts'
import { registerServiceWorker } from './shell/service-worker.ts'

/** What comes in time is in the first frame; nobody looks at an empty page for the rest. */
const PATIENCE_MS = 1_500
/** Even where there is no first screen the worker comes, with it the next version, and what was done is sent. */
const DRAWN_MS = 10_000

/** The code does not wait for the shell around it, nor the last line of that for the code. */
const wholeShell = async () =>
  document.readyState === 'loading' &&
  new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }))

/** Called once, by the entry. */
export async function boot(): Promise<void> {
  reloadOnceForNewCode(() => send(getHealth))
  watchInstall()
  followWriting()
  watchConnection(() => send(getHealth))
  await lockAfterLongSilence()
  // Its styles are on their way while the route is being found.
  if (session.get()) void Frame.preload?.()
  const router = makeRouter()
  // In one turn with what follows a phone would not hear a finger for so long. Who is signed in is asked for after it: from
  // there on until the session is followed nothing comes in between.
  await yieldToMain()
  const me = session.get()
  const welcomed = me && welcome(queryClient, me._id, KEPT_MS)
  let onDrawn = () => {}
  const inDocument = new Promise<void>((resolve) => {
    onDrawn = resolve
  })
  const inTime = within(DRAWN_MS, inDocument)
  const drawn = inTime.then(whenIdle)
  const shown = followPerson(me, drawn)
  // Before anything is asked for: an answer may end the session.
  followSession(router)
  // Where the code cannot be had the screen says so itself.
  const fetched = router.load().catch(() => {})
  // Home stands in the picture; other screens show what the device keeps, so they wait for it.
  const isDrawn = window.location.pathname === '/' && queryClient.getQueryData(applications.page().queryKey)
  await within(PATIENCE_MS, Promise.all([fetched, isDrawn || Promise.all([shown, welcomed])]))
  await wholeShell()
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no #root.')
  // A first visit waits for the line anyhow, and its page may be pressed meanwhile.
  if (navigator.serviceWorker?.controller) drawInLongTurns(inTime)
  // In turns: a finger or a key comes in between.
  startTransition(() => createRoot(root).render(<App router={router} onDrawn={onDrawn} />))
  if (import.meta.env.PROD) registerServiceWorker(drawn, (path) => router.history.push(path))
  await drawn
  askAnew(queryClient)
  finishFarewells(session.get()?._id ?? null)
}
