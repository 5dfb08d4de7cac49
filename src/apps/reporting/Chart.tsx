/**
 * The charts, in a chunk of their own because their code is larger than the rest of the screen. The tables beside them
 * have the same figures.
 */
import '@mantine/charts/styles.layer.css'
import { BarChart } from '@mantine/charts'
import { Text, type YAxisTickContentProps } from 'recharts'
import type { Report } from '#contract/apps/reporting.ts'
import { countText } from '#src/lib/count-text.ts'
import { dayWriter } from '#src/lib/time.ts'
import { MoodLegend } from '#src/ui/MoodLegend.tsx'
import { MoodLines } from '#src/ui/MoodLines.tsx'
import { RunBars } from '#src/ui/RunBars.tsx'
import { RunLegend, RunTextures } from '#src/ui/RunLegend.tsx'
import { useChartMotion } from '#src/ui/use-chart-motion.ts'
import { typesHeight } from './figures.ts'
import classes from './ReportingPage.module.css'

const label = dayWriter({ day: 'numeric', month: 'short' })

const GRID = { h: 220, tickLine: 'none', strokeDasharray: '0', gridColor: 'var(--line)' } as const

/** The legend of the ETL viewer, which never relies on colour alone. */
const RunsLegend = () => (
  <div className={classes.legend}>
    <RunTextures />
    <RunLegend />
  </div>
)

const LevelsLegend = () => (
  <div className={classes.legend}>
    <MoodLegend />
  </div>
)

const TYPE_PX = 96
const GAP_PX = 10
/** A style with a unit, because recharts measures text by it. */
const FONT = { fontSize: '12px' }

/** A long name takes two lines and is cut after the second; the table has it in full. */
const TypeTick = ({ payload, x, className: _, ...place }: YAxisTickContentProps) => (
  <Text {...place} x={Number(x) - GAP_PX} width={TYPE_PX - GAP_PX} maxLines={2} style={FONT} fill="currentColor">
    {payload.value}
  </Text>
)

interface ChartProps {
  readonly of: 'types' | 'runs' | 'mood'
  readonly report: Report
}

export function Chart({ of, report }: ChartProps) {
  const motion = useChartMotion()
  if (of === 'types')
    return (
      <BarChart
        {...GRID}
        h={typesHeight(report.types.length)}
        orientation="vertical"
        gridAxis="y"
        data={[...report.types]}
        dataKey="breakType"
        series={[{ name: 'minutes', label: 'Minutes', color: 'var(--accent)' }]}
        maxBarWidth={24}
        yAxisProps={{ width: TYPE_PX, tick: TypeTick, interval: 0 }}
        barChartProps={{ accessibilityLayer: false }}
        barProps={motion}
        valueFormatter={countText}
      />
    )
  if (of === 'runs')
    return (
      <RunBars
        h={GRID.h}
        data={report.runs.map((week) => ({ ...week, label: label(week.week) }))}
        withLegend
        legendProps={{ content: RunsLegend }}
        yAxisProps={{ width: 48, allowDecimals: false }}
      />
    )
  return (
    <MoodLines
      h={GRID.h}
      weeks={report.mood.map(({ startDate, averages }) => ({ label: label(startDate), averages }))}
      withLegend
      legendProps={{ content: LevelsLegend }}
    />
  )
}
