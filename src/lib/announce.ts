/** Announces changes to screen readers, in one live region that exists before any text is written into it. */

/** Debounces: only the last of several keys is announced, after the screen reader has read a new focus. */
const SOON_MS = 500

let place: HTMLElement | undefined
let timer: ReturnType<typeof setTimeout> | undefined

function made(): HTMLElement {
  const region = document.createElement('div')
  region.className = 'visually-hidden'
  region.setAttribute('aria-live', 'polite')
  return document.body.appendChild(region)
}

/** Announces the words; they replace an announcement that still waits. */
export function announce(words: string): void {
  const region = place?.isConnected ? place : made()
  place = region
  clearTimeout(timer)
  // Cleared, so that the same words are announced again.
  region.textContent = ''
  timer = setTimeout(() => {
    region.textContent = words
  }, SOON_MS)
}
