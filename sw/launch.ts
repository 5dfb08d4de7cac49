/**
 * Static routes, by which the browser itself reads the files of a launch. Without them it has to start the worker
 * first, which takes a twentieth of a second of a launch, more on a phone. A browser that does not know them asks the
 * worker, and gets the same. https://w3c.github.io/ServiceWorker/#install-event-add-routes
 */
import { knownRoutes } from '#contract/screens.ts'

type Manifest = readonly { readonly url: string; readonly revision: string | null }[]

/** Which requests the browser answers itself, and from which cache; what is not in the cache comes from the network. */
export interface RouterRule {
  readonly condition: RouterCondition
  readonly source: { readonly cacheName: string }
}
interface RouterCondition {
  readonly urlPattern?: { readonly pathname: string; readonly search: string; readonly baseURL: string }
  readonly requestMode?: RequestMode
  readonly or?: readonly RouterCondition[]
}

/** The screens with a fixed address. */
const SCREENS = knownRoutes.filter((path) => !path.includes(':'))

/**
 * Prefix of the shell caches. They are replaced together with the worker, and are not among the caches deleted to make
 * room on a full disk.
 */
const SHELL = 'shell-'

/**
 * Returns the name of this shell version's cache: pages of a version that is still in use must not be given the next
 * one's.
 */
const shellCacheOf = (manifest: Manifest): string => SHELL + manifest.find(({ url }) => url === 'index.html')?.revision

/**
 * Returns the routes: the screens' addresses from the shell cache, and the files with a content hash in their name from
 * the worker's cache `files`.
 */
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

/** Stores the shell under the address of each screen. */
export async function keepShell(shell: Response, manifest: Manifest): Promise<void> {
  const cache = await caches.open(shellCacheOf(manifest))
  await Promise.all(SCREENS.map((path) => cache.put(path, shell.clone())))
}

/** Deletes the caches of older shells; called once this version controls every page. */
export async function dropOlderShells(manifest: Manifest): Promise<void> {
  const names = await caches.keys()
  const older = names.filter((name) => name.startsWith(SHELL) && name !== shellCacheOf(manifest))
  await Promise.all(older.map((name) => caches.delete(name)))
}
