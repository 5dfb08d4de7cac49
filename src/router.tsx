/** The router: plain text in the URL's search, one look for waiting, breaking and not finding. */
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { routeTree } from './routeTree.gen.ts'
import { ErrorPage } from './shell/ErrorPage.tsx'
import { rememberFollowed } from './shell/followed-link.ts'
import { NotFoundPage } from './shell/NotFoundPage.tsx'
import { ScreenLoading } from './shell/ScreenLoading.tsx'

/** `?keyword=123` is the text 123, as the spec's links have it; the default would make a number of it. */
const parseSearch = (search: string) => Object.fromEntries(new URLSearchParams(search))

function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).flatMap(([key, value]) =>
    value === undefined || value === null ? [] : [[key, String(value)]],
  )
  const text = new URLSearchParams(given).toString()
  return text && `?${text}`
}

/** `history`: the browser's own unless a test brings another. */
export function makeRouter(history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    ...(history ? { history } : {}),
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingMs: 200,
    // Or a screen that was waited for is held back until half a second after that.
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
