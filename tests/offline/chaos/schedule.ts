/** A schedule: plain data, so that it can be printed, kept, and shrunk by dropping steps. */

export const ADA = 1
export const BO = 2
/** A person on the board who never uses this device. */
export const CY = 9
/** The user who changes records from elsewhere. */
export const OTHER = 50

/** What may happen to a request. */
export const MISHAPS = [
  'none',
  'lost',
  'silent',
  'answerLost',
  'late',
  'signIn',
  'forbidden',
  'missing',
  'invalid',
  'tooMany',
  'error',
  'unavailable',
  'errorAfter',
  'bareError',
  'captive',
  'proxyForbidden',
  'redirectRefused',
  'redirected',
  'opaque',
  'cut',
  'wrongShape',
  'wrongShapeAfter',
] as const
export type Mishap = (typeof MISHAPS)[number]

/**
 * How much time passes after a step: `turns` of the event loop, whatever is under way; or until all is quiet and `ms`
 * have passed.
 */
export interface After {
  readonly turns?: number
  readonly ms?: number
}

/** `tab` is an index among the tabs alive at that moment, so that a schedule stays valid when steps are dropped. */
export type Step = After &
  (
    | { readonly do: 'tap'; readonly tab: number; readonly entity: number; readonly kind: 'away' | 'back' | 'plain' }
    | { readonly do: 'online' | 'offline' | 'worker' | 'wait' | 'revoke' }
    | { readonly do: 'mishaps'; readonly next: readonly Mishap[]; readonly retryAfter?: number }
    | { readonly do: 'kill' | 'freeze' | 'thaw' | 'look'; readonly tab: number }
    | { readonly do: 'open' }
    | { readonly do: 'signIn'; readonly user: number; readonly maySend: boolean }
    | { readonly do: 'signOut'; readonly tab: number; readonly waiting: 'keep' | 'discard' }
    | { readonly do: 'elsewhere'; readonly entity: number }
    | { readonly do: 'clock'; readonly by: number }
    | { readonly do: 'deliver'; readonly tab: number; readonly entity: number; readonly old: number }
    | { readonly do: 'again' | 'discard'; readonly tab: number; readonly line: number; readonly twice?: boolean }
    | { readonly do: 'full'; readonly tab: number; readonly writes: number }
  )

export interface Schedule {
  readonly seed: number
  readonly locks: boolean
  readonly steps: readonly Step[]
}
