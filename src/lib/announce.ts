/** What is seen to have happened, for a screen reader: one place on the page, which it knows before there are words in it. */

/** The last of several keys is answered, and what the new focus says comes first. */
const SOON_MS = 500

let place: HTMLElement | undefined
let timer: ReturnType<typeof setTimeout> | undefined

function made(): HTMLElement {
  const region = document.createElement('div')
  region.className = 'visually-hidden'
  region.setAttribute('aria-live', 'polite')
  return document.body.appendChild(region)
}

/** Instead of what was to be said before. */
export function announce(words: string): void {
  const region = place?.isConnected ? place : made()
  place = region
  clearTimeout(timer)
  // The same words once more are said once more.
  region.textContent = ''
  timer = setTimeout(() => {
    region.textContent = words
  }, SOON_MS)
}
