/** A set of listeners for changes. */
export interface Listeners {
  /** Calls all listeners. */
  notify(): void
  /** Adds a listener; returns a function that removes it. */
  listen(this: void, listener: () => void): () => void
}

/** Creates a set of listeners. `watch` runs when the first listener is added; its result when the last one is removed. */
export function listeners(watch?: () => () => void): Listeners {
  const all = new Set<() => void>()
  let end: (() => void) | undefined
  return {
    notify() {
      for (const listener of all) listener()
    },
    listen(listener) {
      if (all.size === 0) end = watch?.()
      all.add(listener)
      return () => {
        if (all.delete(listener) && all.size === 0) end?.()
      }
    },
  }
}
