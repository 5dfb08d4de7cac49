/** Loads the outbox engine on demand: it brings Dexie along, which the first screen is not to wait for. */

export type Engine = typeof import('./engine.ts')

let loaded: Engine | null = null

export async function engine(): Promise<Engine> {
  loaded ??= await import('./engine.ts')
  return loaded
}

/** Returns the engine without a wait if it is there: a tap is then on its way to disk before anything else happens. */
export const engineAtOnce = (): Engine | Promise<Engine> => loaded ?? engine()
