/** Makes a schedule from a seed: mostly random steps, and now and then a scene in which much can go wrong. */
import { keysOf } from '#contract/records.ts'
import { type Dice, diceOf, randomOf } from '../../random.ts'
import { ADA, type After, BO, MISHAPS, type Schedule, type Step } from './schedule.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const WAITS = [0, 15, 60, 250, 2 * SECOND, 16 * SECOND, 40 * SECOND, 5 * MINUTE] as const
const JUMPS = [MINUTE, 20 * MINUTE, 3 * HOUR, 25 * HOUR, 20 * DAY, 3 * 365 * DAY] as const
const RETRY_AFTER = [1, 20, 90, 3_600] as const
const FEWEST_STEPS = 20
const MOST_STEPS = 40
const SCENES_IN = 0.5
const WITHOUT_LOCKS = 0.25

function after({ chance, below, oneOf }: Dice): After {
  if (chance(0.25)) return { turns: 1 + below(30) }
  return { ms: chance(0.33) ? 0 : oneOf(WAITS) }
}

const someTurns = ({ below }: Dice): After => ({ turns: 1 + below(30) })

/** Each kind of step: its weight, and its random parts. */
const KINDS: { readonly [K in Step['do']]: readonly [weight: number, make: (dice: Dice) => Step & { do: K }] } = {
  tap: [
    45,
    ({ below, oneOf }) => ({
      do: 'tap',
      tab: below(3),
      entity: below(3),
      kind: oneOf(['away', 'away', 'back', 'plain']),
    }),
  ],
  mishaps: [
    12,
    ({ below, oneOf }) => ({
      do: 'mishaps',
      next: Array.from({ length: 1 + below(4) }, () => oneOf(MISHAPS)),
      retryAfter: oneOf(RETRY_AFTER),
    }),
  ],
  online: [10, () => ({ do: 'online' })],
  offline: [7, () => ({ do: 'offline' })],
  open: [9, () => ({ do: 'open' })],
  kill: [6, ({ below }) => ({ do: 'kill', tab: below(3) })],
  freeze: [3, ({ below }) => ({ do: 'freeze', tab: below(3) })],
  thaw: [3, ({ below }) => ({ do: 'thaw', tab: below(3) })],
  look: [2, ({ below }) => ({ do: 'look', tab: below(3) })],
  worker: [4, () => ({ do: 'worker' })],
  wait: [4, () => ({ do: 'wait' })],
  revoke: [1, () => ({ do: 'revoke' })],
  signIn: [4, ({ chance }) => ({ do: 'signIn', user: chance(0.6) ? ADA : BO, maySend: chance(0.85) })],
  signOut: [2, ({ below, chance }) => ({ do: 'signOut', tab: below(3), waiting: chance(0.8) ? 'keep' : 'discard' })],
  elsewhere: [5, ({ below }) => ({ do: 'elsewhere', entity: below(3) })],
  clock: [4, ({ chance, oneOf }) => ({ do: 'clock', by: oneOf(JUMPS) * (chance(0.5) ? 1 : -1) })],
  deliver: [5, ({ below }) => ({ do: 'deliver', tab: below(3), entity: below(3), old: below(4) })],
  again: [4, (dice) => ({ do: 'again', tab: dice.below(3), line: dice.below(4), twice: dice.chance(0.2) })],
  discard: [3, (dice) => ({ do: 'discard', tab: dice.below(3), line: dice.below(4), twice: dice.chance(0.2) })],
  full: [2, ({ below }) => ({ do: 'full', tab: below(3), writes: 1 + below(3) })],
}

/** Sequences of steps that are common in real life and rare by chance. */
const SCENES: readonly ((dice: Dice) => Step[])[] = [
  // The tray is out of date by the time the person presses its button.
  (dice) => {
    const entity = dice.below(3)
    const tap = { do: 'tap', tab: 0, entity, kind: 'away' } as const
    return [
      { do: 'offline', ms: 0 },
      { ...tap, ms: 0 },
      { ...tap, ...someTurns(dice) },
      { do: dice.oneOf(['discard', 'again']), tab: 0, line: dice.below(3), ...someTurns(dice) },
      { do: 'online', ...after(dice) },
    ]
  },
  // A refused change is repeated, and the button is pressed twice.
  (dice) => [
    { do: 'online', ms: 250 },
    { do: 'mishaps', next: [dice.oneOf(['forbidden', 'missing', 'invalid'])], ms: 0 },
    { do: 'tap', tab: 0, entity: dice.below(3), kind: 'plain', ms: 2 * SECOND },
    { do: 'again', tab: dice.below(2), line: dice.below(2), twice: dice.chance(0.7), ...after(dice) },
  ],
  // A person signs out between two changes of the same record, the first of which was accepted.
  (dice) => {
    const entity = dice.below(3)
    return [
      { do: 'online', ms: 0 },
      { do: 'tap', tab: 0, entity, kind: 'away', ms: 0 },
      { do: 'mishaps', next: ['none', dice.oneOf(['lost', 'unavailable'])], ms: 0 },
      { do: 'tap', tab: 0, entity, kind: 'back', ms: dice.oneOf([60, 250]) },
      { do: 'signOut', tab: 0, waiting: 'keep', ms: 60 },
      { do: 'signIn', user: ADA, maySend: true, turns: 2 },
      { do: 'clock', by: dice.oneOf(JUMPS), ...after(dice) },
    ]
  },
  // Two tabs send the same row and get different answers.
  (dice) => [
    { do: 'open', ms: 250 },
    { do: 'offline', ms: 0 },
    { do: 'tap', tab: 0, entity: dice.below(3), kind: dice.oneOf(['away', 'plain']), ms: 60 },
    { do: 'mishaps', next: ['none', dice.oneOf(['forbidden', 'missing', 'lost', 'tooMany'])], ms: 0 },
    { do: 'online', ...after(dice) },
  ],
  // A tab is killed while it stores, claims or settles a row.
  (dice) => [
    { do: 'tap', tab: 0, entity: dice.below(3), kind: 'plain', ...someTurns(dice) },
    { do: 'kill', tab: 0, ...after(dice) },
    { do: 'open', ...after(dice) },
  ],
]

const BAG = keysOf(KINDS).flatMap((kind) => Array<Step['do']>(KINDS[kind][0]).fill(kind))

function anyStep(dice: Dice): Step {
  const [, make] = KINDS[dice.oneOf(BAG)]
  return { ...make(dice), ...after(dice) }
}

/** Returns the schedule of a seed: always the same one. */
export function scheduleOf(seed: number): Schedule {
  const dice = diceOf(randomOf(seed))
  const locks = !dice.chance(WITHOUT_LOCKS)
  const scene = dice.chance(SCENES_IN) ? dice.oneOf(SCENES)(dice) : []
  const length = FEWEST_STEPS + dice.below(MOST_STEPS - FEWEST_STEPS + 1) - scene.length
  const steps = Array.from({ length }, () => anyStep(dice))
  const from = dice.below(length)
  return { seed, locks, steps: [...steps.slice(0, from), ...scene, ...steps.slice(from)] }
}
