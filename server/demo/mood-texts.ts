/** Texts of the sample company's mood reports. */
import type { DEPARTMENTS } from './people.ts'

type Texts = readonly [string, ...string[]]

/** Comments on an answer, by question and level: low (1, 2), middling (3), high (4, 5). */
export const COMMENTS: Readonly<
  Record<'morale' | 'stress' | 'workload', Readonly<Record<'low' | 'middling' | 'high', Texts>>>
> = {
  morale: {
    low: [
      'I do not see where we are going with this.',
      'The news about the office move took the wind out of me.',
      'Third week in which plans changed on a Thursday.',
      'Missing Samira a lot. The team is quieter without her.',
      'Tired.',
    ],
    middling: ['Fine, nothing special.', 'Up and down.', 'Better than last week.', 'Holiday is near, that helps.'],
    high: [
      'Proud of the team this week!',
      'Good mood all around, the new colleagues fit in so well.',
      'We laughed a lot. 😄',
      'Somebody said thank you, and meant it.',
      'I like what I am doing just now.',
    ],
  },
  stress: {
    low: [
      'Two people out sick, and the phone did not stop.',
      'I took the laptop home every evening.',
      'The deadline of the 15th is not going to hold, and everybody knows it.',
      'Slept badly because of the migration.',
    ],
    middling: ['Mondays are hard, the rest is fine.', 'A few late evenings, but it was my own choice.', 'Usual.'],
    high: [
      'Calm.',
      'I could finish one thing before the next began.',
      'No calls after five. It works!',
      'Very relaxed week.',
    ],
  },
  workload: {
    low: [
      'I have three projects that are each “the most important one”.',
      'Could somebody please take over the weekly figures?',
      'Too much. I moved four things to next week again.',
      'We need the second person for the inbox that we talked about.',
    ],
    middling: ['A lot, but it can be done.', 'Full, not too full.', 'Uneven: nothing on Monday, everything on Friday.'],
    high: [
      'Just right.',
      'Enough time to tidy up behind me for once.',
      'I have room for something new.',
      'Well planned, thank you.',
    ],
  },
}

const HIGHS_OF_ALL: Texts = [
  'Lunch with the whole team in the park.',
  'Finally understood how the budget works.',
  'My first week without a single meeting on Wednesday.',
  'The new chairs!',
  'Coffee with somebody from another floor: should do that more often.',
  'Got a very kind mail from a customer, pinned it above my desk.',
  'The workshop on Tuesday was worth every minute.',
  'Helped Lea find her way around, and learned a few things myself.',
]

const LOWS_OF_ALL: Texts = [
  'The heating in our room is still broken.',
  'Too many meetings that could have been a message.',
  'VPN down for half of Tuesday.',
  'Nothing really. A quiet week.',
  'Had to move my day off.',
  'Lunch queue, every day the same.',
  'I forgot a promise that I made. Sorry again!',
  'Waiting for an answer since last Thursday.',
]

type ByDepartment = Readonly<Record<(typeof DEPARTMENTS)[number], Texts>>

const HIGHS: ByDepartment = {
  'Customer Care': [
    'Queue empty on Friday at four. Empty!',
    'The grumpy caller of last month rang up to say thanks.',
    'Our new templates save me an hour a day.',
    'Satisfaction at 94 %, best since spring.',
  ],
  Sales: [
    'Signed Brightwater after five months.',
    'Two demos, two yeses.',
    'The new price list is so much easier to explain.',
    'Trade fair: sore feet, forty good talks.',
  ],
  Engineering: [
    'The import is ten times as fast now. One missing index…',
    'Deleted 4,000 lines and nobody noticed. 🎉',
    'Zero alerts on call.',
    'Pair programming with Øyvind, learned a lot.',
  ],
  Finance: [
    'Month closed in two days.',
    'The auditors had no questions. None.',
    'Found out why the travel costs never matched.',
    'The new report builds itself every morning.',
  ],
  'People & Culture': [
    'Four people started on Monday, and all of them had a desk, a badge and a laptop.',
    'The mentoring programme has its first twelve pairs.',
    'Great candidate for the open position in Care.',
    'Summer party is planned!',
  ],
}

const LOWS: ByDepartment = {
  'Customer Care': [
    'The outage on Wednesday: 180 calls in one morning.',
    'Shift plan for next week came on Friday evening.',
    'The phone software hung up on customers, again.',
  ],
  Sales: [
    'Lost Norderhaus in the last round.',
    'The CRM ate my notes of two days.',
    'Quarter’s target seems far away.',
  ],
  Engineering: [
    'The nightly load failed three times.',
    'Reviews take days. Mine too, I know.',
    'Spent a day on a bug that was a time zone.',
  ],
  Finance: [
    'Forty receipts without a name on them.',
    'The bank’s interface changed without a word.',
    'The forecast was rewritten twice.',
  ],
  'People & Culture': [
    'Two candidates declined on the same day.',
    'Had to say no to a request that I would have liked to grant.',
    'So much paper. Still.',
  ],
}

const bothOf = (own: ByDepartment, all: Texts) => (department: keyof ByDepartment) =>
  [...own[department], ...all] as [string, ...string[]]

/** What was good in the week. */
export const highsOf = bothOf(HIGHS, HIGHS_OF_ALL)
/** What was bad in the week. */
export const lowsOf = bothOf(LOWS, LOWS_OF_ALL)

export const EXTRAS: Texts = [
  'Could we have a second whiteboard?',
  'I would like to talk about training in spring.',
  'Off next week, Quinn takes over.',
  'Thanks for reading these. It does make a difference.',
  'Is the kitchen on the third floor ever coming back?',
  'All good. 👍',
]

/** Why somebody should be employee of the month. */
export const REASONS: Texts = [
  'Stayed late to help me with the handover, without being asked.',
  'Explains things so that everybody understands them.',
  'Kept calm on the day of the outage, and kept us calm too.',
  'Always asks how you are, and waits for the answer.',
  'Fixed what all of us had complained about for a year.',
  'Brought the new colleagues through their first weeks.',
  'Says what has to be said, kindly.',
  'Took my shift when my son was ill.',
]
