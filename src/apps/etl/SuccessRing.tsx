/** The past week as a ring chart with the success rate in the middle (spec §2, §9). */
import { successRate } from '#src/lib/success-rate.ts'
import { runPaint } from '#src/ui/RunLegend.tsx'
import type { RunSummary } from './run-list.ts'
import classes from './SuccessRing.module.css'

const PARTS = ['successful', 'amended', 'failed'] as const
/** Gap between two parts, in hundredths of the ring. */
const GAP = 0.5
/** Minimum share of a part, in hundredths of the ring, so that even the smallest is visible beside its gap. */
const MIN_SHARE = 1.3

/** Returns the share of the ring of each part, and where it begins. */
function arcsOf(summary: RunSummary) {
  const shares = PARTS.map((part) =>
    summary[part] > 0 ? Math.max(MIN_SHARE, (summary[part] / summary.total) * 100) : 0,
  )
  const whole = shares.reduce((sum, share) => sum + share, 0)
  const gap = shares.filter((share) => share > 0).length > 1 ? GAP : 0
  return PARTS.map((part, index) => ({
    part,
    from: (shares.slice(0, index).reduce((sum, share) => sum + share, 0) / whole) * 100 + gap / 2,
    share: ((shares[index] ?? 0) / whole) * 100 - gap,
  })).filter(({ share }) => share > 0)
}

export function SuccessRing({ summary }: { summary: RunSummary }) {
  const rate = successRate(summary.successful, summary.total)
  const rateText = summary.total === 0 ? rate : `${rate}%`
  return (
    <figure className={classes.figure}>
      <div className={classes.ring}>
        <svg viewBox="0 0 120 120" aria-hidden="true">
          {summary.total === 0 && <circle className={classes.track} cx="60" cy="60" r="52" />}
          {arcsOf(summary).map(({ part, from, share }) => (
            <circle
              key={part}
              className={classes.arc}
              cx="60"
              cy="60"
              r="52"
              pathLength="100"
              stroke={runPaint(part)}
              style={{ '--share': share, '--from': from }}
            />
          ))}
        </svg>
        <strong className={classes.rate}>{rateText}</strong>
      </div>
      <figcaption className={classes.caption}>Success rate, past week</figcaption>
    </figure>
  )
}
