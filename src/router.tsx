/** The router: search params are plain text, and all routes share their pending, error and not-found screens. */
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { routeTree } from './routeTree.gen.ts'
import { rememberFollowed } from './screen/followed-link.ts'
import { ErrorPage } from './shell/ErrorPage.tsx'
import { NotFoundPage } from './shell/NotFoundPage.tsx'
import { ScreenLoading } from './shell/ScreenLoading.tsx'

/** Parses all params as text, as in the spec's links; the default would turn `?keyword=123` into a number. */
const parseSearch = (search: string) => Object.fromEntries(new URLSearchParams(search))

function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).flatMap(([key, value]) =>
    value === undefined || value === null ? [] : [[key, String(value)]],
  )
  const text = new URLSearchParams(given).toString()
  return text && `?${text}`
}

/** Creates the router. `history` is the browser's own unless a test passes another. */
export function makeRouter(history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    ...(history ? { history } : {}),
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingMs: 200,
    // The default would keep the pending screen for at least half a second, even if the screen is ready.
    defaultPendingMinMs: 0,
    defaultPendingComponent: ScreenLoading,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
  })
  rememberFollowed(router)
  return router
}

export type Router = ReturnType<typeof makeRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: Router
  }
}
