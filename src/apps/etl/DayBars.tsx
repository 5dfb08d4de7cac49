/** The bars alone: a chunk of its own, as the charts' code is larger than the rest of the screen. */
import '@mantine/charts/styles.layer.css'
import { BarChart } from '@mantine/charts'
import { useReducedMotion } from '@mantine/hooks'

interface Day {
  readonly label: string
  readonly successful: number
  readonly amended: number
  readonly failed: number
}

const SERIES = [
  { name: 'successful', label: 'Success', color: 'var(--available)' },
  { name: 'amended', label: 'Amended', color: 'var(--warning)' },
  { name: 'failed', label: 'Failed', color: 'var(--failed)' },
]

export function DayBars({ days }: { days: readonly Day[] }) {
  const isStill = useReducedMotion()
  return (
    <BarChart
      h="100%"
      type="stacked"
      data={[...days]}
      dataKey="label"
      series={SERIES}
      gridAxis="x"
      tickLine="none"
      strokeDasharray="0"
      maxBarWidth={40}
      gridColor="var(--line)"
      // The table beside it is for the keyboard and a screen reader.
      barChartProps={{ accessibilityLayer: false, margin: { top: 8 } }}
      yAxisProps={{ width: 60, allowDecimals: false, tickCount: 4, interval: 0 }}
      barProps={{ isAnimationActive: !isStill, animationDuration: 500, animationEasing: 'ease-out' }}
    />
  )
}
