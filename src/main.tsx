/** Boot order: colours, the picture of the last visit, what the device keeps, the first frame, the worker. */
import './styles/entry.css'
import './styles/tokens.css'
import './styles/base.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { getHealth } from '#contract/apps/portal.ts'
import { send } from './api/call.ts'
import { watchConnection } from './api/connection.ts'
import { KEPT_MS, queryClient } from './api/query-client.ts'
import { session } from './api/session.ts'
import { farewell, welcome } from './offline/device.ts'
import { router } from './router.tsx'
import { reloadOnceForNewCode } from './shell/new-code.ts'
import { registerServiceWorker } from './shell/service-worker.ts'
import { resolver, theme } from './theme.ts'

/** The build's nonce, for the styles that Mantine writes into the page. */
const styleNonce = () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

/** One person leaves, another comes: in this tab or in another. */
function followSession(): void {
  let who = session.get()?._id ?? null
  session.subscribe(() => {
    const next = session.get()?._id ?? null
    if (next !== who) {
      if (who !== null) farewell(queryClient, who)
      if (next !== null) void welcome(queryClient, next, KEPT_MS)
      who = next
    }
    void router.invalidate()
  })
}

async function boot(): Promise<void> {
  const me = session.get()
  watchConnection(() => send(getHealth))
  // Before any loader asks: a query that settles first would never be kept (stack.md §5).
  if (me) await welcome(queryClient, me._id, KEPT_MS)
  followSession()
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no #root.')
  createRoot(root).render(
    <MantineProvider theme={theme} cssVariablesResolver={resolver} defaultColorScheme="auto" getStyleNonce={styleNonce}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  if (import.meta.env.PROD) registerServiceWorker()
}

reloadOnceForNewCode()
void boot()
