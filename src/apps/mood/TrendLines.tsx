/** The lines alone: a chunk of its own, as the charts' code is larger than the rest of the screen. */
import '@mantine/charts/styles.layer.css'
import { LineChart } from '@mantine/charts'
import { MOOD_SERIES } from '#src/ui/mood-lines.ts'
import { useChartMotion } from '#src/ui/use-chart-motion.ts'

export interface TrendPoint {
  readonly label: string
  readonly morale: number | null
  readonly stress: number | null
  readonly workload: number | null
}

export function TrendLines({ points }: { points: readonly TrendPoint[] }) {
  const motion = useChartMotion()
  return (
    <LineChart
      h="100%"
      data={[...points]}
      dataKey="label"
      series={MOOD_SERIES}
      curveType="linear"
      connectNulls={false}
      gridAxis="x"
      tickLine="none"
      strokeDasharray="0"
      gridColor="var(--line)"
      dotProps={{ r: 2.5 }}
      // The table under it is for the keyboard and a screen reader.
      lineChartProps={{ accessibilityLayer: false }}
      yAxisProps={{ width: 24, domain: [1, 5], ticks: [1, 2, 3, 4, 5] }}
      xAxisProps={{ interval: 'preserveStartEnd', minTickGap: 24 }}
      lineProps={motion}
    />
  )
}
