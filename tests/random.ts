/** Returns a generator of numbers from 0 up to, but not including, 1; the same sequence for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export interface Dice {
  chance(share: number): boolean
  /** An integer from 0 up to, but not including, `limit`. */
  below(limit: number): number
  oneOf<T>(all: readonly T[]): T
}

export function diceOf(random: () => number): Dice {
  const below = (limit: number) => Math.floor(random() * limit)
  return { chance: (share) => random() < share, below, oneOf: <T>(all: readonly T[]) => all[below(all.length)] as T }
}
