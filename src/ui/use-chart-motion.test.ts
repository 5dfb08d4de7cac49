import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useChartMotion } from './use-chart-motion.ts'

test('whoever asks for less motion is shown none, from the first drawing on; to others it is short', () => {
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

/** Of each drawing, whether it moves. */
function motionsSeen(): boolean[] {
  const seen = new Set<boolean>()
  renderHook(() => {
    const { isAnimationActive, animationDuration } = useChartMotion()
    expect(animationDuration).toBeLessThanOrEqual(300)
    seen.add(isAnimationActive)
  })
  return [...seen]
}
