/** The browser's font size relative to the default of 16 px. */

let letters: number | undefined

/**
 * Returns the factor, at least 1, by which rows grow. Read once, as people set it once. Asks a media query first:
 * reading an element's computed style forces a style calculation.
 */
export function letterScale(): number {
  const isUsual = () => window.matchMedia(`(min-width: ${window.innerWidth / 16}em)`).matches
  const sizeOfRoot = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
  letters ??= isUsual() ? 1 : Math.max(1, sizeOfRoot() / 16)
  return letters
}
