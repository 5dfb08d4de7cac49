/** Returns the result of `act`, or null if it throws, as storage does that is full, forbidden or holds foreign data. */
export function attempt<T>(act: () => T): T | null {
  try {
    return act()
  } catch {
    return null
  }
}
