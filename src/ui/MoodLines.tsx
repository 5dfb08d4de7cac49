/**
 * The levels of mood reports by week, as a line chart. In a chunk with the charts' code, which is larger than the rest
 * of the screen.
 */
import '@mantine/charts/styles.layer.css'
import { LineChart, type LineChartProps } from '@mantine/charts'
import { MOOD_LINES } from './MoodLegend.tsx'
import { useChartMotion } from './use-chart-motion.ts'

const SERIES = MOOD_LINES.map(({ name, title, color, dashes }) => ({
  name,
  label: title,
  color,
  strokeDasharray: dashes,
}))

type Averages = Readonly<Record<(typeof MOOD_LINES)[number]['name'], number>>

interface MoodLinesProps extends Pick<LineChartProps, 'h' | 'withLegend' | 'legendProps'> {
  /** `averages` is null for a week without figures: the line has a gap there. */
  readonly weeks: readonly { readonly label: string; readonly averages: Averages | null }[]
}

export function MoodLines({ weeks, ...rest }: MoodLinesProps) {
  const motion = useChartMotion()
  return (
    <LineChart
      data={weeks.map(({ label, averages }) => ({ label, ...averages }))}
      dataKey="label"
      series={SERIES}
      curveType="linear"
      connectNulls={false}
      gridAxis="x"
      tickLine="none"
      strokeDasharray="0"
      gridColor="var(--line)"
      dotProps={{ r: 2.5 }}
      // Keyboard and screen readers use the table under the chart.
      lineChartProps={{ accessibilityLayer: false }}
      yAxisProps={{ width: 24, domain: [1, 5], ticks: [1, 2, 3, 4, 5] }}
      xAxisProps={{ interval: 'preserveStartEnd', minTickGap: 24 }}
      lineProps={motion}
      {...rest}
    />
  )
}
