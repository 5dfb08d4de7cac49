/**
 * Schedules that once broke a promise, cut down to the steps that matter. They are tried first, and must never break it
 * again.
 */
import type { Schedule } from './schedule.ts'

interface Kept {
  readonly what: string
  readonly schedule: Schedule
}

/** Number of random schedules that are run, from seed 1 on (`chaos.test.ts`). */
export const SCHEDULES = 2_000

export const KEPT: readonly Kept[] = [
  {
    what: 'a sign-out forgot which revision was the person’s own, so that their next change met a conflict with it',
    schedule: {
      seed: 120,
      locks: true,
      steps: [
        { do: 'tap', tab: 1, entity: 0, kind: 'away', ms: 15 },
        { do: 'tap', tab: 1, entity: 2, kind: 'back', ms: 0 },
        { do: 'online', ms: 0 },
        { do: 'tap', tab: 0, entity: 0, kind: 'away', ms: 0 },
        { do: 'mishaps', next: ['none', 'unavailable'], ms: 0 },
        { do: 'tap', tab: 0, entity: 0, kind: 'back', ms: 250 },
        { do: 'signOut', tab: 0, waiting: 'keep', ms: 60 },
        { do: 'signIn', user: 1, maySend: true, turns: 2 },
        { do: 'online', ms: 0 },
        { do: 'tap', tab: 2, entity: 1, kind: 'away', ms: 2_000 },
      ],
    },
  },
  {
    what: 'a tray that was old by a moment threw away the change that had been merged in meanwhile',
    schedule: {
      seed: 159,
      locks: true,
      steps: [
        { do: 'offline', ms: 0 },
        { do: 'tap', tab: 0, entity: 1, kind: 'away', ms: 0 },
        { do: 'tap', tab: 0, entity: 1, kind: 'away', turns: 25 },
        { do: 'discard', tab: 0, line: 0, turns: 21 },
      ],
    },
  },
  {
    what: 'such a tray insisted on a change that nobody had been asked about',
    schedule: {
      seed: 1783,
      locks: true,
      steps: [
        { do: 'offline', ms: 0 },
        { do: 'tap', tab: 0, entity: 2, kind: 'away', ms: 0 },
        { do: 'tap', tab: 0, entity: 2, kind: 'away', turns: 5 },
        { do: 'again', tab: 0, line: 2, turns: 29 },
        { do: 'clock', by: 1_728_000_000, ms: 40_000 },
      ],
    },
  },
  {
    what: '“Try again” pressed twice made two changes of one',
    schedule: {
      seed: 21,
      locks: true,
      steps: [
        { do: 'mishaps', next: ['missing'], ms: 0 },
        { do: 'tap', tab: 0, entity: 1, kind: 'plain', ms: 2_000 },
        { do: 'again', tab: 1, line: 1, twice: true, ms: 15 },
      ],
    },
  },
]
