/**
 * Handles code that is missing after a release: an open page may ask for chunks that no longer exist. One reload brings
 * the new code (offline.md §2.13).
 */
import { attempt } from '#src/lib/attempt.ts'
import { wouldLoseText } from '#src/lib/unsaved.ts'

/** Thrown when the code of a screen did not load in time. */
export class MissingCode extends Error {}

const GUARD = 'portal.reloaded-for'

/** Whether this version has reloaded already. Without storage it counts as reloaded, as reloading might never end. */
const hasReloaded = () => attempt(() => sessionStorage.getItem(GUARD) === __VERSION__) ?? true

function rememberReload(): boolean {
  attempt(() => sessionStorage.setItem(GUARD, __VERSION__))
  return hasReloaded()
}

/** For this long after the browser began to open another address, code that fails to load is taken to be stopped by that. */
const LEAVING_MS = 10_000

/**
 * Reloads at most once per version when a chunk is missing and no typed text would be lost. `probe` resolves if the
 * portal answers and rejects if not: a restarting server would answer the reload with a message of its own. If there is
 * no reload, the error page offers to try again.
 *
 * Firefox stops whatever is loading as soon as another address is opened, while this page is still there: no code is
 * missing then, and a reload would keep the person here.
 */
export function reloadOnceForNewCode(probe: () => Promise<unknown>): void {
  let leftAt = Number.NEGATIVE_INFINITY
  window.addEventListener('beforeunload', () => {
    leftAt = performance.now()
  })
  const isLeaving = () => performance.now() - leftAt < LEAVING_MS
  const mayReload = () => !hasReloaded() && !isLeaving() && !wouldLoseText()
  window.addEventListener('vite:preloadError', async () => {
    if (!mayReload()) return
    const isThere = await probe().then(
      () => true,
      () => false,
    )
    if (!isThere || !mayReload()) return
    if (rememberReload()) window.location.reload()
  })
}
