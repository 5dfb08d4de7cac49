/**
 * On the way back to a screen the link that was followed has the focus again, as browsers have it on plain pages: from the
 * title one would begin at the top of a long list once more (WCAG 2.4.3). After saving it is the row that was saved.
 */
import type { AnyRouter } from '@tanstack/react-router'

/** How the link or button reads that had the focus when a step of the history was left, by the step's key. */
const followed = new Map<string, string>()

const nameOf = (element: Element): string => element.getAttribute('aria-label') ?? element.textContent

/** Remembers what has the focus whenever a screen is left. */
export function rememberFollowed(router: AnyRouter): void {
  router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
    const key = fromLocation?.state.__TSR_key
    const link = document.activeElement?.closest('main a, main button')
    if (!key || !pathChanged) return
    if (link) followed.set(key, nameOf(link))
    else followed.delete(key)
  })
}

/** A list is drawn when its rows are known and it is scrolled to where it was: no later than this. */
const PATIENCE_MS = 1_000

const nothing = (): void => {}

/** Moves the focus from the title to what was followed here, or was saved, once it is drawn. Answers how to stop waiting for it. */
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
  const look = () => {
    // Whoever went on meanwhile is not called back.
    if (document.activeElement !== title) return
    const found = find()
    if (found) found.focus({ preventScroll: true })
    else if (performance.now() < end) frame = requestAnimationFrame(look)
  }
  frame = requestAnimationFrame(look)
  return () => cancelAnimationFrame(frame)
}
