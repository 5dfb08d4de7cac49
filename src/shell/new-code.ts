/** After a release the page that is open asks for code that is no longer there: one reload brings the new one (offline.md §2.13). */
import { attempt } from '#src/lib/attempt.ts'
import { wouldLoseText } from '#src/lib/unsaved.ts'

/** The code of a screen did not come in time. */
export class MissingCode extends Error {}

const GUARD = 'portal.reloaded-for'

/** Where nothing can be remembered nobody reloads: it might never end. */
const hasReloaded = () => attempt(() => sessionStorage.getItem(GUARD) === __VERSION__) ?? true

function remember(): boolean {
  attempt(() => sessionStorage.setItem(GUARD, __VERSION__))
  return hasReloaded()
}

/**
 * Reloads once a version. `reach` settles once the portal answers and rejects where it does not: a server that is being
 * restarted would answer the reload in words of its own. The error page offers to try again where none happens.
 */
export function reloadOnceForNewCode(reach: () => Promise<unknown>): void {
  const mayReload = () => !hasReloaded() && !wouldLoseText()
  window.addEventListener('vite:preloadError', async () => {
    if (!mayReload()) return
    const isThere = await reach().then(
      () => true,
      () => false,
    )
    if (!isThere || !mayReload()) return
    if (remember()) window.location.reload()
  })
}
