/** After a release the page that is open asks for code that is no longer there: one reload brings the new one (offline.md §2.13). */

/** The code of a screen did not come in time. */
export class MissingCode extends Error {}

const GUARD = 'portal.reloaded-for'

/** Reloads once a version, and only while the portal may be reached; after that the error page offers to try again. */
export function reloadOnceForNewCode(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (!navigator.onLine || sessionStorage.getItem(GUARD) === __VERSION__) return
    sessionStorage.setItem(GUARD, __VERSION__)
    event.preventDefault()
    window.location.reload()
  })
}
