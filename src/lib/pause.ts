/** Resolves after so long; in a race it is the end of somebody's patience. */
export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))
