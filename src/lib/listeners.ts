/** Whoever wants to hear that something has changed. */
export interface Listeners {
  tell(): void
  /** Answers how to stop. */
  listen(this: void, listener: () => void): () => void
}

/** `watch` runs while anybody listens, and answers how to end it. */
export function listeners(watch?: () => () => void): Listeners {
  const all = new Set<() => void>()
  let end: (() => void) | undefined
  return {
    tell() {
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
