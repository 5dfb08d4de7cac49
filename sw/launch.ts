/**
 * What a launch begins with, read by the browser itself: without these routes it first has to start the worker, a
 * twentieth of a second of a launch, more on a phone. A browser that does not know them asks the worker, and gets the same.
 * https://w3c.github.io/ServiceWorker/#install-event-add-routes
 */
import { knownRoutes } from '#contract/screens.ts'

type Manifest = readonly { readonly url: string; readonly revision: string | null }[]

/** Which requests the browser answers itself, and from which cache; one that is not there comes from the network. */
export interface RouterRule {
  readonly condition: RouterCondition
  readonly source: { readonly cacheName: string }
}
interface RouterCondition {
  readonly urlPattern?: { readonly pathname: string; readonly search: string; readonly baseURL: string }
  readonly requestMode?: RequestMode
  readonly or?: readonly RouterCondition[]
}

/** The screens whose address is always the same. */
const SCREENS = knownRoutes.filter((path) => !path.includes(':'))

/** What goes with the screens' shell goes with the worker: not among the caches that make room on a full disk. */
const SHELL = 'shell-'

/** A cache for each version of the shell: the pages of one that is still in use must not be given the next one's. */
const shellCacheOf = (manifest: Manifest): string => SHELL + manifest.find(({ url }) => url === 'index.html')?.revision

/** The screens' addresses in their own cache, and the files that are named for what is in them in the worker's. */
export function launchRoutes(manifest: Manifest, files: string, baseURL: string): RouterRule[] {
  const at = (pathname: string) => ({ urlPattern: { pathname, search: '', baseURL } })
  const named = manifest.filter(({ revision }) => revision === null)
  return [
    {
      condition: { or: SCREENS.map((path) => ({ ...at(path), requestMode: 'navigate' })) },
      source: { cacheName: shellCacheOf(manifest) },
    },
    { condition: { or: named.map(({ url }) => at(`/${url}`)) }, source: { cacheName: files } },
  ]
}

/** Keeps the shell under the address of each screen. */
export async function keepShell(shell: Response, manifest: Manifest): Promise<void> {
  const cache = await caches.open(shellCacheOf(manifest))
  await Promise.all(SCREENS.map((path) => cache.put(path, shell.clone())))
}

/** Once this version leads every page. */
export async function dropOlderShells(manifest: Manifest): Promise<void> {
  const names = await caches.keys()
  const older = names.filter((name) => name.startsWith(SHELL) && name !== shellCacheOf(manifest))
  await Promise.all(older.map((name) => caches.delete(name)))
}
