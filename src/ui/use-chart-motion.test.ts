import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useChartMotion } from './use-chart-motion.ts'

test('no animation with reduced motion, from the first render on; otherwise a short one', () => {
  expect(motionsSeen()).toEqual([true])
  const { matchMedia } = window
  const spy = vi
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) =>
      Object.defineProperty(matchMedia.call(window, query), 'matches', { value: query.includes('reduced-motion') }),
    )
  expect(motionsSeen()).toEqual([false])
  spy.mockRestore()
})

/** Returns the distinct values of `isAnimationActive` over all renders. */
function motionsSeen(): boolean[] {
  const seen = new Set<boolean>()
  renderHook(() => {
    const { isAnimationActive, animationDuration } = useChartMotion()
    expect(animationDuration).toBeLessThanOrEqual(300)
    seen.add(isAnimationActive)
  })
  return [...seen]
}
