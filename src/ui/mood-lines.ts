/** The three levels of a mood report as lines of a chart, told apart by colour and by dash. */
export const MOOD_LINES = [
  { name: 'morale', title: 'Morale', color: 'var(--accent)', dashes: '0' },
  { name: 'stress', title: 'Stress', color: 'var(--warning)', dashes: '6 4' },
  { name: 'workload', title: 'Workload', color: 'var(--waiting)', dashes: '2 4' },
] as const

/** As the chart takes them. */
export const MOOD_SERIES = MOOD_LINES.map(({ name, title, color, dashes }) => ({
  name,
  label: title,
  color,
  strokeDasharray: dashes,
}))
