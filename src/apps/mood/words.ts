/** The three rated questions, with a word for each face: 5 is always the good end (spec §9, wire.md §4). */

export const QUESTIONS = [
  {
    level: 'moraleLevel',
    comment: 'moraleComment',
    name: 'Morale',
    words: ['Terrible', 'Low', 'Okay', 'Good', 'Great'],
  },
  {
    level: 'stressLevel',
    comment: 'stressComment',
    name: 'Stress',
    words: ['Swamped', 'Tense', 'Okay', 'Calm', 'Relaxed'],
  },
  {
    level: 'workloadLevel',
    comment: 'workloadComment',
    name: 'Workload',
    words: ['Crushing', 'Heavy', 'Fair', 'Good', 'Just right'],
  },
] as const

/** Returns the word for a level, like `Great` for a morale of 5. */
export const wordOf = ({ words }: (typeof QUESTIONS)[number], level: number): string => words[level - 1] ?? ''
