/** Resolves after so long. */
export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

/** What comes of the work; undefined where that takes longer than somebody's patience. It goes on all the same. */
export const within = <T>(milliseconds: number, work: Promise<T>): Promise<T | undefined> =>
  Promise.race([work, pause(milliseconds).then(() => undefined)])

/** Lets whatever waits have its turn, a finger above all, and goes on soon; at once in a browser that knows no such turn. */
export const yieldToMain = async (): Promise<void> => globalThis.scheduler?.yield?.()
