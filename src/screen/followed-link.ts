/**
 * Returns the focus to the followed link when a person goes back to a screen, as browsers do on plain pages: from the
 * title they would start at the top of a long list again (WCAG 2.4.3). After saving, the saved row gets the focus.
 */
import type { AnyRouter } from '@tanstack/react-router'

/** Accessible name of the link or button that had the focus when a history entry was left, by the entry's key. */
const followed = new Map<string, string>()

const nameOf = (element: Element): string => element.getAttribute('aria-label') ?? element.textContent

/** Remembers the focused link or button whenever a screen is left. */
export function rememberFollowed(router: AnyRouter): void {
  router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
    const key = fromLocation?.state.__TSR_key
    const link = document.activeElement?.closest('main a, main button')
    if (!key || !pathChanged) return
    if (link) followed.set(key, nameOf(link))
    else followed.delete(key)
  })
}

/** How long to wait for the element: a list is drawn once its rows are loaded and its scroll position is restored. */
const PATIENCE_MS = 1_000

const nothing = (): void => {}

/**
 * Moves the focus from the title to the link followed from here, or to the saved row, once it is drawn. Returns a
 * function that stops waiting for it.
 */
export function returnFocus(title: HTMLElement): () => void {
  const { __TSR_key: key, saved } = window.history.state ?? {}
  const name = followed.get(key)
  if (name === undefined && !saved) return nothing
  const find = () =>
    saved
      ? document.querySelector<HTMLElement>('main [data-marked] :is(a, button)')
      : [...document.querySelectorAll<HTMLElement>('main a, main button')].find((each) => nameOf(each) === name)
  const end = performance.now() + PATIENCE_MS
  let frame = 0
  const tryFocus = () => {
    // The person has moved the focus meanwhile: leave it there.
    if (document.activeElement !== title) return
    const found = find()
    if (found) found.focus({ preventScroll: true })
    else if (performance.now() < end) frame = requestAnimationFrame(tryFocus)
  }
  frame = requestAnimationFrame(tryFocus)
  return () => cancelAnimationFrame(frame)
}
