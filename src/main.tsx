/** Boot order: the picture of the last visit, what the device keeps, the first frame, the worker. */
import './styles/entry.css'
import './styles/tokens.css'
import './styles/base.css'
import { createRoot } from 'react-dom/client'
import { getHealth } from '#contract/apps/portal.ts'
import { App } from './App.tsx'
import { send } from './api/call.ts'
import { silence, watchConnection } from './api/connection.ts'
import { KEPT_MS, queryClient } from './api/query-client.ts'
import { session } from './api/session.ts'
import { applications } from './apps/applications/queries.ts'
import { followWriting } from './lib/unsaved.ts'
import { finishFarewells, welcome } from './offline/device.ts'
import { forgetOldDrafts } from './offline/drafts.ts'
import { followPerson } from './offline/my-changes.ts'
import { makeRouter, type Router } from './router.tsx'
import { followSession } from './shell/follow-session.ts'
import { watchInstall } from './shell/install.ts'
import { reloadOnceForNewCode } from './shell/new-code.ts'
import { registerServiceWorker } from './shell/service-worker.ts'

const LOCKED_AFTER_MS = 7 * 86_400_000
const LOCK_PATIENCE_MS = 3_000
const LOCKED = 'This device has not reached the portal for a week. What you changed is kept.'

/** After a week without a word from the portal a device may no longer be in the right hands (offline.md §2.8). */
async function lockAfterLongSilence(): Promise<void> {
  if (!session.get() || silence() < LOCKED_AFTER_MS) return
  await send(getHealth, { signal: AbortSignal.timeout(LOCK_PATIENCE_MS) }).catch(() => session.set(null, LOCKED))
}

/** The code of the screen in the address, and of the frame around it, comes while what the device keeps is read. */
function fetchCode(router: Router): void {
  const ignore = () => {}
  // Where it cannot be had, the screen says so when its turn comes.
  import('./shell/Frame.tsx').catch(ignore)
  const [matchedRoutes] = router.getMatchedRoutes(window.location.pathname)
  for (const route of matchedRoutes) router.loadRouteChunk(route)?.catch(ignore)
}

async function boot(): Promise<void> {
  watchConnection(() => send(getHealth))
  await lockAfterLongSilence()
  const me = session.get()
  const router = makeRouter()
  if (me) fetchCode(router)
  finishFarewells(me?._id ?? null)
  forgetOldDrafts()
  followPerson(me)
  const welcomed = me && welcome(queryClient, me._id, KEPT_MS)
  // Home stands in the picture; other screens show what the device keeps, so they wait for it.
  const isDrawn = window.location.pathname === '/' && queryClient.getQueryData(applications.page().queryKey)
  if (!isDrawn) await welcomed
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no #root.')
  followSession(router)
  createRoot(root).render(<App router={router} />)
  if (import.meta.env.PROD) registerServiceWorker((path) => router.history.push(path))
}

reloadOnceForNewCode(() => send(getHealth))
watchInstall()
followWriting()
void boot()
