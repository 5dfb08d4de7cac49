/** Resolves after the given time. Rejects with the signal's reason as soon as that is aborted. */
export const pause = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(end, milliseconds)
    function end(): void {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      if (signal?.aborted) reject(signal.reason)
      else resolve()
    }
    signal?.addEventListener('abort', end)
    if (signal?.aborted) end()
  })

/** Resolves with the result of the work, or with undefined if it takes longer; the work itself is not cancelled. */
export const withTimeout = <T>(milliseconds: number, work: Promise<T>): Promise<T | undefined> =>
  Promise.race([work, pause(milliseconds).then(() => undefined)])

/** Yields to pending tasks, user input above all; continues at once in a browser without `scheduler.yield`. */
export const yieldToMain = async (): Promise<void> => globalThis.scheduler?.yield?.()
