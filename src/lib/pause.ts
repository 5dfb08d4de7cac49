/** Resolves after the given time. */
export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Resolves with the result of the work, or with undefined if it takes longer; the work itself is not cancelled. */
export const withTimeout = <T>(milliseconds: number, work: Promise<T>): Promise<T | undefined> =>
  Promise.race([work, pause(milliseconds).then(() => undefined)])

/** Yields to pending tasks, user input above all; continues at once in a browser without `scheduler.yield`. */
export const yieldToMain = async (): Promise<void> => globalThis.scheduler?.yield?.()
