/** A stacked bar chart of runs. In a chunk with the charts' code, which is larger than the rest of the screen. */
import '@mantine/charts/styles.layer.css'
import { BarChart, type BarChartProps } from '@mantine/charts'
import { type BarShapeProps, Rectangle } from 'recharts'
import { countText } from '#src/lib/count-text.ts'
import { RUN_SERIES, type RunPart, runPaint } from './RunLegend.tsx'
import { useChartMotion } from './use-chart-motion.ts'

/** Gap between two parts of a bar, in pixels. */
const GAP = 1.5

/** A part of a bar, ending `GAP` above the one below it; a part of hardly any height is drawn whole. */
const Part = ({ height = 0, ...part }: BarShapeProps) => (
  <Rectangle {...part} height={Math.min(height, Math.max(GAP, height - GAP))} />
)

interface RunBarsProps
  extends Pick<BarChartProps, 'h' | 'barChartProps' | 'yAxisProps' | 'withLegend' | 'legendProps'> {
  readonly data: readonly ({ readonly label: string } & Record<RunPart, number>)[]
}

/** The chart. `RunTextures` must be on the screen already. */
export function RunBars({ data, barChartProps, ...rest }: RunBarsProps) {
  const motion = useChartMotion()
  return (
    <BarChart
      type="stacked"
      data={[...data]}
      dataKey="label"
      series={[...RUN_SERIES]}
      gridAxis="x"
      tickLine="none"
      strokeDasharray="0"
      maxBarWidth={40}
      gridColor="var(--line)"
      valueFormatter={countText}
      // Keyboard and screen readers use the table under the chart.
      barChartProps={{ accessibilityLayer: false, ...barChartProps }}
      barProps={({ name }) => ({
        ...motion,
        fill: runPaint(name as RunPart),
        ...(name === RUN_SERIES[0].name ? {} : { shape: Part }),
      })}
      {...rest}
    />
  )
}
