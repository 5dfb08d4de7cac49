/** Boot order: the picture of the last visit, what the device keeps, the first frame, the worker. */
import './styles/entry.css'
import './styles/tokens.css'
import './styles/base.css'
import { createRoot } from 'react-dom/client'
import { getHealth } from '#contract/apps/portal.ts'
import { App } from './App.tsx'
import { send } from './api/call.ts'
import { watchConnection } from './api/connection.ts'
import { KEPT_MS, queryClient } from './api/query-client.ts'
import { session } from './api/session.ts'
import { applications } from './apps/applications/queries.ts'
import { welcome } from './offline/device.ts'
import { makeRouter } from './router.tsx'
import { followSession } from './shell/follow-session.ts'
import { reloadOnceForNewCode } from './shell/new-code.ts'
import { registerServiceWorker } from './shell/service-worker.ts'

async function boot(): Promise<void> {
  const me = session.get()
  watchConnection(() => send(getHealth))
  const welcomed = me && welcome(queryClient, me._id, KEPT_MS)
  // Home stands in the picture; other screens show what the device keeps, so they wait for it.
  const isDrawn = window.location.pathname === '/' && queryClient.getQueryData(applications.page().queryKey)
  if (!isDrawn) await welcomed
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no #root.')
  const router = makeRouter()
  followSession(router)
  createRoot(root).render(<App router={router} />)
  if (import.meta.env.PROD) registerServiceWorker()
}

reloadOnceForNewCode()
void boot()
