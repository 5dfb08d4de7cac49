/**
 * The three levels of a mood report as lines of a chart. They differ by shade and dash, not by the status colours: no
 * level means late or waiting.
 */
import classes from './MoodLegend.module.css'

export const MOOD_LINES = [
  { name: 'morale', title: 'Morale', color: 'var(--accent)', dashes: '0' },
  { name: 'stress', title: 'Stress', color: 'var(--text)', dashes: '6 4' },
  { name: 'workload', title: 'Workload', color: 'var(--text-quiet)', dashes: '2 4' },
] as const

/** The chart's legend: each level with a sample of its line. */
export const MoodLegend = () => (
  <ul className={classes.legend}>
    {MOOD_LINES.map(({ name, title, color, dashes }) => (
      <li key={name}>
        <svg viewBox="0 0 24 8" width={24} height={8} aria-hidden="true">
          <path d="M1 4h22" stroke={color} strokeWidth={2} strokeDasharray={dashes} />
        </svg>
        {title}
      </li>
    ))}
  </ul>
)
