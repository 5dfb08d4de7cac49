/** From a seed, a schedule: plain data, so that it can be printed, kept, and made smaller by dropping steps. */

export const ADA = 1
export const BO = 2
/** On the board, and has no part in this device. */
export const CY = 9
/** Who changes records from elsewhere. */
export const OTHER = 50

/** From 0 up to 1; the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** What happens to one request. */
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

/** Time after a step: `turns` of the event loop, with whatever is under way, or until all is quiet and `ms` have passed. */
interface After {
  readonly turns?: number
  readonly ms?: number
}

/** `tab` counts among the tabs that live then, so that a schedule holds together when steps are dropped. */
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
    | { readonly do: 'again' | 'discard'; readonly tab: number; readonly line: number; readonly twice?: true }
    | { readonly do: 'full'; readonly tab: number; readonly writes: number }
  )

export interface Schedule {
  readonly seed: number
  readonly locks: boolean
  readonly steps: readonly Step[]
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const WAITS = [0, 15, 60, 250, 2 * SECOND, 16 * SECOND, 40 * SECOND, 5 * MINUTE] as const
const JUMPS = [MINUTE, 20 * MINUTE, 3 * HOUR, 25 * HOUR, 20 * DAY, 3 * 365 * DAY] as const

/** Each kind of step with its weight. */
const WEIGHTS = {
  tap: 45,
  offline: 7,
  online: 10,
  mishaps: 12,
  kill: 6,
  open: 9,
  freeze: 3,
  thaw: 3,
  look: 2,
  worker: 4,
  wait: 4,
  revoke: 1,
  signIn: 4,
  signOut: 2,
  elsewhere: 5,
  clock: 4,
  deliver: 5,
  again: 4,
  discard: 3,
  full: 2,
} as const satisfies Record<Step['do'], number>

/** Any seed gives a schedule, always the same one. */
export function scheduleOf(seed: number): Schedule {
  const random = randomOf(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const oneOf = <T>(all: readonly T[]): T => all[below(all.length)] as T
  const kinds = Object.entries(WEIGHTS).flatMap(([kind, weight]) => Array<Step['do']>(weight).fill(kind as Step['do']))

  function after(): After {
    const dice = random()
    if (dice < 0.25) return { turns: 1 + below(30) }
    return dice < 0.5 ? { ms: 0 } : { ms: oneOf(WAITS) }
  }

  function step(kind: Step['do']): Step {
    switch (kind) {
      case 'tap':
        return { do: kind, tab: below(3), entity: below(3), kind: oneOf(['away', 'away', 'back', 'plain']), ...after() }
      case 'mishaps': {
        const next = Array.from({ length: 1 + below(4) }, () => oneOf(MISHAPS))
        return { do: kind, next, retryAfter: oneOf([1, 20, 90, 3_600]), ...after() }
      }
      case 'kill':
      case 'freeze':
      case 'thaw':
      case 'look':
        return { do: kind, tab: below(3), ...after() }
      case 'signIn':
        return { do: kind, user: random() < 0.6 ? ADA : BO, maySend: random() < 0.85, ...after() }
      case 'signOut':
        return { do: kind, tab: below(3), waiting: random() < 0.8 ? 'keep' : 'discard', ...after() }
      case 'elsewhere':
        return { do: kind, entity: below(3), ...after() }
      case 'clock':
        return { do: kind, by: oneOf(JUMPS) * (random() < 0.5 ? 1 : -1), ...after() }
      case 'deliver':
        return { do: kind, tab: below(3), entity: below(3), old: below(4), ...after() }
      case 'again':
      case 'discard':
        return { do: kind, tab: below(3), line: below(4), ...(random() < 0.2 ? { twice: true } : {}), ...after() }
      case 'full':
        return { do: kind, tab: below(3), writes: 1 + below(3), ...after() }
      default:
        return { do: kind, ...after() }
    }
  }

  const steps = Array.from({ length: 20 + below(21) }, () => step(oneOf(kinds)))
  return { seed, locks: random() >= 0.25, steps }
}
