/** The three levels of a mood report as lines of a chart, told apart by shade and by dash: none of them is late or waits. */
export const MOOD_LINES = [
  { name: 'morale', title: 'Morale', color: 'var(--accent)', dashes: '0' },
  { name: 'stress', title: 'Stress', color: 'var(--text)', dashes: '6 4' },
  { name: 'workload', title: 'Workload', color: 'var(--text-quiet)', dashes: '2 4' },
] as const

/** As the chart takes them. */
export const MOOD_SERIES = MOOD_LINES.map(({ name, title, color, dashes }) => ({
  name,
  label: title,
  color,
  strokeDasharray: dashes,
}))
