/** How much larger letters are than a browser has them at first. */

let letters: number | undefined

/**
 * Rows grow with it. Asked once, as they are set once, and of the window first: an element's style has to be made for the
 * answer.
 */
export function letterScale(): number {
  const isUsual = () => window.matchMedia(`(min-width: ${window.innerWidth / 16}em)`).matches
  const sizeOfRoot = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
  letters ??= isUsual() ? 1 : Math.max(1, sizeOfRoot() / 16)
  return letters
}
