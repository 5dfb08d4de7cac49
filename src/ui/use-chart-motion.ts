/** How a drawing of figures comes in: shortly, and not at all for whoever asks for less motion. */
import { useReducedMotion } from '@mantine/hooks'

export const useChartMotion = () => ({
  // Known at once: what has begun to move would go on.
  isAnimationActive: !useReducedMotion(undefined, { getInitialValueInEffect: false }),
  animationDuration: 250,
  animationEasing: 'ease-out' as const,
})
