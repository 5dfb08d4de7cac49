/** Runs what a storage that is full, forbidden or somebody else's may refuse: null then. */
export function attempt<T>(act: () => T): T | null {
  try {
    return act()
  } catch {
    return null
  }
}
