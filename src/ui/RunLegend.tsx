/** How runs are drawn in all charts: success plain, amended striped, failed crossed, to be told apart without hues. */
import classes from './RunLegend.module.css'
import { StatusMark } from './StatusMark.tsx'

export const RUN_SERIES = [
  { name: 'successful', status: 'success', label: 'Success', color: 'var(--available)' },
  { name: 'amended', status: 'amended', label: 'Amended', color: 'var(--warning)' },
  { name: 'failed', status: 'failed', label: 'Failed', color: 'var(--failed)' },
] as const
export type RunPart = (typeof RUN_SERIES)[number]['name']

/** Returns the fill of a part; needs `RunTextures` on the screen. */
export const runPaint = (part: RunPart) => (part === 'successful' ? 'var(--available)' : `url(#runs-${part})`)

const texture = { patternUnits: 'userSpaceOnUse', width: 6, height: 6 } as const

/** The patterns that all charts of a screen refer to; render it once per screen. */
export const RunTextures = () => (
  <svg className={classes.textures} width={0} height={0} aria-hidden="true">
    <pattern id="runs-amended" {...texture} patternTransform="rotate(45)">
      <rect width={6} height={6} fill="var(--warning)" />
      <rect width={2.5} height={6} fill="color-mix(in srgb, var(--warning) 20%, var(--card))" />
    </pattern>
    <pattern id="runs-failed" {...texture} patternTransform="rotate(45)">
      <rect width={6} height={6} fill="var(--failed)" />
      <path d="M0 .5h6M.5 0v6" stroke="var(--card)" strokeWidth={0.8} />
    </pattern>
  </svg>
)

/** The charts' legend, by texture, shape and word. */
export const RunLegend = () =>
  RUN_SERIES.map(({ name, status }) => (
    <span key={name} className={classes.entry}>
      <svg viewBox="0 0 12 12" width={12} height={12} aria-hidden="true">
        <rect width={12} height={12} rx={2} fill={runPaint(name)} />
      </svg>
      <StatusMark status={status} />
    </span>
  ))
