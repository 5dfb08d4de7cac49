/** Parses an address; undefined if it is none. `URL.canParse` is not in the oldest browsers (README, Browsers). */
export function parseUrl(address: string): URL | undefined {
  try {
    return new URL(address)
  } catch {
    return undefined
  }
}
