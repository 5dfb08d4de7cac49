/** The three lines of the trends, told apart by colour and by dash. */
export const LINES = [
  { name: 'morale', title: 'Morale', color: 'var(--accent)', dashes: '0' },
  { name: 'stress', title: 'Stress', color: 'var(--warning)', dashes: '6 4' },
  { name: 'workload', title: 'Workload', color: 'var(--waiting)', dashes: '2 4' },
] as const
