/**
 * The animation of a chart when it appears: short, and none if the person prefers reduced motion. The ring of the ETL
 * viewer has its own (`SuccessRing.module.css`).
 */
import { useReducedMotion } from '@mantine/hooks'

export const useChartMotion = () => ({
  // Read before the first render: an animation that has begun would go on.
  isAnimationActive: !useReducedMotion(undefined, { getInitialValueInEffect: false }),
  animationDuration: 250,
  animationEasing: 'ease-out' as const,
})
